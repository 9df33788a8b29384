/**
 * Money in and out by hand: one person verifies, binds an authenticator, deposits over the local test network, exchanges, and
 * withdraws; two operators decide; what the chain's wallets and the ledger have agrees. Offline all of it can be read.
 */
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import type { Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { QR_AREA, WIDTH } from '../../src/pages/deposit/Deposit/address-image';
import { codeFromMailbox } from '../support/gateway-process';
import { operate } from '../support/operator';
import { zoneOfNoon } from '../support/zone-of-noon';
import { collectComplaints } from './support/complaints';
import {
  expect,
  LOGIN_PASSWORD,
  operator,
  register,
  reload,
  settle,
  test,
  TRADE_PASSWORD,
  typeCode,
  typeTradePassword,
  untilInstalled,
} from './support/app';
import { expectCodeOf } from './support/qr';
import { visit } from './support/routes';

const EMAIL = 'payee@example.com';
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const STEP_MS = 30_000;
/** Three blocks, and as many rounds of the gateway's jobs, which leave a node that fails alone for up to a minute. */
const ON_CHAIN_MS = 200_000;
/** A minute after the last code. */
const RESEND_MS = 120_000;

/** Withdrawals are open every day and nothing has to wait; two operators decide from 50 USDT on; quotes wait for a slow typist. */
const FIGURES = {
  // No run is near the window's ends.
  'app.timeZone': zoneOfNoon(),
  'withdrawals.hours': { from: '00:00', until: '23:59' },
  'withdrawals.weekdays': [1, 2, 3, 4, 5, 6, 7],
  'withdrawals.secondOperatorAbove': '50',
  'security.withdrawalPauseMs': 0,
  'security.methodWaitMs': 0,
  'exchange.quoteMs': 600_000,
};

/** An authenticator app: each answer is a code that was not given before, and that the gateway takes (one step either way). */
function authenticatorOf(secret: string): () => Promise<string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const stepNow = () => Math.floor(Date.now() / STEP_MS);
  let last = 0;
  return async () => {
    last = Math.max(last + 1, stepNow());
    await expect.poll(stepNow, { timeout: 3 * STEP_MS }).toBeGreaterThanOrEqual(last - 1);
    return totp.generate({ timestamp: last * STEP_MS });
  };
}

async function chooseTradePassword(page: Page): Promise<void> {
  for (const heading of ['Choose a trade password', 'Enter it once more']) {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    for (const digit of TRADE_PASSWORD) await page.getByRole('button', { name: digit, exact: true }).click();
  }
  await page.getByLabel('Login password', { exact: true }).fill(LOGIN_PASSWORD);
  await page.getByRole('button', { name: 'Set a trade password' }).click();
}

