/** Quotes as screens show them: the kept answer, and over it what the live stream has told since. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  INTERVAL_MS,
  MAX_CANDLES,
  type LivePrice,
  type ProductQuote,
  type QuoteCandle,
  type QuoteInterval,
} from '../../../contract/calls/quotes';
import { decimalToUnits } from '../../../contract/money';
import { formatAmount } from '../../format/amount';
import type { Locale } from '../../i18n/locales';

export const INTERVAL_NAMES: Readonly<Record<QuoteInterval, MessageDescriptor>> = {
  '1m': msg`1 min`,
  '5m': msg`5 min`,
  '1h': msg`1 h`,
  '1d': msg`1 day`,
};

const DECIMALS = 10;
const units = (price: string) => decimalToUnits(price, DECIMALS);

export const pairOf = ({ base, counter }: Pick<ProductQuote, 'base' | 'counter'>): string => `${base}/${counter}`;

/** A price with all of its product's decimals. */
export function formatPrice(price: string, decimals: number, locale: Locale): string {
  return formatAmount(price, { locale, asset: 'USDT', precision: 'full', decimals });
}

/** The later of the two. */
export function withLive(quote: ProductQuote, live: LivePrice | undefined): ProductQuote {
  return live && live.at > quote.at ? { ...quote, ...live } : quote;
}

/** The candles with the latest price in the last one, or in one that begins with it until the gateway tells its own. */
export function withPrice(
  candles: readonly QuoteCandle[],
  { price, at }: Pick<ProductQuote, 'price' | 'at'>,
  interval: QuoteInterval,
): readonly QuoteCandle[] {
  const begin = Math.floor(at / INTERVAL_MS[interval]) * INTERVAL_MS[interval];
  const last = candles.at(-1);
  if (!last || begin < last.at) return candles;
  if (begin > last.at) {
    const opened = { at: begin, open: price, high: price, low: price, close: price };
    return [...candles, opened].slice(-MAX_CANDLES);
  }
  const high = units(price) > units(last.high) ? price : last.high;
  const low = units(price) < units(last.low) ? price : last.low;
  return [...candles.slice(0, -1), { ...last, high, low, close: price }];
}

/** The lowest and the highest price of candles; null without any. */
export function rangeOf(candles: readonly QuoteCandle[]): { low: string; high: string } | null {
  const [first, ...rest] = candles;
  if (!first) return null;
  return rest.reduce(
    (range, { low, high }) => ({
      low: units(low) < units(range.low) ? low : range.low,
      high: units(high) > units(range.high) ? high : range.high,
    }),
    { low: first.low, high: first.high },
  );
}
