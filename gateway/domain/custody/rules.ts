/**
 * Custody arithmetic and decisions (docs/rules.md §5), pure and exact: bigint counts of the smallest unit, no clock, no database.
 *
 * Interest. A day is 24 hours from the moment of placing. What has accrued after n completed days is kept as an exact
 * number, `accrued`, scaled by RATE_SCALE: nothing is rounded when it is added up, only when it is paid,
 *   due(n) = floor(accrued(n) / RATE_SCALE),   payment of day n = due(n) − due(n − 1),
 * so the payments of any stretch of days add up to the floor of the exact sum: no drift, however often the principal changed.
 * A part redemption on day n + 1 closes the n completed days at the old principal; the day in progress and all later ones
 * accrue on what remains. The redeemed part therefore earns nothing for an incomplete day.
 */
import { mulDivDown, mulDivUp, RATE_SCALE, rateUnits, toUnits } from '../../../contract/money';

export const DAY_MS = 86_400_000;

/** The largest amount that can be entered (12 integer digits, 6 decimals), in USDT's smallest units. */
export const LARGEST_ENTRY = 10n ** 18n - 1n;

/** The terms that an order was placed under; later changes of the configuration do not touch them. */
export interface OrderTerms {
  days: number;
  /** A fraction of one a day, scaled by RATE_SCALE. */
  dailyRate: bigint;
  startsAt: number;
  endsAt: number;
  freeUndoUntil: number;
  /** A fraction of one, scaled by RATE_SCALE. */
  redeemFeeRate: bigint;
  /** The principal that remains in an order must be greater than this, or zero. */
  minimumExclusive: bigint;
}

/** An order's progress. `accrued` is the interest of `daysAccrued` completed days; `interestPaid` of it has been credited. */
export interface OrderPosition {
  revision: number;
  status: 'in-progress' | 'expired';
  principal: bigint;
  accrued: bigint;
  daysAccrued: number;
  interestPaid: bigint;
}

export type OrderFigures = OrderTerms & OrderPosition;

/** Whole days that have passed since placing, at most the term. */
export function completedDays(terms: Pick<OrderTerms, 'startsAt' | 'days'>, now: number): number {
  const days = Math.floor((now - terms.startsAt) / DAY_MS);
  return Math.max(0, Math.min(terms.days, days));
}

/**
 * The version that a screen shows and sends back. It counts what was done to the order (`revision`) and what time did to
 * it: with every completed day the terms of redeeming change (interest to come; after the first 24 hours also the fee).
 * So nobody redeems under other terms than they saw.
 */
export function versionOf(order: OrderFigures, now: number): number {
  if (order.status === 'expired') return order.revision + order.days + 1;
  return order.revision + completedDays(order, now) + (isFreeUndo(order, now) ? 0 : 1);
}

/** Interest, paid and unpaid, after `day` completed days at today's principal. `day` ≥ daysAccrued. */
export function interestDue(order: OrderFigures, day: number): bigint {
  return accruedAfter(order, day) / RATE_SCALE;
}

function accruedAfter(order: OrderFigures, day: number): bigint {
  return order.accrued + order.principal * order.dailyRate * BigInt(day - order.daysAccrued);
}

/** Full-term interest of a new order: what placing it must reserve. */
export function termInterest(principal: bigint, dailyRate: bigint, days: number): bigint {
  return mulDivDown(principal, dailyRate * BigInt(days), RATE_SCALE);
}

/** Interest that is still reserved in the pool for the order. */
export function interestToCome(order: OrderFigures): bigint {
  return order.status === 'expired' ? 0n : interestDue(order, order.days) - order.interestPaid;
}

/**
 * The largest principal whose full-term interest `available` can reserve, or zero when that is not more than
 * `minimumExclusive`: then no order fits and the plan is full.
 */
