import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountCell } from '../../../contract/files/csv';
import { CsvStatement } from '../../../worker/statement/csv';
import type { Posting } from '../../../worker/statement/collect';
import { Flows } from '../../../worker/statement/flows';
import { isoTime } from '../../../worker/statement/times';
import { parseCsv } from '../support/csv';
import { TEXTS } from './files';

const AT = Date.UTC(2026, 10, 1);
const NEUTRALISED = /^\s*[=+\-@＝＋－＠]/;

/** Texts that people and programs have written into spreadsheets to have them run there. */
const hostile = fc.oneof(
  fc.constantFrom(
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n-1',
    '＝1',
    '＋1',
    '－1',
    '＠A',
    ' =1',
    '"',
    '","',
    '=HYPERLINK("x","y")',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => text.isWellFormed()),
);

const posting = fc.record<Posting>({
  id: fc.nat().map((id) => String(id + 1)),
  createdAt: fc.integer({ min: 0, max: 100_000_000 }).map((ms) => AT + ms),
  asset: fc.constantFrom('USDT', 'RAB'),
  kind: fc.constantFrom('airdrop', 'custody-place'),
  amount: fc.constantFrom('-1.070000', '12.50000000', '-999999999999.000001'),
  balanceAfter: fc.constantFrom('0.000000', '5.00000000'),
  reference: fc.option(hostile, { nil: null }),
  journalId: hostile,
});

async function read(rows: Posting[], kinds: Record<string, string>): Promise<string[][]> {
  const csv = new CsvStatement({ ...TEXTS, kinds });
  csv.add(rows.slice(0, 2));
  csv.add(rows.slice(2));
  const file = csv.file(new Flows().all(), { asOf: AT, coveredFrom: null }, AT, AT);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect([...bytes.subarray(0, 3)], 'a byte order mark').toEqual([0xef, 0xbb, 0xbf]);
  return parseCsv(bytes.subarray(3).toString('utf8'));
}

test('a reader gets back what was written, and nothing in it is a formula', async () => {
  const property = fc.asyncProperty(fc.array(posting, { maxLength: 6 }), hostile, async (rows, name) => {
    const kinds = { airdrop: name, 'custody-place': 'Placed' };
    const [head, ...lines] = await read(rows, kinds);
    expect(head).toEqual(Object.values(TEXTS.columns));
    const texts = (line: string[]) => [line[2], line[5], line[6]] as string[];
    const original = (cell: string, wanted: string) => cell === wanted || (cell === `'${wanted}` && wanted !== '');
    expect(lines).toHaveLength(rows.length);
    for (const [index, row] of rows.toReversed().entries()) {
      const line = lines[index] ?? [];
      expect(line.slice(0, 2)).toEqual([isoTime(row.createdAt), row.asset]);
      expect(line.slice(3, 5), 'numbers stay numbers').toEqual([row.amount, row.balanceAfter]);
      const wanted = [kinds[row.kind as keyof typeof kinds], row.reference ?? '', row.journalId];
      for (const [at, cell] of texts(line).entries()) {
        expect(original(cell, wanted[at] ?? ''), JSON.stringify([cell, wanted[at]])).toBe(true);
        expect(cell).not.toMatch(NEUTRALISED);
        expect(cell).not.toMatch(/^[\t\r\n]/);
      }
    }
  });
  await fc.assert(property, { numRuns: 150, verbose: 1 });
});

test.each(['=1', '1e3', '+1', '１', '1,5', '', '--1'])('%j is never written as an amount', (amount) => {
  expect(() => amountCell(amount)).toThrow(RangeError);
});
