import { act } from 'react';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  INTERVAL_MS,
  livePrice,
  type LivePrice,
  MAX_CANDLES,
  productQuote,
  type ProductQuote,
  type QuoteCandle,
} from '../../../../contract/calls/quotes';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Markets from '../../../../src/pages/quotes/Markets';
import { rangeOf, withLive, withPrice } from '../../../../src/pages/quotes/quote';
import { plainest } from '../../support/plainest';
import type { Handlers } from '../fake-worker';
import { named, opened, tap, text, until, untilText } from '../support';

/** The drawing needs a canvas, which this environment lacks: here it is what it was asked to draw. */
const drawing = vi.hoisted(() => ({ shown: [] as unknown[], fails: false }));
vi.mock('../../../../src/pages/quotes/Markets/candle-chart', () => ({
  drawChart() {
    if (drawing.fails) throw new Error('no chart');
    return {
      show: (candles: unknown) => void drawing.shown.push(candles),
      recolour: () => {},
      remove: () => {},
    };
  },
}));

const quoteOf = (at: number, changes: Partial<ProductQuote> = {}): ProductQuote => ({
  ...plainest(productQuote.output, {
    quote: { id: 'BTC-USD', base: 'BTC', counter: 'USD', decimals: 2, price: '91284.50', change: '-0.006400' },
  }).quote,
  at,
  ...changes,
});
const liveOf = (at: number, changes: Partial<LivePrice> = {}): LivePrice =>
  plainest(livePrice, { ...quoteOf(at), ...changes });

/** Two that end with the hour of `at`. */
function candlesUntil(at: number): QuoteCandle[] {
  const last = Math.floor(at / INTERVAL_MS['1h']) * INTERVAL_MS['1h'];
  return [
    { at: last - INTERVAL_MS['1h'], open: '91600.00', high: '91700.00', low: '90950.05', close: '91000.00' },
    { at: last, open: '91000.00', high: '91284.50', low: '90990.00', close: '91284.50' },
  ];
}

let now = 0;
beforeEach(() => {
  now = Date.now();
  Object.assign(drawing, { shown: [], fails: false });
  appHistory.replace(paths.markets);
});

const show = (changes: Handlers = {}) =>
  opened(Markets, {
    productQuotes: () => ({
      products: [
        quoteOf(now - 2_000),
        quoteOf(now - 300_000, { id: 'EUR-USD', base: 'EUR', decimals: 5, price: '1.08457' }),
      ],
    }),
    productQuote: ({ interval }) => ({ quote: quoteOf(now - 2_000), interval, candles: candlesUntil(now) }),
    ...changes,
  });

describe('the list of products', () => {
  it('greys what is older than a minute, and nothing else', async () => {
    show();
    await untilText('EUR/USD');
    expect([named('BTC/USD'), named('EUR/USD')].map((row) => row.dataset['old'])).toEqual([undefined, 'true']);
  });

  it('follows the live stream, and never goes back', async () => {
    const worker = show();
    await untilText('91,284.50');
    await until(() => expect(worker.isSubscribed).toBe(true));
    act(() =>
      worker.emit({ type: 'prices', prices: [liveOf(now + 3_000, { price: '91300.00', change: '-0.006232' })] }),
    );
    await untilText('91,300.00', '−0.62%');
    act(() => worker.emit({ type: 'prices', prices: [liveOf(now - 60_000, { price: '80000.00' })] }));
    act(() => worker.emit({ type: 'prices', prices: [liveOf(now + 4_000, { id: 'EUR-USD', price: '1.20000' })] }));
    // Both have been heard by then.
    await untilText('1.20000');
    expect(text()).toContain('91,300.00');
    expect(text()).not.toContain('80,000.00');
  });
});

describe('one product', () => {
  beforeEach(() => appHistory.replace(`${paths.markets}?id=BTC-USD`));

  it('tells when the drawing cannot be loaded: the figures are there, and it can be tried again', async () => {
    drawing.fails = true;
    show();
    await untilText('The chart could not be loaded.', 'The table has every figure.', 'View as table');
    drawing.fails = false;
    await tap('Retry');
    await until(() => expect(drawing.shown.length).toBeGreaterThan(0));
  });
});

describe('a live price', () => {
  const START = Date.UTC(2026, 10, 21, 9);

  it('is the later of the two', () => {
    const quote = quoteOf(START);
    expect(withLive(quote, undefined)).toBe(quote);
    expect(withLive(quote, liveOf(START, { price: '1.00' }))).toBe(quote);
    expect(withLive(quote, liveOf(START + 1, { price: '1.00' }))).toEqual({ ...quote, at: START + 1, price: '1.00' });
  });

  it('goes into the candle of its time, or begins the next one', () => {
    const candles = candlesUntil(START);
    const last = candles.at(-1);
    expect(withPrice(candles, { at: START + 1, price: '90000.00' }, '1h').at(-1)).toEqual({
      ...last,
      low: '90000.00',
      close: '90000.00',
    });
    const next = withPrice(candles, { at: START + INTERVAL_MS['1h'], price: '9.00' }, '1h');
    const flat = { open: '9.00', high: '9.00', low: '9.00', close: '9.00' };
    expect(next.at(-1)).toEqual({ at: START + INTERVAL_MS['1h'], ...flat });
    expect(withPrice(candles, { at: START - 1, price: '9.00' }, '1h')).toBe(candles);
    expect(withPrice([], { at: START, price: '9.00' }, '1h')).toEqual([]);
  });

  it('never makes more candles than there may be, nor one whose figures do not fit together', () => {
    const price = fc.integer({ min: 1, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2));
    const steps = fc.array(fc.record({ passedMs: fc.integer({ min: 1, max: 100_000 }), price }), { maxLength: 250 });
    fc.assert(
      fc.property(steps, (course) => {
        let candles: readonly QuoteCandle[] = [{ at: START, open: '5.00', high: '5.00', low: '5.00', close: '5.00' }];
        let at = START;
        for (const { passedMs, price: stated } of course) {
          at += passedMs;
          candles = withPrice(candles, { at, price: stated }, '1m');
          const last = candles.at(-1);
          const figures = [last?.open, last?.high, last?.low, last?.close].map(Number);
          const [, high, low, close] = figures;
          expect([high, low]).toEqual([Math.max(...figures), Math.min(...figures)]);
          expect(close).toBe(Number(stated));
        }
        expect(candles.length).toBeLessThanOrEqual(MAX_CANDLES);
        expect(rangeOf(candles)?.high).toBeDefined();
      }),
      { numRuns: 20 },
    );
  });
});
