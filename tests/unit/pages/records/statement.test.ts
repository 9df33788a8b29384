import { describe, expect, it } from 'vitest';
import { MonthSums } from '../../../../src/pages/records/month-sums';
import { NO_FILTERS, listQueryOf, startOf, type StatementRow } from '../../../../src/pages/records/statement';

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
    const sums = new MonthSums(rows, null, 'UTC');
    expect(sums.of('2026-11', false)).toEqual({ asset: 'USDT', amount: '-0.200000' });
    expect(sums.of('2026-10', false)).toEqual({ asset: 'USDT', amount: '0.200001' });
  });

  it('leave out the month that is not loaded to its end', () => {
    const sums = new MonthSums(rows, null, 'UTC');
    expect(sums.of('2026-11', true)).not.toBeNull();
    expect(sums.of('2026-10', true)).toBeNull();
  });

  it('leave out a month of two assets', () => {
    const mixed = [row('2026-11-20', '1.000000'), row('2026-11-19', '1.00000000', { asset: 'RAB' })];
    expect(new MonthSums(mixed, null, 'UTC').of('2026-11', false)).toBeNull();
  });

  it('go on with the next page, and begin again with another list', () => {
    const first = new MonthSums(rows.slice(0, 1), null, 'UTC');
    const both = new MonthSums(rows.slice(0, 2), first, 'UTC');
    expect(first.of('2026-11', false)).toMatchObject({ amount: '0.100000' });
    expect(both.of('2026-11', false)).toMatchObject({ amount: '-0.200000' });
    expect(new MonthSums(rows.slice(1), both, 'UTC').of('2026-11', false)).toMatchObject({ amount: '-0.300000' });
  });
});

describe('filters', () => {
  it('look for whole days of this device, and for kinds by their names', () => {
    const filters = { account: 'cash', ...NO_FILTERS, from: '2026-11-01', to: '2026-11-30', text: ' intere ' } as const;
    expect(listQueryOf(filters, (kind) => `Name of ${kind}`)).toEqual({
      from: new Date(2026, 10, 1).getTime(),
      until: new Date(2026, 11, 1).getTime(),
      text: 'intere',
      textTags: ['custody-interest'],
    });
    expect(startOf('2026-12-31', 1)).toBe(new Date(2027, 0, 1).getTime());
  });
});
