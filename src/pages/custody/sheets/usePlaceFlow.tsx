/** From a quote to the result: confirms a custody order, or an amount that is added to one. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { custodyOrder, createCustodyOrder, type CustodyOrder } from '../../../../contract/calls/custody';
import type { CallError } from '../../../../contract/errors';
import { formatRate, plainAmount } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { freshOf } from '../../../money/refusals';
import { useMoneyFlow } from '../../../money/useMoneyFlow';
import type { Plan } from '../plan';
import type { PlaceQuote } from './usePlaceForm';

/** The view that the person confirms: the quote, and the plan and order it is about. */
export interface PlaceView {
  plan: Plan;
  quote: PlaceQuote;
  addTo: CustodyOrder | null;
}

/** The one plain sentence about the risk, before the tap (docs/rules.md §1). */
export function PlaceRisk({ fee }: { fee: string }) {
  return (
    <Trans>
      Redeeming before the end costs {fee} of the part redeemed. The rate is fixed for the term, but custody is not a
      deposit and not insured: losses are possible.
    </Trans>
  );
}

export interface PlaceFlowDeps {
  /** The order is placed, and the kept input is spent. */
  onDone: () => void;
  refuse: (error: CallError) => void;
  /** The order that is added to has changed meanwhile: go on with this one. */
  onFresh: (order: CustodyOrder | null) => void;
  leave: () => void;
}

export function usePlaceFlow({ onDone, refuse, onFresh, leave }: PlaceFlowDeps) {
  const { t } = useLingui();
  const locale = useLocale();
  const time = (ms: number) => <span className="rab-num">{formatDateTime(ms, { locale })}</span>;
  return useMoneyFlow({
    call: createCustodyOrder,
    input: ({ plan, quote, addTo }: PlaceView) => ({
      planId: plan.id,
      amount: plainAmount(quote.amount),
      ...(addTo ? { addTo: { orderId: addTo.id, version: addTo.version } } : {}),
    }),
    terms: ({ quote, plan, addTo }) => ({
      title: addTo ? t`Confirm adding` : t`Confirm custody order`,
      hero: { label: t`From cash into custody`, amount: quote.amount, asset: 'USDT' },
      rows: [
        {
          label: t`Plan`,
          value: (
            <span>
              <Plural value={plan.days} one="# day" other="# days" /> ·{' '}
              <Trans>{formatRate(plan.dailyRate, locale)} a day (fixed)</Trans>
            </span>
          ),
        },
        { label: t`Fee`, value: fullAmount(quote.fee) },
        { label: t`Interest of the term (fixed)`, value: fullAmount(quote.interestTotal) },
        { label: t`Ends, principal returns`, value: time(quote.endsAt) },
        { label: t`Free to undo until`, value: time(quote.freeUndoUntil) },
      ],
      risk: { tone: 'warning', text: <PlaceRisk fee={formatRate(quote.redeemFeeRate, locale)} /> },
      confirmLabel: t`Place order`,
    }),
    result: ({ order }) => {
      onDone();
      const end = formatDateTime(order.endsAt, { locale });
      return {
        ok: true,
        state: { kind: 'done', text: t`Order placed` },
        note: t`In progress until ${end}`,
        reference: order.id,
      };
    },
    refuse,
    fresh: freshOf(custodyOrder, onFresh),
    leave,
  });
}
