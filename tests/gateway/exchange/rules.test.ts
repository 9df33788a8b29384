import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RATE_SCALE, type AssetCode } from '../../../contract/money';
import {
  hasMovedInFavour,
  isFresh,
  PRICE_MAX_AGE_MS,
  rateText,
  receivedFor,
  type RateTerms,
} from '../../../gateway/domain/exchange/rules';

const RAB_UNIT = 10n ** 8n;
const other: Record<AssetCode, AssetCode> = { RAB: 'USDT', USDT: 'RAB' };

const price = fc.bigInt({ min: 1n, max: 10n ** 12n });
const spread = fc.bigInt({ min: 0n, max: RATE_SCALE - 1n });
const terms: fc.Arbitrary<RateTerms> = fc.record({ from: fc.constantFrom('RAB', 'USDT'), price, spread });
const given = fc.bigInt({ min: 1n, max: 10n ** 20n });

/** received / given compared with the rate, cross-multiplied: exact. Positive: the user has more than the rate gives. */
function excess({ from, price: p, spread: s }: RateTerms, units: bigint, received: bigint): bigint {
  return from === 'RAB'
    ? received * RAB_UNIT * RATE_SCALE - units * p * (RATE_SCALE - s)
    : received * p * (RATE_SCALE + s) - units * RAB_UNIT * RATE_SCALE;
}

describe('the rate of an exchange', () => {
  it('never gives more than the rate, and less by under one unit', () => {
    fc.assert(
      fc.property(terms, given, (how, units) => {
        const received = receivedFor(how, units);
        expect(excess(how, units, received) <= 0n).toBe(true);
        expect(excess(how, units, received + 1n) > 0n).toBe(true);
      }),
    );
  });

  it('never gives back more than was given, there and back, however the amount is split', () => {
    fc.assert(
      fc.property(terms, given, fc.bigInt({ min: 0n, max: 100n }), (how, units, percent) => {
        const there = receivedFor(how, units);
        const part = (there * percent) / 100n;
        const back = (amount: bigint) => receivedFor({ ...how, from: other[how.from] }, amount);
        expect(back(part) + back(there - part) <= units).toBe(true);
        const first = (units * percent) / 100n;
        expect(receivedFor(how, first) + receivedFor(how, units - first) <= there).toBe(true);
      }),
    );
  });

  it('is not given once the price of the moment makes the received more worth than the given', () => {
    let filled = 0;
    fc.assert(
      fc.property(terms, given, fc.integer({ min: 800, max: 1_250 }), (how, units, thousandths) => {
        const now = (how.price * BigInt(thousandths)) / 1_000n || 1n;
        if (hasMovedInFavour(how, now)) return;
        filled += 1;
        const received = receivedFor(how, units);
        if (how.from === 'RAB') expect(received * RAB_UNIT <= units * now).toBe(true);
        else expect(received * now <= units * RAB_UNIT).toBe(true);
      }),
    );
    expect(filled).toBeGreaterThan(20);
    // By exactly the spread and no unit further.
    const at = { price: 125_000n, spread: RATE_SCALE / 200n };
    const isGone = (from: AssetCode) => (price_: bigint) => hasMovedInFavour({ ...at, from }, price_);
    expect([125_625n, 125_626n].map(isGone('USDT'))).toEqual([false, true]);
    expect([124_375n, 124_374n].map(isGone('RAB'))).toEqual([false, true]);
  });

  it('is the guide price less half a percent for RAB, plus half a percent for USDT', () => {
    const at = { price: 125_000n, spread: RATE_SCALE / 200n };
    expect(rateText({ ...at, from: 'RAB' })).toBe('0.124375');
    expect(rateText({ ...at, from: 'USDT' })).toBe('0.125625');
    expect(receivedFor({ ...at, from: 'RAB' }, 100n * RAB_UNIT)).toBe(12_437_500n);
    expect(receivedFor({ ...at, from: 'USDT' }, 100_000_000n)).toBe(79_601_990_049n);
    expect(rateText({ from: 'RAB', price: 2_000_000n, spread: 0n })).toBe('2');
  });

  it('takes a price of exactly a minute, and none that is older', () => {
    expect([isFresh(1_000, 1_000 + PRICE_MAX_AGE_MS), isFresh(1_000, 1_001 + PRICE_MAX_AGE_MS)]).toEqual([true, false]);
  });
});
