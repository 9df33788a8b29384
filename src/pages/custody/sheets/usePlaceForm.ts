/** The form of a custody order: plan, amount, and the gateway's quote for them as one types. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { hostingConfig, hostingQuote } from '../../../../contract/calls/custody';
import { assets } from '../../../../contract/calls/profile';
import { amountProblem } from '../../../../contract/money';
import type { PageOutputOf } from '../../../../contract/call';
import { useCall } from '../../../bridge/useCall';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit';
import { useFormRefusal } from '../../../money/useFormRefusal';
import { useRefusalText } from '../../../money/useRefusalText';
import { entryProblem, planState, smallerOf, startPlan, type EntryProblem, type Plan } from '../plan';
import { useDebounced } from '../../read/useDebounced';

export type PlaceQuote = PageOutputOf<typeof hostingQuote>;

/** How long a person must pause before the gateway is asked. */
const QUOTE_DELAY_MS = 300;

export interface PlaceStart {
  planId: string | null;
  amount: string;
}

/** What the amount's own limits say, in words; null when they have nothing to say. */
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

/** What the gateway says to this plan and amount. `quote` is null unless it is about exactly what stands in the form. */
function useQuote(plan: Plan | null, amount: string, isAskable: boolean) {
  const planId = plan?.id ?? '';
  const asked = useDebounced(`${planId} ${amount}`, QUOTE_DELAY_MS);
  const isSettled = asked === `${planId} ${amount}`;
  const read = useCall(hostingQuote, { planId, amount }, { enabled: isAskable && isSettled });
  const isCurrent = isAskable && isSettled && !read.isRefreshing && read.error === null;
  return { read, quote: isCurrent ? (read.data ?? null) : null, isAsking: isAskable && (!isSettled || read.isLoading) };
}

export function usePlaceForm(start: PlaceStart) {
  const config = useCall(hostingConfig, {});
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
  const { read, quote, isAsking } = useQuote(plan, amount, isAskable);

  // Whatever it is about, it stands at the amount: the form has no other field.
  const { above, failed, refuse } = useFormRefusal([], isAskable ? read.error : null, refusalText);
  return {
    config: config.data,
    configRead: config,
    plan,
    amount,
    available,
    quote,
    isAsking,
    /** What stands at the field. */
    fieldError: entryText(problem, minimum, freeCapacity) ?? above,
    /** The quote failed for a reason that is not the form's. */
    quoteFailed: failed,
    retryQuote: read.refresh,
    /** What "All" puts in: as much as there is and as the plan can take. */
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
