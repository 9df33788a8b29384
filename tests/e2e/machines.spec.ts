/** A machine by hand: two operators record receipts, the person buys with tickets and USDT, and finds the machine, the days and the tickets. */
import { paths } from '../../src/app/paths';
import { operate } from '../support/operator';
import { collectComplaints } from './support/complaints';
import { DEMO, expect, logIn, test, typeTradePassword } from './support/app';
import { visit } from './support/routes';

test('buys a machine with tickets and USDT, and finds what it has mined', async ({ page, gateway }) => {
  const complaints = await collectComplaints(page);
  await logIn(page, gateway, DEMO);
  const main = page.locator('main');
  const sheet = page.getByRole('dialog');

  await visit(page, paths.machines);
  await expect(main).toContainText('Latest receipts');
  await expect(main.getByRole('link', { name: /^10 T/ })).toContainText('or 20 tickets');
  await operate(gateway.varDir, ['machine', 'alter', 't10', '--price', '199']);
  // Live: the operator's change is there without asking.
  await expect(main.getByRole('link', { name: /^10 T/ })).toContainText('199.00 USDT');
  await main.getByRole('link', { name: /^10 T/ }).click();
  await expect(main).toContainText('199 in stock');

  await page.getByRole('radio', { name: 'Both' }).check();
  await main.getByRole('textbox', { name: 'Tickets' }).fill('10');
  await expect(main).toContainText('99.500000 USDT');
  await page.getByRole('button', { name: 'Next: trade password' }).click();
  await expect(sheet).toContainText('1 machine with 10 T');
  await typeTradePassword(page, DEMO.tradePassword);
  await expect(sheet).toContainText('Bought');
  await sheet.getByRole('button', { name: 'Mining records' }).click();

  const rows = main.getByRole('button', { name: /^10 T/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Starts soon');
  await expect(rows.last()).toContainText('Running');
  await page.getByRole('radiogroup').getByText('By day').click();
  await expect(main.getByText('No receipts')).toHaveCount(1);
  await expect(main.getByText('Credited')).toHaveCount(5);

  await visit(page, paths.tickets);
  await page.getByRole('radiogroup').getByText('Available').click();
  await expect(main).toContainText('There are no tickets with this status.');
  expect(await complaints()).toEqual([]);
  // Other specs go on with this gateway.
  await operate(gateway.varDir, ['machine', 'alter', 't10', '--price', '200']);
});