export function freeCapacity(available: bigint, dailyRate: bigint, days: number, minimumExclusive: bigint): bigint {
  const perUnit = dailyRate * BigInt(days);
  if (available < 0n) return 0n;
  const fits = perUnit === 0n ? LARGEST_ENTRY : ((available + 1n) * RATE_SCALE - 1n) / perUnit;
  const capacity = fits > LARGEST_ENTRY ? LARGEST_ENTRY : fits;
  return capacity > minimumExclusive ? capacity : 0n;
}

export interface DayInterest {
  /** 1 is the first day. */
  day: number;
  amount: bigint;
  /** The end of the day, UTC ms. */
  dueAt: number;
}

/** The days that are complete and not credited yet, oldest first, and the order's position once they are. */
export function settleDays(order: OrderFigures, now: number): { days: DayInterest[]; settled: OrderFigures } {
  const days: DayInterest[] = [];
  if (order.status === 'expired') return { days, settled: order };
  const last = completedDays(order, now);
  let paid = order.interestPaid;
  for (let day = order.daysAccrued + 1; day <= last; day += 1) {
    const due = interestDue(order, day);
    days.push({ day, amount: due - paid, dueAt: order.startsAt + day * DAY_MS });
    paid = due;
  }
  if (days.length === 0) return { days, settled: order };
  return { days, settled: { ...order, accrued: accruedAfter(order, last), daysAccrued: last, interestPaid: paid } };
}

/** In the first 24 hours (cfg) redeeming costs nothing; the moment the time is over is no longer free. */
export function isFreeUndo(order: Pick<OrderTerms, 'freeUndoUntil'>, now: number): boolean {
  return now < order.freeUndoUntil;
}

export interface Redemption {
  principal: bigint;
  fee: bigint;
  received: bigint;
  /** Unpaid interest that goes back to the pool. */
  interestForgone: bigint;
}

export type RedeemProblem =
  | { code: 'order-closed' }
  | { code: 'amount-too-large'; limit: bigint }
  | { code: 'remainder-too-small'; limit: bigint };

/** Tells why `part` cannot be redeemed now; null when it can. From its end on an order is not redeemed: it returns by itself. */
export function redeemProblem(order: OrderFigures, part: bigint, now: number): RedeemProblem | null {
  if (order.status === 'expired' || now >= order.endsAt) return { code: 'order-closed' };
  if (part > order.principal) return { code: 'amount-too-large', limit: order.principal };
  const rest = order.principal - part;
  if (rest !== 0n && rest <= order.minimumExclusive)
    return { code: 'remainder-too-small', limit: order.minimumExclusive };
  return null;
}

/**
 * Redeems `part` at `now`, after the completed days have been credited, and returns the order's position then.
 * At or after the end there is no fee and nothing is forgone: that is what the order returns by itself.
 */
export function redeem(
  order: OrderFigures,
  part: bigint,
  now: number,
): { redemption: Redemption; after: OrderFigures } {
  const { settled } = settleDays(order, now);
  const isFree = isFreeUndo(order, now) || now >= order.endsAt;
  const fee = isFree ? 0n : mulDivUp(part, order.redeemFeeRate, RATE_SCALE);
  const principal = settled.principal - part;
  const after: OrderFigures = {
    ...settled,
    principal,
    revision: order.revision + 1,
    status: principal === 0n ? 'expired' : 'in-progress',
  };
  const stillToCome = principal === 0n ? 0n : interestToCome(after);
  return {
    redemption: { principal: part, fee, received: part - fee, interestForgone: interestToCome(settled) - stillToCome },
    after,
  };
}

/** Terms of an order that is placed now. */
export function termsOf(
  plan: { days: number; dailyRate: string },
  figures: { redeemFeeRate: string; freeUndoMs: number; minimumExclusive: string },
  now: number,
): OrderTerms {
  return {
    days: plan.days,
    dailyRate: rateUnits(plan.dailyRate),
    startsAt: now,
    endsAt: now + plan.days * DAY_MS,
    freeUndoUntil: now + figures.freeUndoMs,
    redeemFeeRate: rateUnits(figures.redeemFeeRate),
    minimumExclusive: toUnits(figures.minimumExclusive, 'USDT'),
  };
}
