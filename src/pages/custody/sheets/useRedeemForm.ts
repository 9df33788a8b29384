/** The form of a redemption: whole or part, and the gateway's quote for it while the person types (docs/rules.md §5). */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { custodyConfig, redemptionQuote, type CustodyOrder } from '../../../../contract/calls/custody';
import { amountProblem, mulDivUp, RATE_SCALE, rateUnits } from '../../../../contract/money';
import { toUnits } from '../../../format/units';
import type { PageOutputOf } from '../../../../contract/call';
import { useCall } from '../../../bridge/useCall';
import { formatRate } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { useFormRefusal } from '../../../money/useFormRefusal';
import { useQuote } from '../../../money/useQuote';
import { useRefusalText } from '../../../money/useRefusalText';
import { redeemProblem, type RedeemProblem } from '../plan';

export type RedemptionQuote = PageOutputOf<typeof redemptionQuote>;
export type RedeemExtent = 'whole' | 'part';

/** Returns whether today's configured rate gives the fee: an older order may carry the rate of its own day. */
export function isFeeOfRate(quote: { principal: string; fee: string }, rate: string): boolean {
  return mulDivUp(toUnits(quote.principal, 'USDT'), rateUnits(rate), RATE_SCALE) === toUnits(quote.fee, 'USDT');
}

/** Returns the fee's name with its formula; without the formula when the fee was charged at another rate than today's. */
export function useFeeLabel(): (quote: RedemptionQuote | null) => string {
  const { t } = useLingui();
  const locale = useLocale();
  const config = useCall(custodyConfig, {});
  return (quote) => {
    const rate = config.data?.redeemFeeRate;
    if (quote?.isFreeUndo) return t`Fee (free undo)`;
    if (rate === undefined || (quote && !isFeeOfRate(quote, rate))) return t`Fee`;
    const percent = formatRate(rate, locale);
    return t`Fee (${percent} of the part redeemed)`;
  };
}

function useProblemText(): (problem: RedeemProblem | null, minimum: string) => string | null {
  const { t } = useLingui();
  const locale = useLocale();
  return (problem, minimum) => {
    const least = limitText(minimum, locale);
    if (problem === 'too-large') return t`More than is in this order`;
    if (problem === 'remainder-too-small') {
      return t`What stays must be greater than ${least} USDT; redeem less, or the whole`;
    }
    return null;
  };
}

export function useRedeemForm(order: CustodyOrder) {
  const config = useCall(custodyConfig, {});
  const refusalText = useRefusalText();
  const problemText = useProblemText();
  const [extent, setExtent] = useState<RedeemExtent>('whole');
  const [part, setPart] = useState('');

  const amount = extent === 'whole' ? order.principal : part;
  const minimum = config.data?.minimumExclusive ?? null;
  const problem = minimum === null ? null : redeemProblem(amount, order.principal, minimum);
  const isAskable = problem === null && amountProblem(amount, 'USDT') === null;
  const quote = useQuote(redemptionQuote, isAskable ? { orderId: order.id, amount } : null);
  // Whatever it is about, it stands at the amount: the form has no other field.
  const { above, failed, refuse } = useFormRefusal([], quote.error, refusalText);
  return {
    extent,
    part,
    minimum,
    quote,
    fieldError: (minimum === null ? null : problemText(problem, minimum)) ?? above,
    quoteFailed: failed,
    chooseExtent: (next: RedeemExtent) => {
      refuse(null);
      setExtent(next);
    },
    enter: (text: string) => {
      refuse(null);
      setPart(text);
    },
    refuse,
  };
}
