/**
 * Matching (rules.md §8), pure: one incoming order against the lots that rest on the other side. The caller shows the lots one
 * after the other in the order of priority (best price, then oldest) and without those of the incoming order's own user; each
 * is filled as far as it goes, at its own price, or passed over.
 *
 * A fill is at least the smallest fill of each of the two orders that can be split, or the whole of what that order has left. A
 * lot that cannot be split is filled whole. An incoming order that cannot be split is filled whole too, if need be from
 * several lots; what is smaller does not count for it. When going from lot to lot does not make it whole, the first lot that alone
 * does is its match (`plan.ts`).
 */
import type { OtcSide } from '../../../../contract/calls/otc-market';
import { usdtOf } from './rules';

/** An order takes part in at most this many fills: what one answer about it can hold. */
export const MAX_FILLS = 200;

export interface Incoming {
  side: OtcSide;
  /** The limit, USDT's smallest units per RAB. */
  price: bigint;
  quantity: bigint;
  canSplit: boolean;
  /** The smallest fill while more than that is left. */
  smallest: bigint;
}

export interface Lot {
  id: string;
  price: bigint;
  remaining: bigint;
  /** The smallest fill now: `remaining` when it cannot be split. */
  smallest: bigint;
}

export interface Match<L extends Lot> {
  lot: L;
  quantity: bigint;
}

export interface Matching<L extends Lot> {
  incoming: Incoming;
  /** Of the incoming order, still without a lot. */
  left: bigint;
  matches: Match<L>[];
}

export function beginMatching<L extends Lot>(incoming: Incoming): Matching<L> {
  return { incoming, left: incoming.quantity, matches: [] };
}

/** The least that a lot must have to be of use now. */
export function leastUseful({ incoming, left }: Pick<Matching<Lot>, 'incoming' | 'left'>): bigint {
  if (!incoming.canSplit) return 1n;
  return left < incoming.smallest ? left : incoming.smallest;
}

export function isDone({ left, matches }: Matching<Lot>): boolean {
  return left === 0n || matches.length >= MAX_FILLS;
}

/** What of the lot the incoming order takes; zero to pass it over. */
function takenOf({ incoming, left }: Matching<Lot>, lot: Lot): bigint {
  const quantity = left < lot.remaining ? left : lot.remaining;
  if (quantity < lot.smallest) return 0n;
  if (incoming.canSplit && quantity < left && quantity < incoming.smallest) return 0n;
  // Nothing changes hands for nothing.
  return usdtOf(quantity, lot.price) === 0n ? 0n : quantity;
}

/** Fills what can be filled of the next lot. */
export function offerLot<L extends Lot>(matching: Matching<L>, lot: L): void {
  if (isDone(matching)) return;
  const quantity = takenOf(matching, lot);
  if (quantity === 0n) return;
  matching.matches.push({ lot, quantity });
  matching.left -= quantity;
}

/** What is filled: everything that was found, or nothing when the order cannot be split and was not found whole. */
export function matchesOf<L extends Lot>({ incoming, left, matches }: Matching<L>): Match<L>[] {
  return left > 0n && !incoming.canSplit ? [] : matches;
}
