/** An operator imports delivery slips: the person hears of them, reads them with their totals and price path, and offline as well. */
import { paths } from '../../src/app/paths';
import { actOn } from '../support/operator';
import { collectComplaints } from './support/complaints';
import { DEMO, expect, logIn, test } from './support/app';
import { visit } from './support/routes';

const SLIP = {
  trade_no: 'E2E-1',
  user: DEMO.email,
  product: 'USDJPY',
  direction: 'short',
  lots: '0.25',
  leverage: '50',
  margin: '75',
  spread: '0.02',
  open_price: '151.2',
  open_time: '2026-01-20T09:30:00Z',
  close_price: '150.95',
  close_time: '2026-01-20T11:00:00Z',
  profit: '41.4',
  path: '2026-01-20T10:00:00Z 151.35',
};

test('slips are imported, told, listed with totals, and open with their path, offline too', async ({
  context,
  gateway,
  page,
}) => {
  const complaints = await collectComplaints(page);
  await logIn(page, gateway, DEMO);
  await visit(page, paths.deliverySlips);
  await expect(page.getByText('no money moves by them')).toBeVisible();
  await expect(page.getByText('10 slips')).toBeVisible();

  const file = { file: 'desk.json', format: 'json', text: JSON.stringify([SLIP]) };
  expect(await actOn(gateway.varDir, 'slips import', { ...file, dryRun: true })).toMatchObject({ ok: true });
  expect(await actOn(gateway.varDir, 'slips import', file)).toMatchObject({ ok: true, data: { added: 1 } });
  // The page hears of it by itself; a slip that comes late is listed first.
  await expect(page.getByText('11 slips')).toBeVisible();
  await page.getByRole('button', { name: /^USDJPY/ }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('img', { name: /^Price from .*lowest 150\.95, highest 151\.35$/ })).toBeVisible();
  await sheet.getByText('View as table').click();
  await expect(sheet.getByRole('cell', { name: '151.35' })).toBeVisible();
  await expect(sheet).toContainText('E2E-1');
  await page.keyboard.press('Escape');

  await context.setOffline(true);
  await page.getByRole('radiogroup', { name: 'Trade direction' }).getByText('Short').click();
  await expect(page.getByText('5 slips')).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Result' }).getByText('Loss').click();
  await expect(page.getByText('3 slips')).toBeVisible();
  await expect(page.getByRole('button', { name: /^USDJPY/ })).toHaveCount(0);
  await context.setOffline(false);
  expect(await complaints()).toEqual([]);
});
