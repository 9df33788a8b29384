import { describe, expect, it } from 'vitest';
import { STATEMENT_KINDS } from '../../../../contract/calls/profile';
import {
  filtersOf,
  isIncome,
  KIND_FILTERS,
  monthTotals,
  queryOf,
  type StatementFilters,
  type StatementRow,
} from '../../../../src/pages/records/statement';

let nextId = 0;
function row(day: string, amount: string, changes: Partial<StatementRow> = {}): StatementRow {
  nextId += 1;
  return {
    id: String(nextId),
    createdAt: Date.parse(`${day}T12:00:00Z`),
    asset: 'USDT',
    kind: 'custody-interest',
    amount,
    balanceAfter: '0.000000',
    reference: null,
    journalId: '1',
    ...changes,
  };
}

describe('month totals', () => {
  const rows = [
    row('2026-11-20', '0.100000'),
    row('2026-11-02', '-0.300000'),
    row('2026-10-30', '0.200000'),
    row('2026-10-01', '0.000001'),
  ];

  it('are exact sums of whole months', () => {
    const totals = monthTotals(rows, false, 'UTC');
    expect(totals.get('2026-11')).toEqual({ asset: 'USDT', amount: '-0.200000' });
    expect(totals.get('2026-10')).toEqual({ asset: 'USDT', amount: '0.200001' });
  });

  it('leave out the month that is not loaded to its end', () => {
    const totals = monthTotals(rows, true, 'UTC');
    expect([...totals.keys()]).toEqual(['2026-11']);
  });

  it('leave out a month of two assets', () => {
    const mixed = [row('2026-11-20', '1.000000'), row('2026-11-19', '1.00000000', { asset: 'RAB' })];
    expect(monthTotals(mixed, false, 'UTC').size).toBe(0);
  });
});

describe('filters', () => {
  it('survive the way through the link', () => {
    const all: StatementFilters[] = [
      { account: 'cash', asset: null, kind: null },
      { account: 'cash', asset: 'RAB', kind: 'airdrop' },
      { account: 'custody', asset: null, kind: 'custody-redeem' },
    ];
    for (const filters of all) expect(filtersOf(queryOf(filters))).toEqual(filters);
  });

  it('that a link names wrongly are none', () => {
    expect(filtersOf({ account: 'other', asset: 'BTC', kind: 'nonsense' })).toEqual({
      account: 'cash',
      asset: null,
      kind: null,
    });
    // Interest never touches the custody account.
    expect(filtersOf({ account: 'custody', asset: 'RAB', kind: 'custody-interest' })).toEqual({
      account: 'custody',
      asset: null,
      kind: null,
    });
  });

  it('are kinds of the contract', () => {
    for (const { kind } of [...KIND_FILTERS.cash, ...KIND_FILTERS.custody]) expect(STATEMENT_KINDS).toContain(kind);
  });
});

describe('the movement colour', () => {
  it('is for credited income only', () => {
    expect(isIncome(row('2026-11-20', '0.500000'))).toBe(true);
    expect(isIncome(row('2026-11-20', '5000.000000', { kind: 'custody-mature' }))).toBe(false);
    expect(isIncome(row('2026-11-20', '-1.00000000', { kind: 'airdrop', asset: 'RAB' }))).toBe(false);
  });
});
