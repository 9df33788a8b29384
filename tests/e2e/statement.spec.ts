/** A statement as a file: made on the device, online and offline, and read back by another program. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { toUnits } from '../../contract/money';
import { parseCsv } from '../worker/support/csv';
import { readPdf } from '../worker/support/pdf';
import { cellsInLibreOffice, LIBRE_OFFICE, pagesInPoppler, POPPLER } from '../support/other-readers';
import { expect, reload, test } from './support/app';
import { visit } from './support/routes';

async function makeFile(page: Page, choices: readonly string[]): Promise<{ name: string; bytes: Buffer }> {
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Export statement' }).click();
  for (const choice of choices) await sheet.getByRole('radio', { name: choice, exact: true }).press('Space');
  await sheet.getByRole('button', { name: 'Make the file' }).click();
  const downloading = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save file' }).click();
  const download = await downloading;
  const bytes = await readFile(await download.path());
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  return { name: download.suggestedFilename(), bytes };
}

/** Numbers are equal by what they are worth: a table shows no zeros at their end. */
const worth = (text: string): string => (/^-?\d+(\.\d+)?$/.test(text) ? `${toUnits(text, 'RAB')} units` : text);

type Rows = string[][];
/** A table's lines without the heading. */
const linesOf = (csv: Buffer): Rows => parseCsv(csv.subarray(3).toString('utf8')).slice(1);
const recordsOf = (csv: Buffer): Rows => linesOf(csv).filter(([, , kind]) => !kind?.endsWith('balance'));

test('a statement as CSV, and as PDF without a network, has the same postings, and their sums are right', async ({
  device,
  member,
}) => {
  await visit(member, paths.cashStatement);
  // Whichever is on top: other tests move the demo person's money too.
  const list = member.getByRole('list', { name: /^Cash statement/ });
  await expect(list.getByRole('button').first()).toBeVisible();
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1');
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', /^(?:-1|\d+)$/);
  await expect(member.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(list.getByRole('heading')).toHaveCount(0);

  const csv = await makeFile(member, ['90 days']);
  expect(csv.name).toMatch(/^rab-cash-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const balance = (kind: string) =>
    toUnits(linesOf(csv.bytes).find((line) => line[1] === 'USDT' && line[2] === kind)?.[4] ?? 'none', 'USDT');
  const records = recordsOf(csv.bytes);
  const usdt = records.filter(([, asset]) => asset === 'USDT');
  expect(usdt.length).toBeGreaterThan(20);
  const net = usdt.reduce((sum, line) => sum + toUnits(line[3] ?? '', 'USDT'), 0n);
  expect(balance('Opening balance') + net).toBe(balance('Closing balance'));

  await device.setOffline(true);
  await reload(member);
  const pdf = await makeFile(member, ['90 days', 'PDF (print)']);
  expect(pdf.name).toBe(csv.name.replace('.csv', '.pdf'));
  const { title, pages } = readPdf(pdf.bytes);
  expect(title).toBe('Cash statement');
  const words = pages.flatMap(({ text }) => text);
  expect(words).toContain('Account: de***@rab.example');
  expect(words.at(-1)).toBe(`Page ${pages.length} of ${pages.length}`);
  // Each record once, by the number of its journal.
  for (const line of records) expect(words).toContain(line[6]);
  expect(words.filter((word) => word === 'Custody interest')).toHaveLength(
    records.filter(([, , kind]) => kind === 'Custody interest').length,
  );
  // Something is drawn, and most of the paper is white.
  const { bytes } = pages[0]?.image ?? { bytes: Buffer.of() };
  const ink = bytes.filter((pair) => pair !== 0xff).length / bytes.length;
  expect(ink).toBeGreaterThan(0.005);
  expect(ink).toBeLessThan(0.2);
});

test('LibreOffice opens the CSV with the same cells, and works none of them out', async ({ member }) => {
  test.skip(LIBRE_OFFICE === null, 'LibreOffice is not installed');
  await visit(member, paths.cashStatement);
  const csv = await makeFile(member, ['90 days']);
  const opened = await cellsInLibreOffice(csv.bytes);
  const cells = opened.flat();
  expect(cells.filter(({ formula }) => formula !== undefined)).toEqual([]);
  expect(cells.filter(({ value }) => value !== undefined).length).toBeGreaterThan(5);
  const rows = parseCsv(csv.bytes.subarray(3).toString('utf8'));
  expect(opened.map((row) => row.map(({ text, value }) => worth(value ?? text)))).toEqual(
    rows.map((row) => row.slice(0, row.findLastIndex(Boolean) + 1).map(worth)),
  );
});

test('Poppler prints the PDF with the postings of the CSV', async ({ member }) => {
  test.skip(POPPLER === null, 'Poppler is not installed');
  await visit(member, paths.cashStatement);
  const records = recordsOf((await makeFile(member, ['90 days'])).bytes);
  const printed = await pagesInPoppler((await makeFile(member, ['90 days', 'PDF (print)'])).bytes);
  const plain = printed.join('\n').replaceAll(',', '').replaceAll('−', '-');
  // The last columns of a record: its journal, the amount, the balance after it.
  const found = [...plain.matchAll(/ (\d+) +(-?\d+\.\d+) (\w+) +(\d+\.\d+) \3$/gm)];
  expect(found.map(([, journal, amount, asset, after]) => [journal, amount, asset, after])).toEqual(
    records.map(([, asset, , amount, after, , journal]) => [journal, amount, asset, after]),
  );
});

test('a choice at the end of the row, which came with the link, is in sight', async ({ member: page }) => {
  const dates = page.getByRole('button', { name: 'Dates' });
  await visit(page, paths.cashStatement);
  await expect(dates).toBeInViewport({ ratio: 1 });
  await visit(page, paths.assets);
  await visit(page, `${paths.cashStatement}?kind=adjustment`);
  await expect(page.getByRole('radio', { name: 'Adjustment' })).toBeChecked();
  await expect(page.getByText('Adjustment', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(dates).not.toBeInViewport();
});
