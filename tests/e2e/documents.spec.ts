/** The document viewer: a statement made on the device opens in it, offline too; a hostile file shows an error and nothing else. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { expect, operator, test } from './support/app';
import { FINE_PDF, HOSTILE_PDFS } from '../support/pdf-files';
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
  device,
  member: page,
}) => {
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

  await device.setOffline(true);
  await openStatement(page);
  await expect.poll(() => inkOf(page)).toBeGreaterThan(0.002);
});

test('a document of the operator opens from the service page, and offline once it was opened', async ({
  device,
  gateway,
  member: page,
}) => {
  const file = join(gateway.varDir, 'terms.pdf');
  await writeFile(file, FINE_PDF);
  await operator(gateway, 'document', 'publish', '--title', 'EN=Terms of custody', '--file', `EN=${file}`);
  const opens = async () => {
    await visit(page, paths.service);
    await page.getByRole('link', { name: /Terms of custody/ }).click();
    await expect(page.getByRole('region', { name: 'Page 1 of 1' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Terms of custody.pdf');
  };
  await opens();
  await device.setOffline(true);
  await opens();
});

test('a hostile file shows an error and nothing else', async ({ complaints, member: page }) => {
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
  await openInstead(FINE_PDF);
  await expect(page.getByRole('region', { name: 'Page 1 of 1' })).toBeVisible();
  for (const [name, bytes, told] of HOSTILE_PDFS) {
    await test.step(name, async () => {
      await openInstead(bytes);
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(told);
      await expect(page.locator('canvas')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
    });
  }
  expect(await complaints()).toEqual([]);
});
