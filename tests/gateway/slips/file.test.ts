/** Files of delivery slips: each cell is read strictly, and each fault is told by line and column (docs/rules.md §9). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLIP_COLUMNS } from '../../../gateway/domain/slips/columns';
import { MAX_ROWS, readSlipFile } from '../../../gateway/domain/slips/file';
import { csvOf, NOW, SLIP, type Cells } from './slip-rows';

const json = (...rows: unknown[]) => readSlipFile(JSON.stringify(rows), 'json', NOW);
const csv = (...rows: Cells[]) => readSlipFile(csvOf(rows), 'csv', NOW);
/** The findings of one changed cell, as `column reason`. */
const faultsOf = (change: Cells) =>
  csv({ ...SLIP, ...change }).findings.map(({ column, reason }) => `${column} ${reason}`);

describe('a file of slips', () => {
  it('is the same as CSV and as JSON', () => {
    const full = {
      ...SLIP,
      product: 'EURUSD',
      account: '12',
      high: '1.09',
      low: '1.08',
      path: '2026-11-20T10:00:00Z 1.0861',
    };
    const read = csv(full);
    expect(read.findings).toEqual([]);
    expect(json(full).rows).toEqual([{ line: 1, row: read.rows[0]?.row }]);
    expect(read.rows[0]).toMatchObject({
      line: 2,
      row: {
        profit: 60_500_000n,
        margin: 120_000_000n,
        open_price: '1.085',
        open_time: Date.UTC(2026, 10, 20, 9, 30),
        path: [{ at: Date.UTC(2026, 10, 20, 10), price: '1.0861' }],
      },
    });
  });

  it.each<[Cells, RegExp]>([
    [{ lots: '1e3' }, /^lots must be a plain decimal/],
    [{ lots: '0' }, /^lots .*above zero/],
    [{ lots: '"1,5"' }, /^lots /],
    [{ margin: '-1' }, /^margin /],
    [{ margin: '1.0000001' }, /^margin .*at most 6 digits/],
    [{ profit: '+1' }, /^profit /],
    [{ open_price: '1.123456789' }, /^open_price .*at most 8 digits/],
    [{ direction: 'buy' }, /^direction must be long or short$/],
    [{ open_time: '2026-11-20 09:30' }, /^open_time must be a time with its zone/],
    [{ open_time: '2026-02-30T09:30:00Z' }, /^open_time /],
    [{ close_time: '2026-11-19T09:30:00Z' }, /^close_time is before open_time$/],
    [{ close_time: '2027-01-01T00:00:00Z' }, /^close_time is in the future$/],
    [{ trade_no: '' }, /^trade_no is missing$/],
    [{ trade_no: 'T 1' }, /^trade_no must be/],
    [{ account: '1 2' }, /^account must be/],
    [{ product: 'EUR\u202eUSD' }, /^product must be/],
    [{ high: '1.0861' }, /^high is below another price/],
    [{ low: '1.0851' }, /^low is above another price/],
    [{ path: '2026-11-20T10:00:00Z' }, /^path must be/],
    [{ path: '2026-11-20T10:00:00Z 0' }, /^path must be/],
    [{ path: '2026-11-20T08:00:00Z 1.09' }, /^path has a time out of order/],
    [{ path: '2026-11-20T10:00:00Z 1.09;2026-11-20T09:50:00Z 1.09' }, /^path has a time out of order/],
  ])('names line and column of %o', (change, told) => {
    expect(faultsOf(change)).toEqual([expect.stringMatching(told) as string]);
    const { line } = csv(SLIP, { ...SLIP, trade_no: 'T-2', ...change }).findings[0] ?? {};
    expect(line).toBe(3);
  });

  it('tells every fault of every line', () => {
    const { findings } = csv({ ...SLIP, lots: 'x', margin: 'y' }, SLIP, { ...SLIP, profit: 'z' });
    expect(findings.map(({ line, column }) => `${line} ${column}`)).toEqual(['2 lots', '2 margin', '4 profit']);
  });

  it('refuses unknown, missing and doubled columns, and a number that stands twice', () => {
    const { spread: _, ...without } = SLIP;
    expect(csv(without).findings).toEqual([{ line: 1, column: 'spread', reason: 'is missing in the header' }]);
    expect(csv({ ...SLIP, fee: '1' }).findings).toEqual([{ line: 1, column: 'fee', reason: 'is no column of slips' }]);
    expect(json({ ...SLIP, fee: '1' }).findings).toEqual([{ line: 1, column: 'fee', reason: 'is no column of slips' }]);
    expect(json(without).findings).toEqual([{ line: 1, column: 'spread', reason: 'is missing' }]);
    expect(readSlipFile('lots,lots\n1,1', 'csv', NOW).findings).toContainEqual({
      line: 1,
      column: 'lots',
      reason: 'stands twice in the header',
    });
    expect(csv(SLIP, SLIP).findings).toEqual([{ line: 3, column: 'trade_no', reason: 'stands in line 2 already' }]);
  });

  it('refuses what is no table of slips', () => {
    const whole = (text: string, format: 'csv' | 'json') =>
      readSlipFile(text, format, NOW).findings.map(({ reason }) => reason);
    expect(whole('', 'csv')).toEqual(['the file is empty']);
    expect(whole(csvOf([SLIP]).split('\n')[0] ?? '', 'csv')).toEqual(['has no slips']);
    expect(whole(`${csvOf([SLIP])}\n"T-9`, 'csv')).toEqual(['is no CSV: check the quotes']);
    expect(whole(`${csvOf([SLIP])}\nT-9,1`, 'csv')).toEqual([expect.stringMatching(/^has 2 cells/) as string]);
    expect(whole('[', 'json')).toEqual(['is no JSON']);
    expect(whole('{}', 'json')).toEqual(['must be an array of slips']);
    expect(whole('[1]', 'json')).toEqual(['must be an object']);
    expect(json({ ...SLIP, lots: 0.1 }).findings).toEqual([
      { line: 1, column: 'lots', reason: 'must be text or a whole number' },
    ]);
    const many = Array.from({ length: MAX_ROWS + 1 }, (_, index) => ({ ...SLIP, trade_no: `T-${index}` }));
    expect(json(...many).findings).toMatchObject([{ reason: `has more than ${MAX_ROWS} slips: split it` }]);
  });

  it('never throws, and has either rows or findings', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom(...Object.values(SLIP)));
    const row = fc.dictionary(
      fc.constantFrom(...SLIP_COLUMNS, '__proto__'),
      fc.oneof(cell, fc.integer(), fc.double(), fc.constant(null)),
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(row).map((rows) => JSON.stringify(rows)),
      fc.array(cell).map((cells) => cells.join(',')),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('csv' as const, 'json' as const), (given, format) => {
        const { rows, findings } = readSlipFile(given, format, NOW);
        expect(rows.length + findings.length).toBeGreaterThan(0);
      }),
    );
  });
});
