/** Delivery slips: what the trading desk behind custody did for an account. They are records and move no money (docs/rules.md §9). */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { id, pageInput, pageOf, timeMs } from '../ids';
import { amount } from '../money';

export const SLIP_ASSET = 'USDT';

/** Long gains when the price rises, short when it falls. */
export const SLIP_DIRECTIONS = ['long', 'short'] as const;
export const slipDirection = z.enum(SLIP_DIRECTIONS);
export type SlipDirection = (typeof SLIP_DIRECTIONS)[number];

/** The sign of the profit. */
export const SLIP_RESULTS = ['profit', 'loss', 'even'] as const;
export const slipResult = z.enum(SLIP_RESULTS);
export type SlipResult = (typeof SLIP_RESULTS)[number];

/** Points that a slip's path may have between opening and closing. */
export const MAX_PATH_POINTS = 500;

const slip = z.object({
  id,
  /** Orders the list: the closing time, or that of the account's latest slip, when a slip is reported after it. */
  listedAt: timeMs,
  /** The desk's trade order number. */
  tradeNumber: z.string(),
  /** The traded product; null where the desk names none. */
  product: z.nullable(z.string()),
  direction: slipDirection,
  result: slipResult,
  /** Profit, or loss below zero, and margin in USDT; the other figures are the desk's own. */
  profit: amount,
  margin: amount,
  lots: amount,
  spread: amount,
  leverage: amount,
  openPrice: amount,
  openedAt: timeMs,
  closePrice: amount,
  closedAt: timeMs,
  /** The highest and lowest price meanwhile; null where the desk tells none. */
  high: z.nullable(amount),
  low: z.nullable(amount),
});

export const deliverySlips = defineCall({
  name: 'deliverySlips',
  method: 'GET',
  uri: '/api/v1/pending/list',
  access: 'user',
  effect: 'read',
  shows: ['slips'],
  cache: { kind: 'list', maxAgeMs: 300_000, sort: 'listedAt' },
  input: z.strictObject({ ...pageInput }),
  example: { limit: 100 },
  output: pageOf(slip),
});

/** One slip with its prices from opening to closing, oldest first. */
export const deliverySlip = defineCall({
  name: 'deliverySlip',
  method: 'GET',
  uri: '/api/v1/pending/info',
  access: 'user',
  effect: 'read',
  shows: ['slips'],
  cache: { kind: 'record', maxAgeMs: 300_000 },
  input: z.strictObject({ id }),
  errors: ['not-found'],
  example: { id: '1' },
  output: z.object({
    slip,
    path: z.array(z.object({ at: timeMs, price: amount })).check(z.maxLength(MAX_PATH_POINTS + 2)),
  }),
});

/** Adds up the account's slips that are listed from `from` up to, not including, `until`. */
export const deliverySlipTotals = defineCall({
  name: 'deliverySlipTotals',
  method: 'GET',
  uri: '/api/v1/pending/totals',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['slips'],
  cache: { kind: 'record', maxAgeMs: 300_000 },
  input: z.strictObject({ from: z.optional(timeMs), until: z.optional(timeMs) }),
  example: { from: 0 },
  output: z.object({
    groups: z
      .array(z.object({ direction: slipDirection, result: slipResult, count: z.int(), amount }))
      .check(z.maxLength(SLIP_DIRECTIONS.length * SLIP_RESULTS.length)),
  }),
});
