/** Gives a statement row its words and its icon, and adds up whole months. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { accountStatement, STATEMENT_KINDS } from '../../../contract/calls/profile';
import type { OutputOf } from '../../../contract/call';
import { amountSign } from '../../format/amount';
import type { ListQuery } from '../../bridge/types';
import type { AssetCode } from '../../../contract/money';

export type StatementRow = OutputOf<typeof accountStatement>['items'][number];
export type StatementKind = (typeof STATEMENT_KINDS)[number];
export type StatementAccount = 'cash' | 'custody';

/** The names of the rows. */
export const KIND_NAMES: Record<StatementKind, MessageDescriptor> = {
  'demo-credit': msg`Demo credit`,
  airdrop: msg`Airdrop`,
  dividend: msg`AI dividend`,
  'insurance-payout': msg`Insurance payout`,
  'custody-place': msg`Custody placed`,
  'custody-interest': msg`Custody interest`,
  'custody-redeem': msg`Redemption`,
  'custody-undo': msg`Custody undone`,
  'custody-mature': msg`Custody matured`,
  deposit: msg`Deposit`,
  withdrawal: msg`Withdrawal`,
  exchange: msg`Exchange`,
  'otc-trade': msg`OTC trade`,
  'otc-escrow': msg`OTC escrow`,
  'otc-return': msg`OTC escrow returned`,
  'otc-forfeit': msg`OTC deposit lost`,
  'machine-buy': msg`Machine bought`,
  'machine-output': msg`Machine output`,
  'promotion-fee': msg`Fee of generation 1`,
  'management-fee': msg`Fee of generation 2`,
  'fee-rebate': msg`Fee rebate`,
  transfer: msg`Transfer`,
  adjustment: msg`Adjustment`,
};

/** Income is the only thing that takes the movement colour on a statement. */
const IS_INCOME: Record<StatementKind, boolean> = {
  'demo-credit': false,
  airdrop: true,
  dividend: true,
  'insurance-payout': false,
  'custody-place': false,
  'custody-interest': true,
  'custody-redeem': false,
  'custody-undo': false,
  'custody-mature': false,
  deposit: false,
  withdrawal: false,
  exchange: false,
  'otc-trade': false,
  'otc-escrow': false,
  'otc-return': false,
  'otc-forfeit': false,
  'machine-buy': false,
  'machine-output': true,
  'promotion-fee': true,
  'management-fee': true,
  'fee-rebate': true,
  transfer: false,
  adjustment: false,
};

export function isIncome(row: StatementRow): boolean {
  return IS_INCOME[row.kind] && amountSign(row.amount) > 0;
}

/** Returns whether the row's reference is a custody order. */
export function isCustodyKind(kind: StatementKind): boolean {
  return kind.startsWith('custody-');
}

/** Returns whether the row's reference is an order, a fill or a trade of one of the OTC markets. */
export function isOtcKind(kind: StatementKind): boolean {
  return kind.startsWith('otc-');
}

export interface KindFilter {
  kind: StatementKind;
  label: MessageDescriptor;
}

/** The kinds that can be on each account today; kinds without a screen of their own are not offered as a filter. */
export const KIND_FILTERS: Record<StatementAccount, readonly KindFilter[]> = {
  cash: [
    { kind: 'deposit', label: msg`Deposit` },
    { kind: 'withdrawal', label: msg`Withdrawal` },
    { kind: 'exchange', label: msg`Exchange` },
    { kind: 'custody-interest', label: msg`Interest` },
    { kind: 'custody-place', label: msg`Placed` },
    { kind: 'custody-redeem', label: msg`Redeemed` },
    { kind: 'custody-undo', label: msg`Undone` },
    { kind: 'custody-mature', label: msg`Matured` },
    { kind: 'machine-buy', label: msg`Machine bought` },
    { kind: 'machine-output', label: msg`Machine output` },
    { kind: 'promotion-fee', label: msg`Fee of generation 1` },
    { kind: 'management-fee', label: msg`Fee of generation 2` },
    { kind: 'fee-rebate', label: msg`Fee rebate` },
    { kind: 'airdrop', label: msg`Airdrop` },
    { kind: 'dividend', label: msg`AI dividend` },
    { kind: 'insurance-payout', label: msg`Insurance payout` },
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

/** A day of the device's calendar, `2026-11-21`. */
export type Day = string;

export interface StatementFilters {
  account: StatementAccount;
  asset: AssetCode | null;
  kind: StatementKind | null;
  /** The first and the last day, both included. */
  from: Day | null;
  to: Day | null;
  text: string;
}

export const NO_FILTERS = { asset: null, kind: null, from: null, to: null, text: '' } as const;

type FilterQuery = Partial<Record<'account' | 'asset' | 'kind' | 'from' | 'to' | 'text', string>>;

/** Returns the filters that a link names; a filter that is missing or wrong there does not apply. */
export function filtersOf(query: FilterQuery): StatementFilters {
  const account = query.account === 'custody' ? 'custody' : 'cash';
  // Custody is in one asset only (docs/rules.md §5).
  const asset = account === 'cash' && (query.asset === 'USDT' || query.asset === 'RAB') ? query.asset : null;
  const kind = KIND_FILTERS[account].find((filter) => filter.kind === query.kind)?.kind ?? null;
  const day = (text: string | undefined) => (text !== undefined && startOf(text) !== null ? text : null);
  return { account, asset, kind, from: day(query.from), to: day(query.to), text: query.text ?? '' };
}

/** The query that names these filters; the inverse of `filtersOf`. */
export function queryOf({ account, asset, kind, from, to, text }: StatementFilters): Record<string, string> {
  return {
    ...(account === 'cash' ? {} : { account }),
    ...(asset === null ? {} : { asset }),
    ...(kind === null ? {} : { kind }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(text === '' ? {} : { text }),
  };
}

export function isFiltered(filters: StatementFilters): boolean {
  return Object.keys(queryOf({ ...filters, account: 'cash' })).length > 0;
}

/** Returns when a day begins on this device, UTC ms, `days` days later; null for a text that is no day. */
export function startOf(day: Day, days = 0): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return null;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + days);
  // 31 February is none, and must not become a day in March.
  const isDay = days !== 0 || start.getDate() === Number(date);
  return isDay && !Number.isNaN(start.getTime()) ? start.getTime() : null;
}

/**
 * Returns the device's search for these filters. @param kindName names a kind in the active language, so that its words are found
 */
export function listQueryOf(filters: StatementFilters, kindName: (kind: StatementKind) => string): ListQuery {
  const { asset, kind, from, to } = filters;
  const text = filters.text.trim();
  const start = from === null ? null : startOf(from);
  const end = to === null ? null : startOf(to, 1);
  const named = (Object.keys(KIND_NAMES) as StatementKind[]).filter((one) =>
    kindName(one).toLowerCase().includes(text.toLowerCase()),
  );
  return {
    ...(kind === null ? {} : { tag: kind }),
    ...(start === null ? {} : { from: start }),
    ...(end === null ? {} : { until: end }),
    ...(asset === null ? {} : { fields: { asset } }),
    ...(text === '' ? {} : { text, textTags: named }),
  };
}
