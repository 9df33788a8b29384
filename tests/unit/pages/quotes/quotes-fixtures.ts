/** Market quotes as the gateway answers them. */
import type { LivePrice, ProductQuote, QuoteCandle } from '../../../../contract/calls/quotes';

const HOUR_MS = 3_600_000;

export function quoteOf(at: number, changes: Partial<ProductQuote> = {}): ProductQuote {
  return {
    id: 'BTC-USD',
    base: 'BTC',
    counter: 'USD',
    decimals: 2,
    price: '91284.50',
    change: '-0.006400',
    moved: '-588.00',
    open: '91872.50',
    high: '92001.10',
    low: '90950.05',
    at,
    source: 'simulated',
    points: ['91872.50', '92001.10', '91284.50'],
    ...changes,
  };
}

/** Hourly candles that end with the hour of `at`. */
export function candlesUntil(at: number): QuoteCandle[] {
  const last = Math.floor(at / HOUR_MS) * HOUR_MS;
  return [
    { at: last - 2 * HOUR_MS, open: '91872.50', high: '92001.10', low: '91500.00', close: '91600.00' },
    { at: last - HOUR_MS, open: '91600.00', high: '91700.00', low: '90950.05', close: '91000.00' },
    { at: last, open: '91000.00', high: '91284.50', low: '90990.00', close: '91284.50' },
  ];
}

export function liveOf(at: number, changes: Partial<LivePrice> = {}): LivePrice {
  const { id, price, change, moved, high, low, source } = quoteOf(at);
  return { id, price, change, moved, high, low, at, source, ...changes };
}
