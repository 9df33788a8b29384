/** Income of all kinds, and what has caused it (docs/rules.md §7). */
import * as z from 'zod/mini';
import { defineCall, knownOrNull, nothing } from '../call';
import { id, pageInput, pageOf, timeMs } from '../ids';
import { amount, assetCode, rate } from '../money';

/** Kinds of income (docs/rules.md §7). */
export const INCOME_TYPES = ['static', 'promotion', 'management', 'airdrop', 'dividend', 'dynamic'] as const;
export const incomeType = z.enum(INCOME_TYPES);
export type IncomeType = (typeof INCOME_TYPES)[number];

/** This system account paid the income (docs/rules.md §1). The yield pool filled `custody-reserve` when the order was placed, the dividend
 * pool `dividend-reserve` when the dividend was declared. */
export const incomePool = z.enum([
  'custody-reserve',
  'yield-pool',
  'mining-pool',
  'airdrop-pool',
  'promotion-pool',
  'dividend-pool',
  'dividend-reserve',
  'dynamic-pool',
]);

/** Fees by what they were charged on (docs/rules.md §7). */
export const feeSource = z.enum(['withdrawal', 'custody-redeem', 'otc-rab', 'otc-usdt', 'machine-service']);

/** The figures behind an income from a fee. They name nobody: neither the person who paid the fee, nor the generation's members. */
const feeShare = {
  /** The whole fee; the income is fee × rate, rounded down, and never more than the other shares have left of the fee. */
  fee: amount,
  feeSource,
  rate,
  /** The journal that took the fee and set the share aside. */
  feeJournalId: id,
};

/**
 * Names the source of an income, with everything that is needed to work the amount out again (docs/rules.md §1). Each source
 * that pays has a shape of its own.
 */
export const incomeLineage = z.union([
  /** principal × dailyRate for the completed day `day` of the order; what is less than a smallest unit goes to the next day. */
  z.object({
    source: z.literal('custody-interest'),
    orderId: id,
    day: z.int(),
    principal: amount,
    dailyRate: rate,
  }),
  /** The amount that stands on a finite list, published before it was paid. */
  z.object({
    source: z.literal('airdrop'),
    list: z.string(),
    publishedAt: timeMs,
    recipients: z.int(),
    total: amount,
  }),
  /** Generation 1 paid the fee. */
  z.object({ source: z.literal('promotion-fee'), ...feeShare }),
  /** Generation 2 paid the fee. */
  z.object({ source: z.literal('management-fee'), ...feeShare }),
  /** The person paid the fee, and a part of it comes back. */
  z.object({ source: z.literal('fee-rebate'), ...feeShare }),
  /**
   * `output` is the rest of the receipts of the UTC day `day` after the service fee; the income is output × hashrate / totalHashrate, by
   * largest remainder. Hash rates are T of the machine and of all that ran on that day.
   */
  z.object({
    source: z.literal('machine-output'),
    receiptId: id,
    machineId: id,
    /** UTC midnight at which the day began. */
    day: timeMs,
    hashrate: z.int(),
    totalHashrate: z.int(),
    receipts: amount,
    serviceFeeRate: rate,
    serviceFee: amount,
    output: amount,
  }),
  /** total × custodyDays / totalDays of the declaration's period, whose end is not part of it. Days are plain decimals. */
  z.object({
    source: z.literal('dividend'),
    declarationId: id,
    from: timeMs,
    until: timeMs,
    custodyDays: amount,
    totalDays: amount,
    total: amount,
  }),
]);

/** The pool does not hold enough; the operator knows, and the income is paid when the pool is filled. */
export const pendingReason = z.enum(['pool-empty']);

/** The person's income, newest first; a type narrows it. */
export const incomes = defineCall({
  name: 'incomes',
  method: 'GET',
  uri: '/api/v1/income/log',
  access: 'user',
  effect: 'read',
  shows: ['income'],
  cache: { kind: 'list', maxAgeMs: 60_000, sort: 'createdAt', tag: 'type' },
  input: z.strictObject({ type: z.optional(incomeType), ...pageInput }),
  example: { limit: 100 },
  output: pageOf(
    z.object({
      id,
      createdAt: timeMs,
      type: incomeType,
      status: z.enum(['pending-credit', 'credited']),
      /** The reason why it is still pending; null for a credited income, and while nobody has tried to pay it. The gateway of 1.0.50 tells none. */
      reason: z.optional(knownOrNull(pendingReason)),
      asset: assetCode,
      amount,
      /** The person earned the income at `incomeAt` and received it at `arrivedAt`, null while the income is pending. */
      incomeAt: timeMs,
      arrivedAt: z.nullable(timeMs),
      pool: knownOrNull(incomePool),
      journalId: z.nullable(id),
      lineage: knownOrNull(incomeLineage),
    }),
  ),
});

const sums = z.array(z.object({ asset: assetCode, amount }));

/** Lists what each type of income has brought so far: all types, in the order in which screens show them. */
export const incomeTypes = defineCall({
  name: 'incomeTypes',
  method: 'GET',
  uri: '/api/v1/income/type-list',
  access: 'user',
  effect: 'read',
  shows: ['income'],
  cache: { kind: 'record', maxAgeMs: 300_000 },
  input: nothing,
  output: z.object({
    types: z.array(
      z.object({
        type: incomeType,
        /** Pending incomes count as well; `totals` are of the credited ones, `pending` of the others, which 1.0.50 has not. */
        count: z.int(),
        totals: sums,
        pending: z.optional(sums),
      }),
    ),
  }),
});

/** Days that the series of incomes has, today included. */
export const INCOME_SERIES_DAYS = 90;

/** Credited income of the latest days by UTC day of `incomeAt`, type and asset; oldest first, days without income are left out. */
export const incomeSeries = defineCall({
  name: 'incomeSeries',
  method: 'GET',
  uri: '/api/v1/income/series',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['income'],
  cache: { kind: 'record', maxAgeMs: 300_000 },
  input: nothing,
  output: z.object({
    /** UTC midnight of the last day of the series. */
    today: timeMs,
    points: z.array(z.object({ day: timeMs, type: incomeType, asset: assetCode, amount })).check(z.maxLength(1_100)),
  }),
});
