/** From a quote to the result: confirming a redemption (docs/rules.md §5). */
import { Trans, useLingui } from '@lingui/react/macro';
import { custodyOrder, redeemCustodyOrder, type CustodyOrder } from '../../../../contract/calls/custody';
import type { CallError } from '../../../../contract/errors';
import { plainAmount } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { freshOf } from '../../../money/refusals';
import { useMoneyFlow, type Terms } from '../../../money/useMoneyFlow';
import type { Quote } from '../../../money/useQuote';
import { useFeeLabel, type RedemptionQuote } from './useRedeemForm';

export interface RedeemFlowDeps {
  /** The form's. */
  live: Quote<RedemptionQuote>;
  /** Called when the redemption is done: the typed values are spent. */
  onDone: () => void;
  refuse: (error: CallError) => void;
  /** The order has changed meanwhile: go on with this one. */
  onFresh: (order: CustodyOrder | null) => void;
}

export function useRedeemFlow(order: CustodyOrder, { live, onDone, refuse, onFresh }: RedeemFlowDeps) {
  const { t } = useLingui();
  const feeLabel = useFeeLabel();
  return useMoneyFlow({
    call: redeemCustodyOrder,
    // The version of the quote is what the person saw (docs/rules.md §1).
    input: (quote: RedemptionQuote) => ({
      orderId: order.id,
      version: quote.version,
      amount: plainAmount(quote.principal),
    }),
    terms: (quote) => ({
      title: t`Confirm redemption`,
      hero: { label: t`You receive`, amount: quote.received, asset: 'USDT' },
      rows: [
        { label: t`Redeemed`, value: fullAmount(quote.principal) },
        { label: feeLabel(quote), value: fullAmount(quote.fee) },
        { label: t`Interest given up`, value: fullAmount(quote.interestForgone) },
        { label: t`Stays in custody`, value: fullAmount(quote.remaining) },
        { label: t`Arrives`, value: <Trans>at once, in the cash account</Trans> },
      ],
      risk: redeemRisk(quote.isFreeUndo, order.freeUndoUntil),
      confirmLabel: t`Redeem`,
    }),
    result: ({ order: { id, principal, status }, redeemed }) => {
      onDone();
      return {
        ok: true,
        state: { kind: 'done', text: t`Redeemed` },
        note: <DoneNote received={redeemed.received} remaining={principal} isEnded={status === 'expired'} />,
        reference: id,
      };
    },
    refuse,
    fresh: freshOf(custodyOrder, onFresh),
    quote: live,
  });
}

function DoneNote({ received, remaining, isEnded }: { received: string; remaining: string; isEnded: boolean }) {
  if (isEnded) return <Trans>{fullAmount(received)} is in your cash account. The order has ended.</Trans>;
  return (
    <Trans>
      {fullAmount(received)} is in your cash account. {fullAmount(remaining)} stays in custody.
    </Trans>
  );
}

/** Tells, in the form and before the password, which part of redeeming cannot be undone. */
export function redeemRisk(isFreeUndo: boolean, freeUndoUntil: number): Terms['risk'] {
  return {
    tone: isFreeUndo ? 'warning' : 'danger',
    text: <RiskText isFreeUndo={isFreeUndo} freeUndoUntil={freeUndoUntil} />,
  };
}

function RiskText({ isFreeUndo, freeUndoUntil }: { isFreeUndo: boolean; freeUndoUntil: number }) {
  const locale = useLocale();
  if (isFreeUndo) {
    return <Trans>Free of charge until {formatDateTime(freeUndoUntil, { locale })}. It cannot be taken back.</Trans>;
  }
  return (
    <Trans>
      Redeeming cannot be taken back. The fee is not returned, and interest not yet paid goes back to the pool.
    </Trans>
  );
}
