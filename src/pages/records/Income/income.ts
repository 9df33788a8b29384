/** Names incomes, their types, states and pools. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { incomes, IncomeType, incomeTypes } from '../../../../contract/calls/income';
import type { OutputOf } from '../../../../contract/call';
import { toAmount, toUnits, type AssetCode } from '../../../../contract/money';

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

export const SOURCE_NAMES: Partial<Record<Source, MessageDescriptor>> = {
  'custody-interest': msg`Custody interest`,
  airdrop: msg`Airdrop`,
};

/** An income whose source this version does not know goes by its type. */
export function nameOf({ lineage, type }: Income): MessageDescriptor {
  return (lineage && SOURCE_NAMES[lineage.source]) ?? TYPE_NAMES[type];
}

export const POOL_NAMES: Partial<Record<NonNullable<Income['pool']>, MessageDescriptor>> = {
  'custody-reserve': msg`Custody reserve, filled from the yield pool when the order was placed`,
  'yield-pool': msg`Yield pool`,
  'mining-pool': msg`Mining pool`,
  'airdrop-pool': msg`Airdrop pool`,
  'promotion-pool': msg`Promotion pool`,
  'dividend-pool': msg`Dividend pool`,
};

type TypeSums = OutputOf<typeof incomeTypes>['types'];

/** Adds up the incomes of one type, or of all types, by asset; without any, zero USDT. */
export function sumsOf(
  types: TypeSums,
  type: IncomeType | 'all',
): { count: number; totals: { asset: AssetCode; amount: string }[] } {
  const chosen = types.filter((one) => type === 'all' || one.type === type);
  const units = new Map<AssetCode, bigint>();
  for (const { asset, amount } of chosen.flatMap(({ totals }) => totals)) {
    units.set(asset, (units.get(asset) ?? 0n) + toUnits(amount, asset));
  }
  if (units.size === 0) units.set('USDT', 0n);
  return {
    count: chosen.reduce((sum, { count }) => sum + count, 0),
    totals: [...units].map(([asset, sum]) => ({ asset, amount: toAmount(sum, asset) })),
  };
}
