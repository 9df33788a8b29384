/** Names of delivery slips, their sums, and how their figures are written. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  SLIP_ASSET,
  type deliverySlips,
  type deliverySlipTotals,
  type SlipDirection,
  type SlipResult,
} from '../../../../contract/calls/slips';
import type { OutputOf } from '../../../../contract/call';
import { toAmount } from '../../../../contract/money';
import { toUnits } from '../../../format/units';
import { formatAmount } from '../../../format/amount';
import type { Locale } from '../../../i18n/locales';

export type Slip = OutputOf<typeof deliverySlips>['items'][number];
export type SlipGroup = OutputOf<typeof deliverySlipTotals>['groups'][number];

export const DIRECTION_NAMES: Record<SlipDirection, MessageDescriptor> = {
  long: msg`Long`,
  short: msg`Short`,
};

export const RESULT_NAMES: Record<SlipResult, MessageDescriptor> = {
  profit: msg`Profit`,
  loss: msg`Loss`,
  even: msg`Break-even`,
};

export interface SlipSums {
  count: number;
  profit: string;
  /** Below zero, or zero. */
  loss: string;
  net: string;
}

/** Adds up the groups that pass the filters. */
export function sumsOf(
  groups: readonly SlipGroup[],
  { direction, result }: { direction: SlipDirection | 'all'; result: SlipResult | 'all' },
): SlipSums {
  const passing = groups.filter(
    (group) => (direction === 'all' || group.direction === direction) && (result === 'all' || group.result === result),
  );
  const units = (wanted: SlipResult) =>
    passing.reduce((sum, group) => (group.result === wanted ? sum + toUnits(group.amount, SLIP_ASSET) : sum), 0n);
  const [profit, loss] = [units('profit'), units('loss')];
  return {
    count: passing.reduce((sum, { count }) => sum + count, 0),
    profit: toAmount(profit, SLIP_ASSET),
    loss: toAmount(loss, SLIP_ASSET),
    net: toAmount(profit + loss, SLIP_ASSET),
  };
}

/** The desk's figure in the language's notation, to its last digit. @param decimals at least this many are shown */
export function figure(value: string, locale: Locale, decimals = 0): string {
  return formatAmount(value, { locale, asset: SLIP_ASSET, precision: 'full', decimals });
}

/** The fraction digits that all of these prices are shown with. */
export function decimalsOf(prices: readonly string[]): number {
  return Math.max(0, ...prices.map((price) => price.split('.')[1]?.length ?? 0));
}
