/** Lists what counts as income: each source has its type, and the figures of its formula (docs/rules.md §7). */
import * as z from 'zod/mini';
import type { AnswerOf } from '../../../contract/call';
import { feeSource, INCOME_TYPES, type incomes, type IncomeType } from '../../../contract/calls/income';
import { id, timeMs } from '../../../contract/ids';
import { amount, rate, RATE_DECIMALS, toAmount, unitsToDecimal } from '../../../contract/money';
import type { IncomeSource } from '../../db/schema/income';
import type { AirdropList, IncomeRow } from './repo';

type Lineage = NonNullable<AnswerOf<typeof incomes>['items'][number]['lineage']>;

const TYPE_OF: Record<IncomeSource, IncomeType> = {
  'custody-interest': 'static',
  'machine-output': 'static',
  'promotion-fee': 'promotion',
  'management-fee': 'management',
  airdrop: 'airdrop',
  dividend: 'dividend',
  'fee-rebate': 'dynamic',
};
export const INCOME_SOURCES = Object.keys(TYPE_OF) as IncomeSource[];

/** The sources of one type, or all. */
export function sourcesOf(type: IncomeType | undefined): IncomeSource[] {
  return INCOME_SOURCES.filter((source) => type === undefined || TYPE_OF[source] === type);
}

export function typeOf(source: IncomeSource): IncomeType {
  return TYPE_OF[source];
}

/** The types in the order in which they are shown. */
export const TYPES: readonly IncomeType[] = INCOME_TYPES;

/** Smallest units as text, so that no reader of JSON makes a float of them. */
const units = z.string().check(z.regex(/^[0-9]{1,38}$/));
const ofFee = z.object({ fee: units, feeSource, rate, feeJournalId: id });

/** The figures of a source's formula as `incomes.inputs` keeps them. */
const INPUTS = {
  /** `principal` in smallest units, `dailyRate` scaled by `RATE_SCALE`. */
  'custody-interest': z.object({ day: z.int(), dueAt: z.int(), principal: units, dailyRate: units }),
  /** The published list has them. */
  airdrop: z.object({}),
  'promotion-fee': ofFee,
  'management-fee': ofFee,
  'fee-rebate': ofFee,
  'machine-output': z.object({
    receiptId: id,
    machineId: id,
    day: timeMs,
    hashrate: z.int(),
    totalHashrate: z.int(),
    receipts: units,
    serviceFeeRate: rate,
    serviceFee: units,
    output: units,
  }),
  dividend: z.object({
    declarationId: id,
    from: timeMs,
    until: timeMs,
    custodyDays: amount,
    totalDays: amount,
    total: units,
  }),
} satisfies Record<IncomeSource, z.core.$ZodType>;

export type IncomeInputs<S extends IncomeSource> = z.infer<(typeof INPUTS)[S]>;

/** Tells where an income comes from. @param lists the published lists that the page's airdrops name */
export function lineageOf(row: IncomeRow, lists: ReadonlyMap<string, AirdropList>): Lineage {
  const { source, cause, inputs, asset } = row;
  const amountOf = (text: string) => toAmount(BigInt(text), asset);
  switch (source) {
    case 'custody-interest': {
      const { day, principal, dailyRate } = INPUTS[source].parse(inputs);
      const [orderId = ''] = cause.split(':');
      const scaled = unitsToDecimal(BigInt(dailyRate), RATE_DECIMALS);
      return { source, orderId, day, principal: amountOf(principal), dailyRate: scaled };
    }
    case 'airdrop': {
      const list = lists.get(cause);
      if (!list) throw new Error(`income ${row.id} names a list that was not published`);
      const { publishedAt, recipients, total } = list;
      return { source, list: cause, publishedAt, recipients, total: toAmount(total, asset) };
    }
    case 'promotion-fee':
    case 'management-fee':
    case 'fee-rebate': {
      const figures = INPUTS[source].parse(inputs);
      return { source, ...figures, fee: amountOf(figures.fee) };
    }
    case 'machine-output': {
      const figures = INPUTS[source].parse(inputs);
      const { receipts, serviceFee, output } = figures;
      const amounts = { receipts: amountOf(receipts), serviceFee: amountOf(serviceFee), output: amountOf(output) };
      return { source, ...figures, ...amounts };
    }
    case 'dividend': {
      const figures = INPUTS[source].parse(inputs);
      return { source, ...figures, total: amountOf(figures.total) };
    }
  }
}
