import { useLingui } from '@lingui/react/macro';
import { rabOrder } from '../../../../contract/calls/otc-rab';
import { usdtTrade } from '../../../../contract/calls/otc-usdt-trades';
import { useNavigation, useQuery } from '../../../app/navigation';
import type { CallState } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { NavBar } from '../../../components/NavBar';
import { ReadArea } from '../../read/ReadArea';
import { OfferDetail } from '../OfferDetail';
import { RabOrderDetail } from '../RabOrderDetail';
import TradeDetail from '../TradeDetail';
import styles from '../TradeDetail/TradeDetail.module.css';

/**
 * An order of either market, by the link's `market`: `rab`, `offer` (one's own offer of USDT), `any` (a statement does not know
 * which), else a trade of USDT.
 */
export default function OrderDetail() {
  const id = useQuery('id');
  const market = useQuery('market');
  if (id !== undefined && market === 'rab') return <RabOrderDetail key={id} id={id} />;
  if (id !== undefined && market === 'any') return <AnyOrder key={id} id={id} />;
  return <TradeDetail />;
}

const isMissing = ({ error }: CallState<unknown>) => error?.code === 'not-found';

/** Ids of both markets are of one sequence: at most one of the three is there. */
function AnyOrder({ id }: { id: string }) {
  const { t } = useLingui();
  const { back } = useNavigation();
  const rab = useCall(rabOrder, { id });
  const trade = useCall(usdtTrade, { id }, { enabled: isMissing(rab) });
  if (rab.data) return <RabOrderDetail id={id} />;
  if (trade.data) return <TradeDetail />;
  if (isMissing(trade)) return <OfferDetail id={id} />;
  return (
    <>
      <NavBar title={t`Order details`} onBack={back} />
      <div className={styles['page']}>
        <ReadArea read={isMissing(rab) ? trade : rab} hasData={false} skeleton="card" count={3}>
          {null}
        </ReadArea>
      </div>
    </>
  );
}
