/**
 * Market quotes (docs/rules.md §9): the course of products elsewhere, to look at. No money moves at them: the exchange and the markets
 * have prices of their own.
 */
import * as z from 'zod/mini';
import { defineCall, nothing } from '../call';
import { id, timeMs } from '../ids';

/** The source's name where the market is simulated; no configured source may have it. */
export const SIMULATED = 'simulated';

/** A price that is older than this is shown as old. */
export const QUOTE_FRESH_MS = 60_000;

export const QUOTE_INTERVALS = ['1m', '5m', '1h', '1d'] as const;
export type QuoteInterval = (typeof QUOTE_INTERVALS)[number];

/** Candles begin at whole multiples of it, in UTC. */
export const INTERVAL_MS: Readonly<Record<QuoteInterval, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
};

/** At most so many candles, the newest ones. */
export const MAX_CANDLES = 160;
export const MAX_PRODUCTS = 50;
/** The line of a day: a close for each half hour. */
export const MAX_POINTS = 48;

const price = z.string().check(z.regex(/^(0|[1-9][0-9]{0,13})(\.[0-9]{1,10})?$/));
const signed = z.string().check(z.regex(/^-?(0|[1-9][0-9]{0,13})(\.[0-9]{1,10})?$/));

const latest = {
  id,
  price,
  /** Since 24 h ago: as a fraction of the price of then, and in the counter currency. */
  change: signed,
  moved: signed,
  /** Of 24 h. */
  high: price,
  low: price,
  /** The price's own time, as its source states it. */
  at: timeMs,
  /** `SIMULATED`, or the name that the operator gave the source. */
  source: z.string().check(z.minLength(1), z.maxLength(40)),
};

/** A product's latest figures, as the live stream carries them. */
export const livePrice = z.object(latest);
export type LivePrice = z.output<typeof livePrice>;

const quote = z.object({
  ...latest,
  /** Units of `counter` for one of `base`. */
  base: z.string(),
  counter: z.string(),
  /** Every price of it has so many. */
  decimals: z.int().check(z.gte(0), z.lte(10)),
  /** The price of 24 h ago, or the first one since. */
  open: price,
  /** Closes of the half hours of these 24 h, oldest first. */
  points: z.array(price).check(z.maxLength(MAX_POINTS)),
});
export type ProductQuote = z.output<typeof quote>;

const candle = z.object({
  /** Its beginning. */
  at: timeMs,
  open: price,
  high: price,
  low: price,
  close: price,
});
export type QuoteCandle = z.output<typeof candle>;

/** Every product that has a price, in the operator's order; none where there is no source. */
export const productQuotes = defineCall({
  name: 'productQuotes',
  method: 'GET',
  uri: '/api/v1/common/forexProductList',
  access: 'user',
  effect: 'read',
  shows: ['quotes'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: nothing,
  output: z.object({ products: z.array(quote).check(z.maxLength(MAX_PRODUCTS)) }),
});

/** One product with its candles of one interval, oldest first. Where no price came there is no candle. */
export const productQuote = defineCall({
  name: 'productQuote',
  method: 'GET',
  uri: '/api/v1/common/forexProduct',
  access: 'user',
  effect: 'read',
  shows: ['candles'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: z.strictObject({ id, interval: z.enum(QUOTE_INTERVALS) }),
  example: { id: 'XAU-USD', interval: '1h' },
  output: z.object({
    quote,
    interval: z.enum(QUOTE_INTERVALS),
    candles: z.array(candle).check(z.maxLength(MAX_CANDLES)),
  }),
  errors: ['not-found'],
});
