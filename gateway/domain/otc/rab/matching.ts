/**
 * Matching (docs/rules.md §8), pure: one incoming order against the lots that rest on the other side. The caller shows the lots one
 * after the other in the order of priority (best price, then oldest) and without those of the incoming order's own user; each
 * is filled as far as it goes, at its own price.
 *
 * Nobody trades past a better price. A lot takes at least its smallest fill, or the whole of what it has left; an incoming order with
 * less than that left ends there, and is refused with what it would take. Nor may what is left wait: the next order of the other side
 * would meet it at a price that is worse than the lot's. The incoming order's own smallest fill is for its time on the market.
 */
import type { OtcSide } from '../../../../contract/calls/otc-market';
import { usdtOf } from './rules';

/**
 * A placing fills at most this many lots. What waits of it afterwards has at most as many fills, each a hundredth of the order or more
 * (`otc.smallestFill`), and one answer can hold all of them.
 */
export const MAX_FILLS = 100;

export interface IncomingOrder {
  side: OtcSide;
  /** The limit, USDT's smallest units per RAB. */
  price: bigint;
  quantity: bigint;
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
  incoming: IncomingOrder;
  /** The part of the incoming order that is still without a lot. */
  left: bigint;
  matches: Match<L>[];
  /** The lot that takes more than what is left. */
  blockedBy: L | null;
}

export function beginMatching<L extends Lot>(incoming: IncomingOrder): Matching<L> {
  return { incoming, left: incoming.quantity, matches: [], blockedBy: null };
}

export function isDone({ left, matches, blockedBy }: Matching<Lot>): boolean {
  return left === 0n || matches.length >= MAX_FILLS || blockedBy !== null;
}

/** Fills what can be filled of the next lot. */
export function offerLot<L extends Lot>(matching: Matching<L>, lot: L): void {
  if (isDone(matching)) return;
  const quantity = matching.left < lot.remaining ? matching.left : lot.remaining;
  // Nothing changes hands for nothing either.
  if (quantity < lot.smallest || usdtOf(quantity, lot.price) === 0n) {
    matching.blockedBy = lot;
    return;
  }
  matching.matches.push({ lot, quantity });
  matching.left -= quantity;
}

/** RAB that was found. */
export function foundOf({ incoming, left }: Matching<Lot>): bigint {
  return incoming.quantity - left;
}

/** Returns the least that an order must be to go on where this one ended; null where nothing is in its way. */
export function leastOf(matching: Matching<Lot>): bigint | null {
  return matching.blockedBy && foundOf(matching) + matching.blockedBy.smallest;
}
