import { Trans, useLingui } from '@lingui/react/macro';
import { MessageCircle, UserRound } from 'lucide-react';
import { useState } from 'react';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { usdtTrade } from '../../../../contract/calls/otc-usdt-trades';
import { useNavigation, useQuery } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { isGiven } from '../../../bridge/shared-images';
import type { CallState } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { IconButton } from '../../../components/IconButton';
import { ListRow } from '../../../components/ListRow';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { MoneyConfirm } from '../../../money/MoneyConfirm';
import { Unsettled } from '../../../money/Unsettled';
import { useChangedToast } from '../../../money/useMoneyAction';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { Chat } from '../Chat';
import { OfferDetail } from '../OfferDetail';
import { proofFormOf } from '../proof';
import { AmountsCard } from './AmountsCard';
import { CancelQuestion } from './CancelQuestion';
import { DisputeCard } from './DisputeCard';
import { DisputeSheet } from './DisputeSheet';
import { EscrowTimeline } from './EscrowTimeline';
import { Footer } from './Footer';
import { PayeeCard } from './PayeeCard';
import { PaymentCard } from './PaymentCard';
import { PaySheet } from './PaySheet';
import { ProblemCard } from './ProblemCard';
import type { TradeSheet } from './sheets';
import { StateCard } from './StateCard';
import styles from './TradeDetail.module.css';
import { useConfirmPaymentFlow } from './useConfirmPaymentFlow';
import { useTradeClock } from './useTradeClock';

/** One order of the USDT market: a trade, its chat (`?chat=1`), or an offer of one's own (`?market=offer`). */
export default function TradeDetail() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const id = useQuery('id');
  const market = useQuery('market');
  const isChat = useQuery('chat') === '1';
  if (id === undefined) {
    return (
      <>
        <NavBar title={t`Order details`} onBack={back} />
        <EmptyState hint={t`This link names no order.`} />
      </>
    );
  }
  if (market === 'offer') return <OfferDetail id={id} />;
  return <TradeById key={id} id={id} isChat={isChat} />;
}

function TradeById({ id, isChat }: { id: string; isChat: boolean }) {
  const { t } = useLingui();
  const { back } = useNavigation();
  const read = useCall(usdtTrade, { id });
  const trade = read.data?.trade;
  if (isChat) return <Chat tradeId={id} trade={trade} asOf={read.asOf} />;
  return (
    <>
      <NavBar
        title={t`Order details`}
        onBack={back}
        actions={
          <IconButton
            label={t`Messages`}
            icon={<MessageCircle size={22} strokeWidth={1.75} />}
            badge={trade?.unread}
            href={hrefTo(paths.otcOrder, { id, chat: '1' })}
          />
        }
      />
      {trade ? (
        <Trade trade={trade} read={read} />
      ) : (
        <div className={styles['page']}>
          <ReadArea read={read} hasData={false} skeleton="card" count={3}>
            {null}
          </ReadArea>
        </div>
      )}
    </>
  );
}

function Trade({ trade, read }: { trade: UsdtTrade; read: CallState<unknown> }) {
  const { t } = useLingui();
  const clock = useTradeClock(trade, read);
  // Whoever comes with a shared proof wants to say that they have paid.
  const [sheet, setSheet] = useState<TradeSheet | null>(() => (isGiven(proofFormOf(trade.id)) ? 'pay' : null));
  const close = () => setSheet(null);
  const reread = () => void read.refresh();
  const tellChanged = useChangedToast();
  const sure = useConfirmPaymentFlow(() => {
    tellChanged();
    reread();
  });
  const open = (next: TradeSheet) => (next === 'confirm' ? sure.start(trade) : setSheet(next));
  const { nickname, id: traderId } = trade.counterparty;
  const ofTrade = { trade, onClose: close, onStale: reread };
  return (
    <>
      <div className={styles['page']}>
        <ReadStamp read={read} />
        <StateCard trade={trade} clock={clock} />
        {sure.isUnsettled && <Unsettled of="record" />}
        {trade.cancelAgreed.theirs && trade.state === 'paid' && (
          <RiskLine tone="warning">
            <Trans>The other side wants to cancel. Nothing happens unless you agree.</Trans>
          </RiskLine>
        )}
        <EscrowTimeline trade={trade} />
        <AmountsCard trade={trade} />
        <PayeeCard trade={trade} />
        <PaymentCard trade={trade} />
        <DisputeCard trade={trade} />
        <Card padded={false}>
          <ListRow
            leading={<UserRound size={20} strokeWidth={1.75} aria-hidden="true" />}
            title={nickname}
            subtitle={trade.side === 'buy' ? t`Seller` : t`Buyer`}
            href={hrefTo(paths.counterparty, { id: traderId })}
          />
        </Card>
        <ProblemCard trade={trade} clock={clock} onOpen={open} />
      </div>
      <Footer trade={trade} isUnsettled={sure.isUnsettled} onOpen={open} />
      <PaySheet open={sheet === 'pay'} {...ofTrade} />
      <DisputeSheet open={sheet === 'dispute'} {...ofTrade} />
      {sheet === 'cancel' && <CancelQuestion {...ofTrade} />}
      <MoneyConfirm flow={sure} />
    </>
  );
}
