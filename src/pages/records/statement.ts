/** What a statement row says: its words, its icon, and the totals of whole months. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { accountStatement, STATEMENT_KINDS } from '../../../contract/calls/profile';
import type { OutputOf } from '../../../contract/call';
import { amountSign } from '../../format/amount';
import { monthKey } from '../../format/date';
import { toAmount, toUnits, type AssetCode } from '../../../contract/money';

export type StatementRow = OutputOf<typeof accountStatement>['items'][number];
export type StatementKind = (typeof STATEMENT_KINDS)[number];
export type StatementAccount = 'cash' | 'custody';

/** What the row is called. */
export const KIND_NAMES: Record<StatementKind, MessageDescriptor> = {
  'demo-credit': msg`Demo credit`,
  airdrop: msg`Airdrop`,
  'custody-place': msg`Custody placed`,
  'custody-interest': msg`Custody interest`,
  'custody-redeem': msg`Redemption`,
  'custody-undo': msg`Custody undone`,
  'custody-mature': msg`Custody matured`,
  deposit: msg`Deposit`,
  withdrawal: msg`Withdrawal`,
  exchange: msg`Exchange`,
  transfer: msg`Transfer`,
  adjustment: msg`Adjustment`,
};

/** Income is the only thing that takes the movement colour on a statement (DESIGN §2). */
const IS_INCOME: Record<StatementKind, boolean> = {
  'demo-credit': false,
  airdrop: true,
  'custody-place': false,
  'custody-interest': true,
  'custody-redeem': false,
  'custody-undo': false,
  'custody-mature': false,
  deposit: false,
  withdrawal: false,
  exchange: false,
  transfer: false,
  adjustment: false,
};

export function isIncome(row: StatementRow): boolean {
  return IS_INCOME[row.kind] && amountSign(row.amount) > 0;
}

/** Whether the row's reference is a custody order. */
export function isCustodyKind(kind: StatementKind): boolean {
  return kind.startsWith('custody-');
}

export interface KindFilter {
  kind: StatementKind;
  label: MessageDescriptor;
}

/** The kinds that can be on each account today; kinds without a screen of their own are not offered as a filter. */
export const KIND_FILTERS: Record<StatementAccount, readonly KindFilter[]> = {
  cash: [
    { kind: 'custody-interest', label: msg`Interest` },
    { kind: 'custody-place', label: msg`Placed` },
    { kind: 'custody-redeem', label: msg`Redeemed` },
    { kind: 'custody-undo', label: msg`Undone` },
    { kind: 'custody-mature', label: msg`Matured` },
    { kind: 'airdrop', label: msg`Airdrop` },
    { kind: 'demo-credit', label: msg`Demo credit` },
    { kind: 'adjustment', label: msg`Adjustment` },
  ],
  custody: [
    { kind: 'custody-place', label: msg`Placed` },
    { kind: 'custody-redeem', label: msg`Redeemed` },
    { kind: 'custody-undo', label: msg`Undone` },
    { kind: 'custody-mature', label: msg`Matured` },
  ],
};

export interface StatementFilters {
  account: StatementAccount;
  asset: AssetCode | null;
  kind: StatementKind | null;
}

/** The filters that a link names; what it does not name or names wrongly is not filtered. */
export function filtersOf(query: Partial<Record<'account' | 'asset' | 'kind', string>>): StatementFilters {
  const account = query.account === 'custody' ? 'custody' : 'cash';
  // Custody is in one asset only (rules.md §5).
  const asset = account === 'cash' && (query.asset === 'USDT' || query.asset === 'RAB') ? query.asset : null;
  const kind = KIND_FILTERS[account].find((filter) => filter.kind === query.kind)?.kind ?? null;
  return { account, asset, kind };
}

/** The query that names these filters; the inverse of `filtersOf`. */
export function queryOf({ account, asset, kind }: StatementFilters): Record<string, string> {
  return {
    ...(account === 'cash' ? {} : { account }),
    ...(asset === null ? {} : { asset }),
    ...(kind === null ? {} : { kind }),
  };
}

export interface MonthTotal {
  asset: AssetCode;
  /** Signed sum of the month's rows, full precision. */
  amount: string;
}

/**
 * The net sum of each month, by month key. Only months that are loaded to their end and hold a single asset have one:
 * a sum over a part of a month, or over two assets, would say something that is not so.
 */
export function monthTotals(
  rows: readonly StatementRow[],
  hasMore: boolean,
  timeZone?: string,
): Map<string, MonthTotal> {
  const sums = new Map<string, { asset: AssetCode; units: bigint; mixed: boolean }>();
  let month = '';
  for (const row of rows) {
    month = monthKey(row.createdAt, timeZone);
    const units = toUnits(row.amount, row.asset);
    const sum = sums.get(month);
    if (!sum) sums.set(month, { asset: row.asset, units, mixed: false });
    else if (sum.asset === row.asset) sum.units += units;
    else sum.mixed = true;
  }
  if (hasMore) sums.delete(month);
  const totals = new Map<string, MonthTotal>();
  for (const [key, sum] of sums) {
    if (!sum.mixed) totals.set(key, { asset: sum.asset, amount: toAmount(sum.units, sum.asset) });
  }
  return totals;
}
