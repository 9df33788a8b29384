/** Decides whether a plan can be ordered, and with how much (docs/rules.md §1 "funded first", §5). */
import type { custodyConfig } from '../../../contract/calls/custody';
import type { OutputOf } from '../../../contract/call';
import { amountProblem } from '../../../contract/money';
import { toUnits } from '../../format/units';

export type CustodyConfig = OutputOf<typeof custodyConfig>;
export type Plan = CustodyConfig['plans'][number];

export type PlanState = 'open' | 'full' | 'closed';

/**
 * `full`: the pool cannot reserve the interest of even the smallest order, because the free capacity does not exceed
 * the minimum. `closed`: the operator closed the plan.
 */
export function planState(plan: Plan, minimumExclusive: string): PlanState {
  if (!plan.isOpen) return 'closed';
  return toUnits(plan.freeCapacity, 'USDT') > toUnits(minimumExclusive, 'USDT') ? 'open' : 'full';
}

/** The plan to start with: `preferred` when it can be ordered, else the first open one, else the first one. */
export function startPlan(config: CustodyConfig, preferred: string | null): Plan | null {
  const open = (plan: Plan) => planState(plan, config.minimumExclusive) === 'open';
  return (
    config.plans.find((plan) => plan.id === preferred && open(plan)) ??
    config.plans.find(open) ??
    config.plans[0] ??
    null
  );
}

export type EntryProblem = 'too-small' | 'insufficient' | 'over-capacity';

/**
 * Returns the problem of an amount that a person entered, judged by the server's own figures before the server is asked.
 * Null for an empty or malformed entry too: the amount field tells those itself.
 */
export function entryProblem(
  text: string,
  limits: { minimumExclusive: string; available: string | null; freeCapacity: string },
): EntryProblem | null {
  if (text === '' || amountProblem(text, 'USDT') !== null) return null;
  const units = toUnits(text, 'USDT');
  if (units <= toUnits(limits.minimumExclusive, 'USDT')) return 'too-small';
  if (limits.available !== null && units > toUnits(limits.available, 'USDT')) return 'insufficient';
  if (units > toUnits(limits.freeCapacity, 'USDT')) return 'over-capacity';
  return null;
}

export type RedeemProblem = 'too-large' | 'remainder-too-small';

/** Returns the problem of a part to redeem: more than there is, or a rest that is not above the minimum. The whole is fine. */
export function redeemProblem(text: string, principal: string, minimumExclusive: string): RedeemProblem | null {
  if (text === '' || amountProblem(text, 'USDT') !== null) return null;
  const rest = toUnits(principal, 'USDT') - toUnits(text, 'USDT');
  if (rest < 0n) return 'too-large';
  if (rest > 0n && rest <= toUnits(minimumExclusive, 'USDT')) return 'remainder-too-small';
  return null;
}

/** The smaller of two amounts: what "All" fills in. */
export function smallerOf(a: string, b: string): string {
  return toUnits(a, 'USDT') <= toUnits(b, 'USDT') ? a : b;
}
