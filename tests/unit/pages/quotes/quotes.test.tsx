import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  INTERVAL_MS,
  livePrice,
  type LivePrice,
  productQuote,
  type ProductQuote,
  type QuoteCandle,
} from '../../../../contract/calls/quotes';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Markets from '../../../../src/pages/quotes/Markets';
import { withLive, withPrice } from '../../../../src/pages/quotes/quote';
import { plainest } from '../../support/plainest';
import type { Handlers } from '../fake-worker';
import { named, opened, text, until, untilText } from '../support';

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
});
