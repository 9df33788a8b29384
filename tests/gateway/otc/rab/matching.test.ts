/** The pure matching against one that is written down as the rule says it, with the properties that must hold whatever the book. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RATE_SCALE } from '../../../../contract/money';
import { rangeAround } from '../../../../gateway/domain/otc/rab/guide-rules';
import {
  beginMatching,
  foundOf,
  leastOf,
  MAX_FILLS,
  offerLot,
  type IncomingOrder,
  type Lot,
} from '../../../../gateway/domain/otc/rab/matching';
import { buyerHold, forfeitOf, shareOfMore, shareUp, usdtOf } from '../../../../gateway/domain/otc/rab/rules';

const RUNS = { numRuns: 400 };
const RAB = 100_000_000n;
const TENTH = RATE_SCALE / 10n;

interface Resting {
  user: 'me' | 'other';
  price: bigint;
  quantity: bigint;
  left: bigint;
  canSplit: boolean;
}

const quantity = fc.bigInt(1_000_000n, 500n * RAB);
const resting: fc.Arbitrary<Resting> = fc
  .record({
    user: fc.constantFrom('me' as const, 'other' as const, 'other' as const),
    price: fc.bigInt(120_000n, 130_000n),
    quantity,
    filled: fc.integer({ min: 0, max: 99 }),
    canSplit: fc.boolean(),
  })
  .map(({ filled, ...lot }) => ({
    ...lot,
    left: lot.canSplit ? lot.quantity - (lot.quantity * BigInt(filled)) / 100n : lot.quantity,
  }));
const incoming: fc.Arbitrary<IncomingOrder> = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  price: fc.bigInt(120_000n, 130_000n),
  quantity,
});

/** The lots that may be offered, in the order of priority, as the database lists them. */
function book({ side, price }: IncomingOrder, lots: readonly Resting[]): (Lot & Resting)[] {
  const better = side === 'buy' ? (a: bigint, b: bigint) => a < b : (a: bigint, b: bigint) => a > b;
  return lots
    .map((lot, index) => ({
      ...lot,
      id: String(index),
      remaining: lot.left,
      smallest: lot.canSplit && lot.left > shareUp(lot.quantity, TENTH) ? shareUp(lot.quantity, TENTH) : lot.left,
    }))
    .filter((lot) => lot.user !== 'me' && (lot.price === price || better(lot.price, price)))
    .sort((a, b) => (a.price === b.price ? Number(a.id) - Number(b.id) : better(a.price, b.price) ? -1 : 1));
}

function matched(order: IncomingOrder, lots: readonly (Lot & Resting)[]) {
  const matching = beginMatching<Lot & Resting>(order);
  for (const lot of lots) offerLot(matching, lot);
  return matching;
}

/** As docs/rules.md §8 says it: each lot in turn gets all that it can, up to the first that takes more than what is left. */
function asWritten(
  order: IncomingOrder,
  lots: readonly (Lot & Resting)[],
): { found: [string, bigint][]; least: bigint | null } {
  let open = order.quantity;
  const found: [string, bigint][] = [];
  for (const lot of lots) {
    if (open === 0n) break;
    const possible = open < lot.left ? open : lot.left;
    const suitsLot = possible === lot.left || (lot.canSplit && possible * 10n >= lot.quantity);
    if (!suitsLot || (possible * lot.price) / RAB === 0n) return { found, least: order.quantity - open + lot.smallest };
    found.push([lot.id, possible]);
    open -= possible;
  }
  return { found, least: null };
}

describe('matching', () => {
  it('fills what the rules say, in their order, and passes nothing over', () => {
    fc.assert(
      fc.property(incoming, fc.array(resting, { maxLength: 40 }), (order, lots) => {
        const offered = book(order, lots);
        const matching = matched(order, offered);
        const { matches } = matching;
        const { found, least } = asWritten(order, offered);
        expect(matches.map(({ lot, quantity: taken }) => [lot.id, taken])).toEqual(found);
        expect(leastOf(matching)).toBe(least);
        // All but the last are filled whole, from the first on.
        expect(matches.map(({ lot }) => lot.id)).toEqual(offered.slice(0, matches.length).map(({ id }) => id));
        for (const { lot, quantity: taken } of matches.slice(0, -1)) expect(taken).toBe(lot.left);
        expect(foundOf(matching)).toBe(matches.reduce((total, { quantity: taken }) => total + taken, 0n));
        for (const { lot, quantity: taken } of matches) {
          expect(lot.user).toBe('other');
          expect(order.side === 'buy' ? lot.price <= order.price : lot.price >= order.price).toBe(true);
          expect(taken >= lot.smallest && taken <= lot.left).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('names an amount that is then filled whole, and no smaller one beyond what it had found', () => {
    let named = 0;
    fc.assert(
      fc.property(incoming, fc.array(resting, { minLength: 1, maxLength: 20 }), (order, lots) => {
        const offered = book(order, lots);
        const matching = matched(order, offered);
        const least = leastOf(matching);
        if (least === null) return;
        named += 1;
        expect(matched({ ...order, quantity: least }, offered)).toMatchObject({ left: 0n, blockedBy: null });
        expect(leastOf(matched({ ...order, quantity: least - 1n }, offered))).toBe(least);
      }),
      RUNS,
    );
    expect(named).toBeGreaterThan(20);
  });

  it('stops at as many fills as an answer can tell of', () => {
    const order: IncomingOrder = { side: 'buy', price: 125_000n, quantity: 1_000n * RAB };
    const lots = Array.from({ length: 500 }, () => ({
      user: 'other' as const,
      price: 125_000n,
      quantity: RAB,
      left: RAB,
      canSplit: false,
    }));
    const matching = matched(order, book(order, lots));
    expect([matching.matches.length, foundOf(matching)]).toEqual([MAX_FILLS, BigInt(MAX_FILLS) * RAB]);
  });
});

describe('arithmetic', () => {
  it('holds what any fills of the order will cost', () => {
    const parts = fc.array(fc.bigInt(1n, 100n * RAB), { minLength: 1, maxLength: 12 });
    const rates = fc.constantFrom(0n, RATE_SCALE / 500n, RATE_SCALE / 3n);
    fc.assert(
      fc.property(parts, fc.bigInt(1n, 10_000_000n), rates, (fills, price, feeRate) => {
        const total = fills.reduce((sum, one) => sum + one, 0n);
        const held = buyerHold({ price, feeRate, depositRate: RATE_SCALE }, total);
        let [amount, fee] = [0n, 0n];
        for (const one of fills) {
          const worth = usdtOf(one, price);
          fee += shareOfMore(amount, fee, worth, feeRate);
          amount += worth;
        }
        expect(fee).toBe(shareUp(amount, feeRate));
        expect(amount + fee <= held).toBe(true);
        expect(held - amount - fee < BigInt(2 * fills.length + 1)).toBe(true);
      }),
      RUNS,
    );
  });

  it('splits a missed deposit to the unit, and bounds a price on both sides', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n), (deposit) => {
        const { toSeller, toInsurance } = forfeitOf(deposit);
        expect(toSeller + toInsurance).toBe(deposit);
        expect([0n, 1n]).toContain(toInsurance - toSeller);
      }),
      RUNS,
    );
    expect(rangeAround(125_001n, RATE_SCALE / 10n)).toEqual({ low: 112_501n, high: 137_501n });
  });
});
