/** A statement as a file: made on the device, online and offline, and read back by another program. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { toUnits } from '../../contract/money';
import { parseCsv } from '../worker/support/csv';
import { readPdf } from '../worker/support/pdf';
import { cellsInLibreOffice, pagesInPoppler } from '../support/other-readers';
import { collectComplaints } from './support/complaints';
import { DEMO, expect, logIn, reload, test, untilInstalled } from './support/app';
import { visit } from './support/routes';

async function makeFile(
  page: Page,
  choices: readonly string[],
  button = 'Export statement',
): Promise<{ name: string; bytes: Buffer }> {
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: button }).click();
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

/** LibreOffice has the same cells, and works none of them out. */
async function opensInLibreOffice(csv: Buffer): Promise<void> {
  const opened = await cellsInLibreOffice(csv);
  if (opened === null) return notOpened('LibreOffice');
  const cells = opened.flat();
  expect(cells.filter(({ formula }) => formula !== undefined)).toEqual([]);
  expect(cells.filter(({ value }) => value !== undefined).length).toBeGreaterThan(5);
  const rows = parseCsv(csv.subarray(3).toString('utf8')).map((row) => row.slice(0, row.findLastIndex(Boolean) + 1));
  expect(opened.map((row) => row.map(({ text, value }) => worth(value ?? text)))).toEqual(
    rows.map((row) => row.map(worth)),
  );
}

function notOpened(program: string): void {
  test.info().annotations.push({ type: 'skipped', description: `${program} is not installed` });
}

test('CSV online and PDF offline hold the same postings, and their sums are right', async ({
  context,
  page,
  gateway,
}) => {
  const complaints = await collectComplaints(page);
  await logIn(page, gateway, DEMO);
  await visit(page, paths.cashStatement);
  // Whichever is on top: other tests move the demo person's money too.
  const [list, month] = [page.getByRole('list', { name: /^Cash statement/ }), page.getByRole('heading', { level: 2 })];
  await expect(list.getByRole('button').first()).toBeVisible();
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1');
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', /^(?:-1|\d+)$/);
  await expect(month.first()).toBeVisible();
  await expect(list.getByRole('heading')).toHaveCount(0);

  const csv = await makeFile(page, ['90 days']);
  expect(csv.name).toMatch(/^rab-cash-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = parseCsv(csv.bytes.subarray(3).toString('utf8'));
  expect(head).toEqual(['Time', 'Asset', 'Kind', 'Amount', 'Balance after it', 'Reference', 'Journal']);
  const balance = (asset: string, kind: string) =>
    toUnits(lines.find((line) => line[1] === asset && line[2] === kind)?.[4] ?? 'none', 'USDT');
  const records = lines.filter(([, , kind]) => !kind?.endsWith('balance'));
  const usdt = records.filter(([, asset]) => asset === 'USDT');
  expect(usdt.length).toBeGreaterThan(20);
  const net = usdt.reduce((sum, line) => sum + toUnits(line[3] ?? '', 'USDT'), 0n);
  expect(balance('USDT', 'Opening balance') + net).toBe(balance('USDT', 'Closing balance'));
  await opensInLibreOffice(csv.bytes);

  await untilInstalled(page);
  await context.setOffline(true);
  await reload(page);
  const pdf = await makeFile(page, ['90 days', 'PDF (print)']);
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
  const printed = await pagesInPoppler(pdf.bytes);
  if (printed === null) notOpened('Poppler');
  else {
    expect(printed).toHaveLength(pages.length);
    const plain = printed.join('\n').replaceAll(',', '').replaceAll('−', '-');
    // The last columns of a record: its journal, the amount, the balance after it.
    const found = [...plain.matchAll(/ (\d+) +(-?\d+\.\d+) (\w+) +(\d+\.\d+) \3$/gm)];
    expect(found.map(([, journal, amount, asset, after]) => [journal, amount, asset, after])).toEqual(
      records.map(([, asset, , amount, after, , journal]) => [journal, amount, asset, after]),
    );
  }
  // Something is drawn, and most of the paper is white.
  const { bytes } = pages[0]?.image ?? { bytes: Buffer.of() };
  const ink = bytes.filter((pair) => pair !== 0xff).length / bytes.length;
  expect(ink).toBeGreaterThan(0.005);
  expect(ink).toBeLessThan(0.2);
  await context.setOffline(false);
  expect((await complaints()).filter((line) => !/ERR_INTERNET_DISCONNECTED|^warning: /.test(line))).toEqual([]);
});

test('records of another kind as CSV and, offline, as PDF have the same rows and totals', async ({
  context,
  page,
  gateway,
}) => {
  await logIn(page, gateway, DEMO);
  await visit(page, paths.income);
  await expect(page.getByRole('list', { name: 'Income' }).getByRole('button').first()).toBeVisible();
  const csv = await makeFile(page, ['90 days'], 'Export records');
  expect(csv.name).toMatch(/^rab-income-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = parseCsv(csv.bytes.subarray(3).toString('utf8'));
  expect(head).toEqual(['Time', 'Type', 'Kind', 'Amount', 'Asset', 'Status', 'Order', 'Journal']);
  const rows = lines.filter(([first]) => first !== 'Total (Credited)');
  const total = lines.find(([first, , , , asset]) => first === 'Total (Credited)' && asset === 'USDT')?.[3] ?? 'none';
  const credited = rows.filter(([, , , , asset, status]) => asset === 'USDT' && status === 'Credited');
  expect(credited.length).toBeGreaterThan(5);
  expect(toUnits(total, 'USDT')).toBe(credited.reduce((sum, row) => sum + toUnits(row[3] ?? '', 'USDT'), 0n));
  await opensInLibreOffice(csv.bytes);

  await untilInstalled(page);
  await context.setOffline(true);
  await reload(page);
  const pdf = await makeFile(page, ['90 days', 'PDF (print)'], 'Export records');
  const { title, pages } = readPdf(pdf.bytes);
  expect(title).toBe('Income');
  const words = pages.flatMap(({ text }) => text);
  for (const row of rows) expect(words).toContain(row[7]);
  expect(words).toContain(
    new Intl.NumberFormat('en').format(BigInt(total.split('.')[0] ?? '')) + `.${total.split('.')[1]}`,
  );
  const printed = await pagesInPoppler(pdf.bytes);
  if (printed === null) notOpened('Poppler');
  else {
    const plain = printed.join('\n').replaceAll(',', '');
    for (const [, , kind, amount, , , , journal] of rows)
      expect(plain).toMatch(new RegExp(` ${kind} +${amount} .* ${journal}$`, 'm'));
  }
  await context.setOffline(false);
});

test('a choice at the end of the row, which came with the link, is in sight', async ({ page, gateway }) => {
  await logIn(page, gateway, DEMO);
  const dates = page.getByRole('button', { name: 'Dates' });
  await visit(page, paths.cashStatement);
  await expect(dates).toBeInViewport({ ratio: 1 });
  await visit(page, paths.assets);
  await visit(page, `${paths.cashStatement}?kind=adjustment`);
  await expect(page.getByRole('radio', { name: 'Adjustment' })).toBeChecked();
  await expect(page.getByText('Adjustment', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(dates).not.toBeInViewport();
});
