import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { cancelOfferOrTrade } from '../../../../contract/calls/otc-usdt';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { AskSheet } from '../../../components/AskSheet';
import { toast } from '../../../components/toast';
import { LostAnswer } from '../../../money/Unsettled';
import { useMoneyAction } from '../../../money/useMoneyAction';
import type { SheetOfTradeProps } from './sheets';

/** Returns which way of cancelling the question is about: at once by the buyer, by consent, or taking one's own consent back. */
function kindOf({ state, cancelAgreed }: UsdtTrade): 'at-once' | 'agree' | 'withdraw' {
  if (state !== 'paid') return 'at-once';
  return cancelAgreed.mine ? 'withdraw' : 'agree';
}

/** Asks before a trade is cancelled, about the trade as it was seen when it was asked. Mounted while it asks. */
export function CancelQuestion({ trade: current, onClose, onStale }: Omit<SheetOfTradeProps, 'open'>) {
  const { t } = useLingui();
  // If the trade changes while the question is open, the gateway refuses it as stale: no tap agrees to a text that just came.
  const [trade] = useState(current);
  const kind = kindOf(trade);
  const { id, version } = trade;
  const action = useMoneyAction(cancelOfferOrTrade, {
    onDone: ({ order }) => {
      onClose();
      if (order.kind === 'trade' && order.state === 'cancelled') toast.show(t`Order cancelled`, { kind: 'success' });
      else toast.show(kind === 'withdraw' ? t`Taken back` : t`The other side has been asked`, { kind: 'success' });
    },
    onStale: () => {
      onClose();
      onStale();
    },
  });
  const cancel = () => void action.run({ id, version, ...(kind === 'withdraw' ? { withdraw: true } : {}) });
  const titles = {
    'at-once': t`Cancel this order?`,
    agree: t`Agree to cancel?`,
    withdraw: t`Take your consent back?`,
  };
  const labels = { 'at-once': t`Cancel order`, agree: t`Agree to cancel`, withdraw: t`Take it back` };
  return (
    <AskSheet
      title={titles[kind]}
      confirmLabel={labels[kind]}
      cancelLabel={t`Keep the order`}
      busy={action.isRunning}
      disabled={action.isUnsettled}
      onConfirm={cancel}
      onClose={onClose}
    >
      {action.isUnsettled ? <LostAnswer /> : (action.error ?? <Consequence trade={trade} kind={kind} />)}
    </AskSheet>
  );
}

function Consequence({ trade, kind }: { trade: UsdtTrade; kind: ReturnType<typeof kindOf> }): ReactNode {
  if (kind === 'withdraw') return <Trans>The order goes on as before.</Trans>;
  if (kind === 'at-once') {
    return (
      <Trans>
        The USDT goes back to the seller’s offer, and it counts against your completion rate. Never cancel after you
        have paid.
      </Trans>
    );
  }
  const others = trade.cancelAgreed.theirs;
  if (trade.side === 'buy') {
    return others ? (
      <Trans>
        The seller has agreed already: the USDT goes back to the seller at once. Be sure that your money is back first.
      </Trans>
    ) : (
      <Trans>Once both sides agree, the USDT goes back to the seller. Be sure that your money is back first.</Trans>
    );
  }
  return others ? (
    <Trans>The buyer has agreed already: your USDT is yours again at once. Send back what you have been paid.</Trans>
  ) : (
    <Trans>Once both sides agree, your USDT is yours again. Send back what you have been paid.</Trans>
  );
}
