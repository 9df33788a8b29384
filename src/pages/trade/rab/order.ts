/** Maps the contract's record of an order of the RAB market to the words of screens; pure (docs/rules.md §8). */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { OtcStatus } from '../../../../contract/calls/otc-market';
import type { rabOrder, RAB_ENDINGS, RAB_STEPS, RabOrder } from '../../../../contract/calls/otc-rab';
import type { OutputOf } from '../../../../contract/call';
import { unitsToDecimal } from '../../../../contract/money';
import { toUnits } from '../../../format/units';
import type { StatusKind } from '../../../components/StatusTag';

export type RabStep = (typeof RAB_STEPS)[number];
export type RabFill = OutputOf<typeof rabOrder>['fills'][number];

export const ORDER_TAGS: Record<OtcStatus, { kind: StatusKind; name: MessageDescriptor }> = {
  'pending-match': { kind: 'progress', name: msg`On the market` },
  'match-ended': { kind: 'review', name: msg`Matched` },
  completed: { kind: 'done', name: msg`Completed` },
  cancelled: { kind: 'neutral', name: msg`Cancelled` },
};

export const FILL_TAGS: Record<RabFill['status'], { kind: StatusKind; name: MessageDescriptor }> = {
  settled: { kind: 'done', name: msg`Settled` },
  'awaiting-rest': { kind: 'review', name: msg`Awaiting the rest` },
  'rest-missed': { kind: 'failed', name: msg`Rest not posted` },
};

export const ENDING_NAMES: Record<(typeof RAB_ENDINGS)[number], MessageDescriptor> = {
  filled: msg`All of it was filled.`,
  cancelled: msg`You cancelled what was still waiting.`,
  expired: msg`Its time ran out; what was still waiting is yours again.`,
  'rest-not-posted': msg`The rest was not posted in time.`,
};

export const STEP_NAMES: Record<RabStep, MessageDescriptor> = {
  placed: msg`Placed`,
  filled: msg`Filled`,
  matched: msg`Matched`,
  'rest-posted': msg`Rest posted`,
  settled: msg`Settled`,
  cancelled: msg`Cancelled`,
  expired: msg`Ended by itself`,
  'rest-missed': msg`Rest not posted`,
};

/** The steps that an order in each state still has ahead. */
export const STEPS_AHEAD: Record<OtcStatus, readonly RabStep[]> = {
  'pending-match': ['filled'],
  'match-ended': ['rest-posted', 'settled'],
  completed: [],
  cancelled: [],
};

export const BAD_STEPS: ReadonlySet<RabStep> = new Set<RabStep>(['cancelled', 'expired', 'rest-missed']);

const SHARE_DECIMALS = 4;
const SHARE_SCALE = 10n ** BigInt(SHARE_DECIMALS);

/** Returns the filled part of an order as a fraction with four decimals, rounded down. */
export function filledShare({ filled, quantity }: Pick<RabOrder, 'filled' | 'quantity'>): string {
  const all = toUnits(quantity, 'RAB');
  return unitsToDecimal(all === 0n ? 0n : (toUnits(filled, 'RAB') * SHARE_SCALE) / all, SHARE_DECIMALS);
}
