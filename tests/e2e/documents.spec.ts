/** The document viewer: a statement made on the device opens in it, offline too; a hostile file shows an error and nothing else. */
import type { Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { collectComplaints } from './support/complaints';
import { DEMO, expect, logIn, test, untilInstalled } from './support/app';
import { visit } from './support/routes';

/** Makes a PDF of the statement and opens it. */
async function openStatement(page: Page): Promise<void> {
  await visit(page, paths.cashStatement);
  await page.getByRole('button', { name: 'Export statement' }).click();
  const sheet = page.getByRole('dialog');
  for (const choice of ['90 days', 'PDF (print)'])
    await sheet.getByRole('radio', { name: choice, exact: true }).press('Space');
  await sheet.getByRole('button', { name: 'Make the file' }).click();
  await sheet.getByRole('button', { name: 'Open document' }).click();
  await expect(page.getByRole('heading', { name: 'PDF document', exact: true })).toBeVisible();
}

/** The share of dark pixels on the first page's canvas. */
const inkOf = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const pen = canvas?.getContext('2d');
    if (!canvas || !pen || canvas.width < 10) return 0;
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1;
    return (dark * 4) / data.length;
  });

test('a statement is drawn, zoomed, searched and shared, and opens offline once the viewer was there', async ({
  context,
  gateway,
  page,
}) => {
  const complaints = await collectComplaints(page);
  await logIn(page, gateway, DEMO);
  await untilInstalled(page);
  await openStatement(page);
  await expect(page.getByRole('region', { name: /^Page 1 of \d+$/ })).toBeVisible();
  await expect.poll(() => inkOf(page)).toBeGreaterThan(0.002);
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toContainText('Cash statement');

  const width = async () => (await page.locator('canvas').first().boundingBox())?.width ?? 0;
  const before = await width();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.4);

  await page.getByRole('button', { name: 'Search the document' }).click();
  await page.getByRole('searchbox').fill('custody interest');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^1 of \d+$/);
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^2 of \d+$/);
  await page.getByRole('searchbox').fill('no such words');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('No match');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Share' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^rab-cash-.*\.pdf$/);

  await context.setOffline(true);
  await openStatement(page);
  await expect.poll(() => inkOf(page)).toBeGreaterThan(0.002);
  await context.setOffline(false);
  expect((await complaints()).filter((line) => !/ERR_INTERNET_DISCONNECTED|^warning: /.test(line))).toEqual([]);
});

/** A PDF of these objects, the first of which is the catalogue; with a right table of them. */
function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const pageOf = (box: string, more = '') => `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Resources << >> ${more}>>`;
const A4 = pageOf('0 0 595 842');
const catalogue = (more = '') => `<< /Type /Catalog /Pages 2 0 R ${more}>>`;
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const MANY = `<< /Type /Pages /Kids [${Array.from({ length: 501 }, (_, index) => `${index + 3} 0 R`).join(' ')}] /Count 501 >>`;
const FINE = pdfOf([catalogue(), PAGES, A4]);

const HOSTILE: readonly [name: string, bytes: Buffer, told: RegExp][] = [
  ['a script that runs when it opens', pdfOf([catalogue(`/OpenAction ${SCRIPT} `), PAGES, A4]), /contains scripts/],
  [
    'a script by name',
    pdfOf([catalogue(`/Names << /JavaScript << /Names [(a) ${SCRIPT}] >> >> `), PAGES, A4]),
    /contains scripts/,
  ],
  [
    'a script of a page',
    pdfOf([catalogue(), PAGES, pageOf('0 0 595 842', `/AA << /O ${SCRIPT} >> `)]),
    /contains scripts/,
  ],
  ['a huge page', pdfOf([catalogue(), PAGES, pageOf('0 0 9000000 9000000')]), /too large/],
  ['many pages', pdfOf([catalogue(), MANY, ...Array.from({ length: 501 }, () => A4)]), /too large/],
  ['a truncated file', FINE.subarray(0, FINE.length - 40), /damaged or incomplete/],
  ['a file without its middle', Buffer.concat([FINE.subarray(0, 60), FINE.subarray(120)]), /damaged or incomplete/],
  ['a page of the web', Buffer.from('<html><script>alert(1)</script></html>'), /not a PDF/],
  ['an archive', Buffer.from('PK\u0003\u0004 and so on'), /not a PDF/],
  ['nothing', Buffer.of(), /not a PDF/],
];

test('a hostile file shows an error and nothing else', async ({ gateway, page }) => {
  const complaints = await collectComplaints(page);
  await logIn(page, gateway, DEMO);
  /** Has the page read these bytes in place of the file that it opens. */
  const openInstead = async (bytes: Buffer) => {
    await page.evaluate(
      (given) => {
        Blob.prototype.arrayBuffer = () => Promise.resolve(Uint8Array.from(given).buffer);
      },
      [...bytes],
    );
    await openStatement(page);
  };
  // So that the others fail for what they are.
  await openInstead(FINE);
  await expect(page.getByRole('region', { name: 'Page 1 of 1' })).toBeVisible();
  for (const [name, bytes, told] of HOSTILE) {
    await test.step(name, async () => {
      await openInstead(bytes);
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(told);
      await expect(page.locator('canvas')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
    });
  }
  expect(await complaints()).toEqual([]);
});
