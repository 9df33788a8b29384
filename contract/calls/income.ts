/** Income of all kinds, and what has caused it (docs/rules.md §7). */
import * as z from 'zod/mini';
import { defineCall, nothing } from '../call';
import { id, pageInput, pageOf, timeMs } from '../ids';
import { amount, assetCode, rate } from '../money';

/** Kinds of income (docs/rules.md §7). */
export const INCOME_TYPES = ['static', 'promotion', 'management', 'airdrop', 'dividend', 'dynamic'] as const;
export const incomeType = z.enum(INCOME_TYPES);
export type IncomeType = (typeof INCOME_TYPES)[number];

/** This system account paid the income (docs/rules.md §1). The yield pool filled `custody-reserve` when the order was placed. */
export const incomePool = z.enum([
  'custody-reserve',
  'yield-pool',
  'mining-pool',
  'airdrop-pool',
  'promotion-pool',
  'dividend-pool',
]);

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
]);

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
  output: pageOf(
    z.object({
      id,
      createdAt: timeMs,
      type: incomeType,
      status: z.enum(['pending-credit', 'credited']),
      asset: assetCode,
      amount,
      /** The person earned the income at `incomeAt` and received it at `arrivedAt`, null while the income is pending. */
      incomeAt: timeMs,
      arrivedAt: z.nullable(timeMs),
      pool: incomePool,
      journalId: z.nullable(id),
      lineage: incomeLineage,
    }),
  ),
});

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
        count: z.int(),
        totals: z.array(z.object({ asset: assetCode, amount })),
      }),
    ),
  }),
});
