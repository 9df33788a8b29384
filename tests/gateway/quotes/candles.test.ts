/** Candles, the judging of prices, and the simulated market: all pure. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INTERVAL_MS } from '../../../contract/calls/quotes';
import { DEFAULT_PRODUCTS, parseProducts, priceUnits } from '../../../gateway/adapters/quotes/source';
import { simulatedMarket } from '../../../gateway/adapters/quotes/simulated';
import { candleOf, fold } from '../../../gateway/domain/quotes/candles';
import { BAND_MS, judge, MAX_AGE_MS, MAX_AHEAD_MS } from '../../../gateway/domain/quotes/rules';

const START = Date.UTC(2026, 10, 21, 9);
const DAY_MS = INTERVAL_MS['1d'];
const SPANS = Object.values(INTERVAL_MS);

const ticksOf = fc
  .array(
    fc.record({
      at: fc.integer({ min: START, max: START + 3 * DAY_MS }),
      price: fc.bigInt({ min: 1n, max: 10n ** 18n }),
    }),
    {
      maxLength: 300,
    },
  )
  .map((ticks) => ticks.toSorted((a, b) => a.at - b.at));

describe('candles', () => {
  it('of a longer interval are the fold of the shorter ones', () => {
    fc.assert(
      fc.property(ticksOf, (ticks) => {
        const parts = ticks.map(candleOf);
        for (const [index, spanMs] of SPANS.entries())
          for (const longerMs of SPANS.slice(index + 1))
            expect(fold(fold(parts, spanMs), longerMs)).toEqual(fold(parts, longerMs));
      }),
    );
  });

  it('have the first, highest, lowest and last price of their time, and none where no price came', () => {
    fc.assert(
      fc.property(ticksOf, fc.constantFrom(...SPANS), (ticks, spanMs) => {
        const candles = fold(ticks.map(candleOf), spanMs);
        const inside = (at: number) => ticks.filter((tick) => tick.at >= at && tick.at < at + spanMs);
        expect(candles.reduce((count, { at }) => count + inside(at).length, 0)).toBe(ticks.length);
        for (const { at, open, high, low, close } of candles) {
          const prices = inside(at).map(({ price }) => price);
          expect(at % spanMs).toBe(0);
          expect([open, close]).toEqual([prices[0], prices.at(-1)]);
          expect(prices.every((price) => price <= high && price >= low)).toBe(true);
          expect([prices.includes(high), prices.includes(low)]).toEqual([true, true]);
        }
      }),
    );
  });
});

describe('a stated price', () => {
  const product = { decimals: 2 };
  const last = { at: START - 10_000, price: priceUnits('100') };
  const stated = (price: string, at = START) => judge({ symbol: 'X', price, at }, product, last, START);

  it.each([
    '0',
    '0.00',
    '0.004',
    '-1',
    'NaN',
    'Infinity',
    '1e3',
    '',
    ' 1',
    '1,5',
    '0x10',
    '１',
    '01',
    '.5',
    '1.',
    '9'.repeat(13),
  ])('%j is none', (price) => expect(stated(price)).toBe('not-a-price'));

  it('is rounded to the product’s decimals', () => {
    expect(stated('101.005')).toEqual({ at: START, price: priceUnits('101.01') });
    expect(stated('101.0049999999')).toEqual({ at: START, price: priceUnits('101') });
  });

  it('is refused from the future, when it is old, and when it is not newer than the kept one', () => {
    expect(stated('100', START + MAX_AHEAD_MS)).toMatchObject({ price: priceUnits('100') });
    expect(stated('100', START + MAX_AHEAD_MS + 1)).toBe('from-the-future');
    expect(stated('100', START - MAX_AGE_MS - 1)).toBe('too-old');
    expect(stated('100', last.at)).toBe('not-newer');
    expect(stated('100', last.at - 1)).toBe('not-newer');
    expect(judge({ symbol: 'X', price: '100', at: START - MAX_AGE_MS }, product, null, START)).toMatchObject({
      at: START - MAX_AGE_MS,
    });
  });

  it('is refused beyond the band, until the source has stood by it for long', () => {
    expect(stated('110')).toMatchObject({ price: priceUnits('110') });
    expect(stated('90')).toMatchObject({ price: priceUnits('90') });
    expect(stated('110.01')).toBe('jump');
    expect(stated('89.99')).toBe('jump');
    const later = last.at + BAND_MS;
    const then = (at: number) => judge({ symbol: 'X', price: '200', at }, product, last, at);
    expect(then(later)).toBe('jump');
    expect(then(later + 1)).toMatchObject({ price: priceUnits('200') });
  });
});

describe('the simulated market', () => {
  const market = simulatedMarket(parseProducts(DEFAULT_PRODUCTS) ?? []);

  it('states the same whoever asks, and moves', async () => {
    const again = simulatedMarket(market.products);
    expect(await again.read(START + 4_999)).toEqual(await market.read(START));
    const [first, next] = [await market.read(START), await market.read(START + 5_000)];
    expect(first.map(({ price }) => price)).not.toEqual(next.map(({ price }) => price));
    expect(first.every(({ at }) => at === START)).toBe(true);
  });
});
