import type { Page } from '@playwright/test';
import {
  expect,
  open,
  register,
  reload,
  tab,
  test,
  LOGIN_PASSWORD,
  TRADE_PASSWORD,
  typeTradePassword,
  untilInstalled,
} from './support/app';
import { QR_AREA, SIZE } from '../../src/pages/team/Invite/poster';
import { expectCodeOf } from './support/qr';
import { accountTraces } from './support/storage';

const EMAIL = 'lin@example.com';

/** Motion is on, as most people have it. */
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Both cells rows of the first trade password use the app's keypad. */
async function chooseTradePassword(page: Page): Promise<void> {
  for (const heading of ['Choose a trade password', 'Enter it once more']) {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    for (const digit of TRADE_PASSWORD) await page.getByRole('button', { name: digit, exact: true }).click();
  }
  await page.getByLabel('Login password', { exact: true }).fill(LOGIN_PASSWORD);
  await page.getByRole('button', { name: 'Set a trade password' }).click();
}

test('one person, from registration to log-out, online and offline', async ({ page, context, gateway }) => {
  await register(page, gateway, EMAIL, gateway.invitationCode);
  await expect(page.getByText('Demo data', { exact: true })).toBeVisible();
  await expect(page.getByText('10125 USDT')).toBeAttached();
  await untilInstalled(page);
  const sheet = page.getByRole('dialog');

  await test.step('the first order leads to the trade password and back, the draft kept', async () => {
    await tab(page, 'Trust');
    await page.getByRole('button', { name: 'Place custody order' }).click();
    await sheet.getByRole('radio', { name: /30 days/ }).check();
    await sheet.getByRole('textbox').fill('1000');
    await sheet.getByRole('button', { name: 'Set trade password' }).click();
    await chooseTradePassword(page);
    await expect(page).toHaveURL(/index\/index2/);
  });

  await test.step('the order is placed with money that the ledger moved', async () => {
    await expect(sheet.getByRole('radio', { name: /30 days/ })).toBeChecked();
    await expect(sheet.getByRole('textbox')).toHaveValue('1000');
    await sheet.getByRole('button', { name: 'Next: trade password' }).click();
    await typeTradePassword(page, '111112');
    await expect(sheet.getByRole('alert')).toContainText('Tries left: 4');
    await typeTradePassword(page, TRADE_PASSWORD);
    await expect(sheet.getByText('Order placed')).toBeVisible();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('region', { name: 'Custody account' }).getByText('1000 USDT')).toBeAttached();
    await tab(page, 'Assets');
    await expect(page.getByText('9000 USDT').first()).toBeAttached();
    await expect(page.getByText('1000 USDT').first()).toBeAttached();
  });

  await test.step('part of it is redeemed, free of charge within the first day', async () => {
    await tab(page, 'Trust');
    await page.getByRole('button', { name: /1000 USDT.*30 days/s }).click();
    await expect(sheet.getByText('Redeem now')).toBeVisible();
    await sheet.getByRole('button', { name: 'Redeem', exact: true }).click();
    await sheet.locator('label', { hasText: 'A part' }).click();
    await sheet.getByRole('textbox').fill('950');
    await expect(sheet.getByText(/What stays must be greater than 100 USDT/)).toBeVisible();
    await sheet.getByRole('textbox').fill('400.5');
    await sheet.getByRole('button', { name: 'Next: trade password' }).click();
    await typeTradePassword(page, TRADE_PASSWORD);
    await expect(sheet.getByText('Redeemed')).toBeVisible();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('region', { name: 'Custody account' }).getByText('599.5 USDT')).toBeAttached();
  });

  await test.step('records are warm', async () => {
    for (const path of [
      '/pages/blance_record/blance_record',
      '/pages/blance_record/blance_record1',
      '/pages/blance_record/blance_record2',
    ]) {
      await open(page, gateway, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(/400\.5|599\.5/).first()).toBeAttached();
    }
  });

  await test.step('the poster has the link of the person who registered by one', async () => {
    await open(page, gateway, '/pages/blance_record/blance_record6');
    await page.getByRole('link', { name: 'Invite', exact: true }).click();
    const link = (await page.getByText(/\/\?invite=/).textContent()) ?? '';
    const [, code = ''] = link.split('=');
    expect(code).toMatch(/^[A-Z0-9]{6,12}$/);
    expect(code).not.toBe(gateway.invitationCode);
    await expect(page.getByRole('img', { name: 'Poster with the link below' })).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as image' }).click(),
    ]);
    await expectCodeOf(link, download, { fileName: `RAB-${code}.png`, width: SIZE.width, area: QR_AREA });
  });

  await test.step('without a network, and after a reload without one, everything is still readable', async () => {
    await open(page, gateway, '/pages/index/index');
    await expect(page.getByText('10125 USDT').first()).toBeAttached();
    await context.setOffline(true);
    await expectReadableOffline(page);
    await reload(page);
    await expectReadableOffline(page);
    for (const path of [
      '/pages/blance_record/blance_record',
      '/pages/blance_record/blance_record1',
      '/pages/blance_record/blance_record2',
    ]) {
      await open(page, gateway, path);
      await expect(page.getByText(/400\.5|599\.5/).first()).toBeAttached();
      await expect(page.getByText(/data as of/)).toBeVisible();
    }
    await page.goto(`${gateway.origin}/?invite=ABC123`);
    await expect(page.getByText('You are already registered. The invitation is for new members.')).toBeVisible();
    await expect(page).toHaveURL(/\/#\/pages\/index\/index$/);
  });

  await test.step('back online, the banner leaves', async () => {
    await open(page, gateway, '/pages/index/index');
    await context.setOffline(false);
    await expect(page.getByText(/data as of/)).toBeHidden();
  });

  await test.step('after log-out nothing of the account is left on the device', async () => {
    expect(await accountTraces(page, [EMAIL, 'rab-user'])).not.toEqual([]);
    await open(page, gateway, '/pages/setting/setting');
    await page.getByRole('button', { name: 'Log out' }).click();
    await sheet.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    await expect.poll(() => accountTraces(page, [EMAIL, 'rab-user'])).toEqual([]);
    await open(page, gateway, '/pages/my/my');
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  });

  await test.step('an invitation link opens registration without a network too', async () => {
    await context.setOffline(true);
    await page.goto(`${gateway.origin}/?invite=ABC123`);
    await expect(page.getByLabel('Invitation code')).toHaveValue('ABC123');
  });
});

async function expectReadableOffline(page: Page): Promise<void> {
  await expect(page.getByText(/data as of/)).toBeVisible();
  await tab(page, 'Assets');
  await expect(page.getByText('9400.5 USDT').first()).toBeAttached();
  await expect(page.getByText('599.5 USDT').first()).toBeAttached();
  await tab(page, 'Home');
  await expect(page.getByText('10125 USDT').first()).toBeAttached();
  await tab(page, 'Trust');
  await expect(page.getByRole('region', { name: 'Custody account' }).getByText('599.5 USDT')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Place custody order' })).toBeDisabled();
  await expect(page.getByText('Moving money needs a connection')).toBeVisible();
  await page.getByRole('button', { name: /599\.5 USDT.*30 days/s }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Redeem now')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Redeem', exact: true })).toBeDisabled();
  await expect(sheet.getByText('Moving money needs a connection')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
}
