/** Computes what a confirmation shows before the tap, with the same arithmetic that the change itself uses. */
import { CUSTODY_ASSET } from '../../../contract/calls/custody';
import { toAmount, toUnits } from '../../../contract/money';
import { Refusal } from '../call-context';
import type { Settings } from '../settings/figures';
import { tooLittle } from '../too-little';
import { checkMinimum, openPlan, refuseRedeem, termsNow } from './orders';
import type { Order } from './repo';
import { freeCapacity, isFreeUndo, redeem, redeemProblem, termInterest, versionOf } from './rules';
import { rateText, viewRedemption } from './view';

const usdt = (units: bigint) => toAmount(units, CUSTODY_ASSET);

/** Largest principal that a plan still takes, given what the pool has. */
export function capacityOf(
  settings: Settings,
  plan: { dailyRate: bigint; days: number },
  poolAvailable: bigint,
): bigint {
  const minimum = toUnits(settings['custody.minimumExclusive'], CUSTODY_ASSET);
  return freeCapacity(poolAvailable, plan.dailyRate, plan.days, minimum);
}

export interface Means {
  /** Cash that can be spent. */
  available: bigint;
  /** The interest that the yield pool can still reserve. */
  pool: bigint;
}

/**
 * Tells what placing `amount` now would cost and earn.
 * @throws Refusal as placing would: not-found, plan-closed, amount-too-small, insufficient-funds, capacity-full.
 */
export function quotePlacing(settings: Settings, planId: string, amount: bigint, means: Means, now: number) {
  const plan = openPlan(settings, planId);
  checkMinimum(settings, amount);
  const terms = termsNow(settings, plan, now);
  const capacity = capacityOf(settings, terms, means.pool);
  if (amount > means.available) throw tooLittle(means.available, CUSTODY_ASSET);
  if (amount > capacity) throw new Refusal('capacity-full', { data: { limit: usdt(capacity) } });
  return {
    amount: usdt(amount),
    fee: usdt(0n),
    interestPerDay: usdt(termInterest(amount, terms.dailyRate, 1)),
    interestTotal: usdt(termInterest(amount, terms.dailyRate, terms.days)),
    startsAt: terms.startsAt,
    endsAt: terms.endsAt,
    principalReturned: usdt(amount),
    redeemFeeRate: rateText(terms.redeemFeeRate),
    freeUndoUntil: terms.freeUndoUntil,
    available: usdt(means.available),
    freeCapacity: usdt(capacity),
  };
}

/** Tells what redeeming `amount` now would pay. @throws Refusal order-closed, amount-too-large, remainder-too-small. */
export function quoteRedeeming(order: Order, amount: bigint, now: number) {
  refuseRedeem(redeemProblem(order, amount, now));
  const { redemption, after } = redeem(order, amount, now);
  return {
    version: versionOf(order, now),
    ...viewRedemption(redemption),
    remaining: usdt(after.principal),
    isFreeUndo: isFreeUndo(order, now),
  };
}
