/** The guide price by its rules, and how far anybody can move it (docs/rules.md §8). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RATE_SCALE } from '../../../../contract/money';
import {
  allowedPrices,
  BUCKET_MS,
  medianOf,
  nextGuide,
  rangeAround,
  weighedPrices,
  type GuideFigures,
  type GuideState,
  type PairTrades,
} from '../../../../gateway/domain/otc/rab/guide-rules';

const FIGURES: GuideFigures = { reach: RATE_SCALE / 10n, hourly: RATE_SCALE / 50n, pairs: 5 };
const REFERENCE = 125_000n;
const RAB = 100_000_000n;
const HOUR_MS = 3_600_000;

function traded(bucket: number, one: number, other: number, price: bigint, rab = 100n, isLinked = false): PairTrades {
  const quantity = rab * RAB;
  return {
    bucket: bucket * BUCKET_MS,
    users: [`${one}`, `${other}`],
    isLinked,
    low: price,
    high: price,
    quantity,
    amount: (quantity * price) / RAB,
  };
}
/** Five pairs of ten people, in one bucket. */
const five = (bucket: number, price: bigint) => [0, 2, 4, 6, 8].map((one) => traded(bucket, one, one + 1, price));
const median = (trades: readonly PairTrades[]) => medianOf(trades, REFERENCE, FIGURES);

/** Trades of so many users, each with any other. */
const anyTrades = (users: number) =>
  fc
    .array(
      fc.record({
        bucket: fc.nat(20),
        one: fc.nat(users - 1),
        other: fc.nat(users - 1),
        price: fc.bigInt(100_000n, 150_000n),
        rab: fc.bigInt(1n, 1_000_000n),
      }),
      { minLength: 1, maxLength: 60 },
    )
    .map((all) =>
      all
        .filter(({ one, other }) => one !== other)
        .map(({ bucket, one, other, price, rab }) => traded(bucket, one, other, price, rab)),
    );

describe('the median of trades', () => {
  it('needs five pairs who are not linked', () => {
    expect(median([])).toBeNull();
    expect(median(five(1, 126_000n).slice(1))).toBeNull();
    expect(median(five(1, 126_000n))).toBe(126_000n);
    const [first, ...others] = five(1, 126_000n);
    if (!first) throw new Error('no pair');
    expect(median([{ ...first, isLinked: true }, ...others])).toBeNull();
    // The same two in another bucket, and the other way round, are no other pair.
    expect(median([...others, traded(2, 3, 2, 126_000n)])).toBeNull();
  });

  it('counts five minutes like any other five minutes, whatever was traded in them', () => {
    const burst = five(9, 130_000n).map((one) => ({
      ...one,
      quantity: one.quantity * 10_000n,
      amount: one.amount * 10_000n,
    }));
    expect(median([1, 2, 3].flatMap((bucket) => five(bucket, 126_000n)).concat(burst))).toBe(126_000n);
  });

  it('lets nobody weigh more than a tenth: the rest of theirs counts as the reference price', () => {
    // One trades with ten others; a tenth of it is not enough to lead anywhere.
    const hub = Array.from({ length: 10 }, (_, index) => traded(1, 0, index + 1, 130_000n));
    expect(median(hub)).toBe(REFERENCE);
    fc.assert(
      fc.property(anyTrades(13), (trades) => {
        const weighed = weighedPrices(trades, REFERENCE);
        const total = weighed.reduce((sum, { weight }) => sum + weight, 0n);
        for (const user of new Set(trades.flatMap(({ users }) => users))) {
          const own = trades.reduce(
            (sum, { users }, index) => sum + (users.includes(user) ? (weighed[index]?.weight ?? 0n) : 0n),
            0n,
          );
          // Half of a pair's weight is each one's.
          expect(own * 10n <= total * 2n).toBe(true);
        }
        expect(weighed.every(({ weight }) => weight >= 0n)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the guide price', () => {
  const begin = 40 * HOUR_MS;
  const step = (before: GuideState | null, median_: bigint | null, now: number, reference = REFERENCE) =>
    nextGuide(before, { median: median_, reference, now }, FIGURES);

  it('is the reference price without a median, and begins from it with one', () => {
    expect(step(null, null, begin)).toEqual({ state: { price: null, reference: REFERENCE, moves: [] }, beyond: null });
    expect(step(null, 127_500n, begin)).toMatchObject({ state: { price: 127_500n }, beyond: null });
    expect(step(null, 127_501n, begin)).toMatchObject({ state: { price: 127_500n }, beyond: 'hour' });
    expect(step(null, 122_499n, begin)).toMatchObject({ state: { price: 122_500n }, beyond: 'hour' });
    expect(step(null, 137_501n, begin)).toMatchObject({ state: { price: 127_500n }, beyond: 'reach' });
  });

  it('goes two in a hundred within any hour, and no further than a tenth, whatever trades say', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 1_500_000 }), fc.bigInt(90_000n, 160_000n)), {
          minLength: 2,
          maxLength: 80,
        }),
        (steps) => {
          let state: GuideState | null = null;
          let now = begin;
          const past: { at: number; price: bigint }[] = [{ at: now, price: REFERENCE }];
          for (const [ms, wanted] of steps) {
            now += ms;
            state = step(state, wanted, now).state;
            const price = state.price ?? 0n;
            const { low, high } = rangeAround(REFERENCE, FIGURES.reach);
            expect(price >= low && price <= high).toBe(true);
            for (const earlier of past.filter(({ at }) => at > now - HOUR_MS)) {
              const range = rangeAround(earlier.price, FIGURES.hourly);
              expect(price >= range.low && price <= range.high).toBe(true);
            }
            past.push({ at: now, price });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('stays where it is when staff state another reference price, as far as that one allows', () => {
    const { state } = step(null, 126_000n, begin);
    expect(step(state, 126_000n, begin + 1_000, 130_000n)).toMatchObject({ state: { price: 126_000n }, beyond: null });
    expect(step(state, 126_000n, begin + 1_000, 150_000n)).toMatchObject({
      state: { price: 135_000n },
      beyond: 'reach',
    });
  });

  it('leaves orders what is near it and near the reference price', () => {
    const tenth = RATE_SCALE / 10n;
    expect(allowedPrices(REFERENCE, tenth, REFERENCE, tenth)).toEqual({ low: 112_500n, high: 137_500n });
    expect(allowedPrices(137_500n, tenth, REFERENCE, tenth)).toEqual({ low: 123_750n, high: 137_500n });
    expect(allowedPrices(112_500n, tenth, REFERENCE, tenth)).toEqual({ low: 112_500n, high: 123_750n });
  });
});
