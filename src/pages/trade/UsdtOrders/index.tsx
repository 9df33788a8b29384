import { useLingui } from '@lingui/react/macro';
import { meBuyUsdtList, meSellUsdtList } from '../../../../contract/calls/otc-usdt';
import type { UsdtOrder } from '../../../../contract/calls/otc-usdt-records';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { readListAhead } from '../../../bridge/useListCall';
import { Amount } from '../../../components/Amount';
import { StatusTag } from '../../../components/StatusTag';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { RecordRow } from '../../records/MonthlyRecords';
import { fiatText } from '../fiat';
import { Fiat } from '../parts/Fiat';
import { OwnOrders } from '../parts/OwnOrders';
import { useOwnOrders } from '../parts/useOwnOrders';
import { OFFER_TAGS, STATE_TAGS } from '../trade';
import { USDT_ORDERS_FILE } from '../file';

const CALLS = { buy: meBuyUsdtList, sell: meSellUsdtList } as const;

/** The list as it opens. */
export function ahead(): Promise<void> {
  return readListAhead(meBuyUsdtList, {});
}

/** One's own offers and trades of the USDT market, by side and status (docs/screens.md). */
export default function UsdtOrders() {
  const { t } = useLingui();
  const { open } = useNavigation();
  const orders = useOwnOrders(paths.myUsdtOrders, CALLS);
  const openOrder = ({ kind, id }: UsdtOrder) =>
    open(paths.otcOrder, kind === 'offer' ? { id, market: 'offer' } : { id });
  return (
    <OwnOrders
      title={t`My USDT orders`}
      file={USDT_ORDERS_FILE}
      orders={orders}
      tags={OFFER_TAGS}
      empty={{
        buy: t`What you buy, and what you offer to buy, appears here.`,
        sell: t`What you sell, and what you offer to sell, appears here.`,
        toMarket: t`To the USDT market`,
        query: { market: 'usdt' },
      }}
      renderRow={(order) => <Row order={order} onOpen={() => openOrder(order)} />}
    />
  );
}

function Row({ order, onOpen }: { order: UsdtOrder; onOpen: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { side, quantity, price, fiat, createdAt } = order;
  const isOffer = order.kind === 'offer';
  const tag = isOffer ? OFFER_TAGS[order.status] : STATE_TAGS[order.state];
  const time = formatDateTime(createdAt, { locale });
  const each = `${fiatText(price, locale)} ${fiat}`;
  return (
    <RecordRow
      title={
        <>
          {side === 'buy' ? t`Buy` : t`Sell`}{' '}
          <Amount value={quantity} asset="USDT" precision="full" unit hideable={false} />
        </>
      }
      figure={<StatusTag kind={tag.kind}>{t(tag.name)}</StatusTag>}
      below={isOffer ? t`Offer · ${time}` : `${order.counterparty.nickname} · ${time}`}
      aside={isOffer ? t`at ${each}` : <Fiat value={order.fiatAmount} fiat={fiat} />}
      onOpen={onOpen}
    />
  );
}
