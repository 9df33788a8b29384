/** Names incomes, their types, states and pools. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { incomes, IncomeType, incomeTypes } from '../../../../contract/calls/income';
import type { OutputOf } from '../../../../contract/call';
import { toAmount, type AssetCode } from '../../../../contract/money';
import { toUnits } from '../../../format/units';

export type Income = OutputOf<typeof incomes>['items'][number];

export const TYPE_NAMES: Record<IncomeType, MessageDescriptor> = {
  static: msg`Static income`,
  promotion: msg`Promotion`,
  management: msg`Management`,
  airdrop: msg`Airdrop`,
  dividend: msg`Dividend`,
  dynamic: msg`Dynamic income`,
};

export const STATUS_NAMES: Record<Income['status'], MessageDescriptor> = {
  'pending-credit': msg`Pending credit`,
  credited: msg`Credited`,
};

type Source = NonNullable<Income['lineage']>['source'];

export const SOURCE_NAMES: Record<Source, MessageDescriptor> = {
  'custody-interest': msg`Custody interest`,
  airdrop: msg`Airdrop`,
  'promotion-fee': msg`Fee of generation 1`,
  'management-fee': msg`Fee of generation 2`,
  'fee-rebate': msg`Fee rebate`,
  'machine-output': msg`Machine output`,
  dividend: msg`AI dividend`,
};

type Reason = NonNullable<Income['reason']>;

/** The reason why an income waits, on its row. */
export const SHORT_REASONS: Record<Reason, MessageDescriptor> = { 'pool-empty': msg`Waits for its pool` };

export const REASONS: Record<Reason, MessageDescriptor> = {
  'pool-empty': msg`The pool does not hold enough. Once it is filled, it pays the oldest incomes first.`,
};

/** An income whose source this version does not know goes by its type. */
export function nameOf({ lineage, type }: Income): MessageDescriptor {
  return lineage ? SOURCE_NAMES[lineage.source] : TYPE_NAMES[type];
}

export const POOL_NAMES: Record<NonNullable<Income['pool']>, MessageDescriptor> = {
  'custody-reserve': msg`Custody reserve, filled from the yield pool when the order was placed`,
  'yield-pool': msg`Yield pool`,
  'mining-pool': msg`Mining pool`,
  'airdrop-pool': msg`Airdrop pool`,
  'promotion-pool': msg`Promotion pool`,
  'dividend-pool': msg`Dividend pool`,
  'dividend-reserve': msg`Dividend reserve, filled from the dividend pool when the dividend was declared`,
  'dynamic-pool': msg`Rebate pool`,
};

type TypeSums = OutputOf<typeof incomeTypes>['types'];

export interface Sums {
  count: number;
  /** Zero USDT without any. */
  totals: { asset: AssetCode; amount: string }[];
  pending: { asset: AssetCode; amount: string }[];
}

function added(parts: readonly { asset: AssetCode; amount: string }[]): { asset: AssetCode; amount: string }[] {
  const units = new Map<AssetCode, bigint>();
  for (const { asset, amount } of parts) units.set(asset, (units.get(asset) ?? 0n) + toUnits(amount, asset));
  return [...units].map(([asset, sum]) => ({ asset, amount: toAmount(sum, asset) }));
}

/** Adds up the incomes of one type, or of all types, by asset. */
export function sumsOf(types: TypeSums, type: IncomeType | 'all'): Sums {
  const chosen = types.filter((one) => type === 'all' || one.type === type);
  const totals = added(chosen.flatMap((one) => one.totals));
  return {
    count: chosen.reduce((sum, { count }) => sum + count, 0),
    totals: totals.length === 0 ? [{ asset: 'USDT', amount: toAmount(0n, 'USDT') }] : totals,
    pending: added(chosen.flatMap(({ pending = [] }) => pending)),
  };
}