test('money in and out: verified, deposited, exchanged, withdrawn, to the last unit', async ({
  context,
  page,
  gateway,
}) => {
  test.setTimeout(1_200_000);
  const complaints = await collectComplaints(page);
  const setBack = await settle(gateway, FIGURES);
  await register(page, gateway, EMAIL);
  const main = page.locator('main');
  const sheet = page.getByRole('dialog');
  const checklist = page.getByRole('region', { name: 'What withdrawing needs' });
  let nextCode: () => Promise<string> = async () => '';
  let address = '';

  await test.step('what withdrawing needs is named; its screens lead back', async () => {
    await visit(page, paths.withdraw);
    await expect(main).toContainText(/Open now[\s\S]*Open until/);
    await expect(checklist.getByText('Missing')).toHaveCount(4);

    await checklist.getByRole('button', { name: /Trade password/ }).click();
    await chooseTradePassword(page);

    await checklist.getByRole('button', { name: /Real-name verification/ }).click();
    const picture = { create: { width: 90, height: 60, channels: 3, background: '#3a6' } } as const;
    const buffer = await sharp(picture).jpeg().toBuffer();
    const images = page.locator('input[type="file"]:not([capture])');
    await images.setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible();
    await page.getByText('Passport').click();
    await page.getByLabel('Document number').fill('g12345678');
    await page.getByLabel('Name as in the document').fill('Lin Mei');
    await page.getByRole('button', { name: 'Hand in for review' }).click();
    await expect(page.getByText('Pending review')).toBeVisible();
    const shown = JSON.parse(await operator(gateway, 'identity', 'show', EMAIL)) as { data: { version: number } };
    await operate(gateway.varDir, ['identity', 'approve', EMAIL, '--seen', String(shown.data.version)]);
    await page.getByRole('button', { name: 'Back to what you were doing' }).click();

    await checklist.getByRole('button', { name: /Google Authenticator/ }).click();
    const key = await page.getByRole('button', { name: /Key, to type in/ }).innerText();
    nextCode = authenticatorOf(key.replace(/Key, to type in|Copy|\s/g, ''));
    await page.getByLabel('Login password').fill(LOGIN_PASSWORD);
    await typeCode(page, await nextCode());
    await page.getByRole('checkbox', { name: 'I have kept them' }).check();
    await page.getByRole('button', { name: 'Done' }).click();

    await checklist.getByRole('button', { name: /Withdrawal method/ }).click();
    await page.getByRole('link', { name: 'Add a crypto address' }).click();
    await page.getByLabel('Receiving address').fill(OUTSIDE);
    await page.getByRole('button', { name: 'Next: trade password' }).click();
    await typeTradePassword(page, TRADE_PASSWORD);
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect(page).toHaveURL((url) => url.hash === `#${paths.withdrawalMethods}`);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('radio', { name: /BEP20 · local test network/ })).toBeChecked();
    await expect(checklist).toHaveCount(0);
  });

  await test.step('the network, the warnings, and then the address', async () => {
    await visit(page, paths.assets);
    await page.getByRole('link', { name: 'Deposit', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'BEP20 · local test network' })).toBeChecked();
    await expect(main).toContainText('its USDT has no value');
    await expect(main).toContainText(/Only USDT over BEP20\.[\s\S]*Minimum deposit[\s\S]*1 USDT/);
    await expect(page.getByRole('img', { name: 'QR code with the address below' }).locator('path')).not.toHaveAttribute(
      'd',
      '',
    );
    const shown = /0x[0-9a-fA-F ]{40,60}/.exec(await main.innerText())?.[0] ?? '';
    address = shown.replace(/\s/g, '');
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  });

  await test.step('the address as a picture, with the same code and in a file of its own', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as image' }).click(),
    ]);
    const fileName = `RAB-USDT-BEP20-${address.slice(-6)}.png`;
    await expectCodeOf(address, download, { fileName, width: WIDTH, area: QR_AREA });
  });

  await test.step('what is paid from outside is confirmed while one looks, and credited', async () => {
    await operate(gateway.varDir, ['chain', 'send', '--to', address, '--amount', '250.5']);
    // A busy machine may show it first when it is credited already.
    await expect(main.getByText(/^(Confirming [0-3]\/3|Credited)$/)).toBeVisible({ timeout: ON_CHAIN_MS });
    await expect(main.getByText('Credited', { exact: true })).toBeVisible({ timeout: ON_CHAIN_MS });
    await expect(page.getByRole('img', { name: '3 of 3 confirmations' })).toBeVisible();
  });

  await test.step('its record, and the posting that leads to it', async () => {
    await main.getByRole('link', { name: /250\.5/ }).click();
    await expect(sheet).toContainText(/0x[0-9a-f]{64}/);
    await expect(sheet).toContainText(address);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await visit(page, paths.cashStatement);
    await page.getByRole('button', { name: /^Deposit, .*250\.5 USDT/ }).click();
    await page.getByRole('button', { name: 'Open the deposit' }).click();
    await expect(sheet).toContainText('3 of 3 confirmations');
    await page.keyboard.press('Escape');
  });

  /** From the form to the withdrawal's own sheet. */
  const withdraw = async (amount: string): Promise<void> => {
    await visit(page, paths.withdraw);
    await page.getByLabel('Amount to receive').fill(amount);
    await page.getByRole('button', { name: 'Next: check and confirm' }).click();
    const askedAt = Date.now();
    await sheet.getByRole('button', { name: 'Send code', exact: true }).click({ timeout: RESEND_MS });
    await expect(sheet).toContainText('It counts for this amount and method only.');
    await typeCode(page, await codeFromMailbox(gateway.varDir, EMAIL, askedAt));
    await expect(sheet).toContainText('Step 2 of 3');
    await typeCode(page, await nextCode());
    await typeTradePassword(page, TRADE_PASSWORD);
    await expect(sheet).toContainText('Amount and fee are set aside.');
    await sheet.getByRole('button', { name: 'See the withdrawal' }).click();
    await expect(sheet.getByRole('list', { name: 'What became of it' })).toContainText(/Asked for[\s\S]*Review/);
  };

  await test.step('a withdrawal is pending, and taken back in full', async () => {
    await withdraw('20');
    await expect(sheet).toContainText('21.020000');
    await expect(main.getByRole('button', { name: /Pending approval/ })).toBeVisible();
    await sheet.getByRole('button', { name: 'Cancel this withdrawal' }).click();
    await sheet.getByRole('button', { name: 'Cancel it' }).click();
    await expect(sheet).toContainText('Amount and fee available again');
    await page.keyboard.press('Escape');
  });

  await test.step('the quote of an exchange, with everything that is to be known before the tap', async () => {
    await visit(page, paths.assets);
    await page.getByRole('link', { name: 'Exchange', exact: true }).click();
    await page.getByLabel('You give').fill('100');
    // 100 ÷ (0.125 × 1.005), rounded down.
    await expect(main).toContainText('796.01990049 RAB');
    await expect(main).toContainText('0.125625 USDT');
    await expect(main).toContainText('demo price, not a market’s');
    await expect(main).toContainText('An exchange cannot be undone.');
    await page.getByRole('button', { name: 'Next: trade password' }).click();
    await expect(sheet).toContainText('796.01990049 RAB');
    await typeTradePassword(page, TRADE_PASSWORD);
    await expect(sheet).toContainText('Exchanged');
    await sheet.getByRole('button', { name: 'Records' }).click();
    await expect(page.getByRole('list', { name: 'Exchanges' }).getByRole('button')).toHaveCount(1);
  });

  await test.step('offline the address and all records are there, and no money is moved', async () => {
    await untilInstalled(page);
    await context.setOffline(true);
    await reload(page);
    await expect(page.getByRole('list', { name: 'Exchanges' }).getByRole('button')).toHaveCount(1);
    await visit(page, paths.withdrawals);
    await expect(page.getByRole('list', { name: 'Withdrawals' }).getByRole('button')).toHaveCount(1);
    await visit(page, paths.deposit);
    await expect(main).toContainText(address.slice(2, 6));
    await visit(page, paths.deposits);
    await expect(page.getByRole('list', { name: 'Deposits' }).getByRole('button')).toHaveCount(1);
    await visit(page, paths.exchanges);
    await page.getByRole('list', { name: 'Exchanges' }).getByRole('button').click();
    await expect(sheet).toContainText('796.01990049 RAB');
    await page.keyboard.press('Escape');
    for (const path of [paths.exchange, paths.withdraw]) {
      await visit(page, path);
      await expect(main).toContainText('Moving money needs a connection');
    }
    await context.setOffline(false);
  });
  await test.step('another is approved by two operators, sent once, confirmed, and done', async () => {
    await withdraw('100');
    const { data } = JSON.parse(await operator(gateway, 'withdrawal', 'list')) as { data: { id: string }[] };
    expect(data).toHaveLength(1);
    for (const actor of ['ann', 'bob'] as const) {
      await operate(gateway.varDir, ['withdrawal', 'approve', data[0]?.id ?? ''], { actor });
    }
    const carriedOut = /Sent to the network[\s\S]*3 of 3 confirmations[\s\S]*0x[0-9a-f]{64}/;
    await expect(sheet).toContainText(carriedOut, { timeout: ON_CHAIN_MS });
    await page.keyboard.press('Escape');
    await expect(main.getByRole('button', { name: /Success/ })).toBeVisible();
    expect(JSON.parse(await operator(gateway, 'reconcile', '--chain'))).toMatchObject({ ok: true });
  });

  await setBack();
  expect((await complaints()).filter((line) => !/ERR_INTERNET_DISCONNECTED|^warning: /.test(line))).toEqual([]);
});
