/** The insurance fund (docs/rules.md §7). */
import * as z from 'zod/mini';
import { defineCall, nothing } from '../call';
import { id, pageInput, pageOf, timeMs } from '../ids';
import { amount, rate } from '../money';

export const INSURANCE_ASSET = 'USDT';

/** The curve goes back this many days. */
export const INSURANCE_CURVE_DAYS = 90;

/** The source of an inflow: a fee, half of a lost deposit, or anything else. */
export const INFLOW_SOURCES = [
  'withdrawal',
  'custody-redeem',
  'otc-rab',
  'otc-usdt',
  'machine-service',
  'lost-deposit',
  'other',
] as const;
export type InflowSource = (typeof INFLOW_SOURCES)[number];

export const insuranceFund = defineCall({
  name: 'insuranceFund',
  method: 'GET',
  uri: '/api/v1/insurance/info',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['insurance'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: nothing,
  output: z.object({
    balance: amount,
    /** Everything that ever came in and was paid; the difference is the balance. */
    inflow: amount,
    paid: amount,
    /** The fund's part of each fee that is taken now. */
    feeRate: rate,
    /** The balance at the end of each UTC day, oldest first; the last one is of now. */
    curve: z.array(z.object({ day: timeMs, balance: amount })).check(z.maxLength(INSURANCE_CURVE_DAYS)),
  }),
});

/** Lists the inflow of each UTC day by source, newest first: one record a day, however many fees there were. */
export const insuranceInflows = defineCall({
  name: 'insuranceInflows',
  method: 'GET',
  uri: '/api/v1/insurance/inflows',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['insurance'],
  cache: { kind: 'list', maxAgeMs: 60_000, sort: 'day' },
  input: z.strictObject({ ...pageInput }),
  example: { limit: 100 },
  output: pageOf(
    z.object({
      /** The day, `2026-11-21`. */
      id,
      /** Its midnight. */
      day: timeMs,
      amount,
      sources: z.array(z.object({ source: z.enum(INFLOW_SOURCES), amount, count: z.int() })),
    }),
  ),
});

/** Every payout with its reason, newest first. Whose it was is not told. */
export const insurancePayouts = defineCall({
  name: 'insurancePayouts',
  method: 'GET',
  uri: '/api/v1/insurance/payouts',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['insurance'],
  cache: { kind: 'list', maxAgeMs: 60_000, sort: 'createdAt' },
  input: z.strictObject({ ...pageInput }),
  example: { limit: 100 },
  output: pageOf(
    z.object({
      id,
      createdAt: timeMs,
      amount,
      reason: z.string(),
      to: z.enum(['user', 'outside']),
      journalId: id,
    }),
  ),
});
