/** The form of a custody order: plan, amount, and the gateway's quote for them while the person types. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { custodyConfig, custodyQuote } from '../../../../contract/calls/custody';
import { assets } from '../../../../contract/calls/profile';
import { amountProblem } from '../../../../contract/money';
import type { PageOutputOf } from '../../../../contract/call';
import { useCall } from '../../../bridge/useCall';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { useFormRefusal } from '../../../money/useFormRefusal';
import { useQuote } from '../../../money/useQuote';
import { useRefusalText } from '../../../money/useRefusalText';
import { entryProblem, planState, smallerOf, startPlan, type EntryProblem } from '../plan';

export type PlaceQuote = PageOutputOf<typeof custodyQuote>;

export interface PlaceStart {
  planId: string | null;
  amount: string;
}

/** Puts the problem with the amount's own limits into words; null when there is none to tell. */
function useEntryText(): (problem: EntryProblem | null, minimum: string, freeCapacity: string) => string | null {
  const { t } = useLingui();
  const locale = useLocale();
  return (problem, minimum, freeCapacity) => {
    const text = (value: string) => limitText(value, locale);
    const [least, free] = [text(minimum), text(freeCapacity)];
    if (problem === 'too-small') return t`Must be greater than ${least} USDT`;
    if (problem === 'insufficient') return t`More than the cash account has`;
    if (problem === 'over-capacity') return t`Capacity full: at most ${free} USDT is free in this plan`;
    return null;
  };
}

export function usePlaceForm(start: PlaceStart) {
  const config = useCall(custodyConfig, {});
  const balances = useCall(assets, {});
  const refusalText = useRefusalText();
  const entryText = useEntryText();
  const [wantedPlanId, setPlanId] = useState(start.planId);
  const [amount, setAmount] = useState(start.amount);

  const plan = config.data
    ? (config.data.plans.find(({ id }) => id === wantedPlanId) ?? startPlan(config.data, wantedPlanId))
    : null;
  const available = balances.data?.cash.find(({ asset }) => asset === 'USDT')?.available ?? null;
  const minimum = config.data?.minimumExclusive ?? '0';
  const freeCapacity = plan?.freeCapacity ?? '0';
  const isOpen = plan !== null && planState(plan, minimum) === 'open';
  const problem = plan && isOpen ? entryProblem(amount, { minimumExclusive: minimum, available, freeCapacity }) : null;
  const isAskable = isOpen && problem === null && amountProblem(amount, 'USDT') === null;
  const quote = useQuote(custodyQuote, isAskable ? { planId: plan.id, amount } : null);

  // Whatever it is about, it stands at the amount: the form has no other field.
  const { above, failed, refuse } = useFormRefusal([], quote.error, refusalText);
  return {
    config: config.data,
    configRead: config,
    plan,
    amount,
    available,
    quote,
    /** The text at the field. */
    fieldError: entryText(problem, minimum, freeCapacity) ?? above,
    /** The quote failed for a reason that is not the form's. */
    quoteFailed: failed,
    /** The amount that "All" puts in: as much as there is and as the plan can take. */
    most: available === null ? null : isOpen ? smallerOf(available, freeCapacity) : available,
    choosePlan: (planId: string) => {
      refuse(null);
      setPlanId(planId);
    },
    enter: (text: string) => {
      refuse(null);
      setAmount(text);
    },
    refuse,
  };
}
