/** USDT for RAB at a live quote: rate and risk before the tap, the record after it, readable offline. */
import { paths } from '../../src/app/paths';
import { collectComplaints } from './support/complaints';
import { DEMO, expect, logIn, operator, test, typeTradePassword, untilInstalled } from './support/app';
import { visit } from './support/routes';

test('100 USDT are exchanged at the quoted rate, and the record is there offline', async ({
  context,
  page,
  gateway,
}) => {
  const complaints = await collectComplaints(page);
  // How fast a busy machine types is not what is tested here.
  await operator(gateway, 'config', 'set', 'exchange.quoteMs', '600000');
  await logIn(page, gateway, DEMO);
  const main = page.locator('main');
  const sheet = page.getByRole('dialog');

  await test.step('the quote, with everything that is to be known before the tap', async () => {
    await visit(page, paths.assets);
    await page.getByRole('link', { name: 'Exchange', exact: true }).click();
    await page.getByLabel('You give').fill('100');
    // 100 ÷ (0.125 × 1.005), rounded down.
    await expect(main).toContainText('796.01990049 RAB');
    await expect(main).toContainText('0.125625 USDT');
    await expect(main).toContainText('demo price, not a market’s');
    await expect(main).toContainText('An exchange cannot be undone.');
  });

  await test.step('confirmed by the trade password', async () => {
    await page.getByRole('button', { name: 'Next: trade password' }).click();
    await expect(sheet).toContainText('796.01990049 RAB');
    await typeTradePassword(page, DEMO.tradePassword);
    await expect(sheet).toContainText('Exchanged');
    await sheet.getByRole('button', { name: 'Records' }).click();
  });

  await test.step('its record, online and offline', async () => {
    const rows = page.getByRole('list', { name: 'Exchanges' }).getByRole('button');
    await expect(rows).toHaveCount(1);
    expect(JSON.parse(await operator(gateway, 'reconcile'))).toMatchObject({ ok: true });
    await untilInstalled(page);
    await context.setOffline(true);
    await page.reload();
    await expect(rows).toHaveCount(1);
    await rows.first().click();
    await expect(sheet).toContainText('796.01990049 RAB');
    await page.keyboard.press('Escape');
    await visit(page, paths.exchange);
    await expect(main).toContainText('Moving money needs a connection');
    await context.setOffline(false);
  });
  expect((await complaints()).filter((line) => !/ERR_INTERNET_DISCONNECTED|^warning: /.test(line))).toEqual([]);
});
