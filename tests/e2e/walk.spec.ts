/**
 * The main job, walked once: one person registers, deposits over the local test network, places custody, withdraws, trades, reads
 * everything without a network, and leaves nothing behind; an installed app becomes a newer release; Home speaks nine languages.
 */
import { rm } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import type { Page } from '@playwright/test';
import { APP_VERSION } from '../../contract/app-version';
import { SAMPLE_TEXTS } from '../../gateway/demo/sample-texts';
import { paths } from '../../src/app/paths';
import { LOCALE_INFO, LOCALES } from '../../src/i18n/locales';
import { codeFromMailbox } from '../support/gateway-process';
import { operate } from '../support/operator';
import { publishRelease } from '../support/release';
import { zoneOfNoon } from '../support/zone-of-noon';
import {
  expect,
  LOGIN_PASSWORD,
  open,
  operator,
  register,
  reload,
  settle,
  tab,
  test,
  TRADE_PASSWORD,
  typeCode,
  typeTradePassword,
  untilInstalled,
} from './support/app';
import { appVersion } from './support/app-version';
import { collectComplaints, unexpected } from './support/complaints';
import { untilShown, visit } from './support/routes';
import { accountTraces } from './support/storage';
import { picture } from './support/traders';

// Two workers share it: the first test takes longer than both others.
test.describe.configure({ mode: 'parallel' });

const EMAIL = 'lin@example.com';
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const STEP_MS = 30_000;
const RECORDS = [paths.cashStatement, paths.custodyOrders, paths.deposits, paths.withdrawals, paths.myRabOrders];

/** Nothing waits for a day or a minute; two operators decide from 50 USDT on. */
const FIGURES = {
  'app.timeZone': zoneOfNoon(),
  'withdrawals.hours': { from: '00:00', until: '23:59' },
  'withdrawals.weekdays': [1, 2, 3, 4, 5, 6, 7],
  'withdrawals.secondOperatorAbove': '50',
  'security.withdrawalPauseMs': 0,
  'security.methodWaitMs': 0,
  'deposits.localBlockMs': 200,
};

/** An authenticator app. Each step's code is taken once, and that of one step ahead as well: the second code needs no wait. */
function authenticatorOf(secret: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let last = 0;
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / STEP_MS));
    return totp.generate({ timestamp: last * STEP_MS });
  };
}

const sheetOf = (page: Page) => page.getByRole('dialog');
const custodyOf = (page: Page, text: string) => page.getByRole('region', { name: 'Custody account' }).getByText(text);

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next: trade password' }).click();
  await typeTradePassword(page, TRADE_PASSWORD);
}

/** The first order leads to the trade password and back, with what was typed; a wrong one is counted. */
async function placeFirstOrder(page: Page): Promise<void> {
  const sheet = sheetOf(page);
  await tab(page, 'Trust');
  await page.getByRole('button', { name: 'Place custody order' }).click();
  await sheet.getByRole('radio', { name: /30 days/ }).check();
  await sheet.getByRole('textbox').fill('1000');
  await sheet.getByRole('button', { name: 'Set trade password' }).click();
  for (const heading of ['Choose a trade password', 'Enter it once more']) {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    for (const digit of TRADE_PASSWORD) await page.getByRole('button', { name: digit, exact: true }).click();
  }
  await page.getByLabel('Login password', { exact: true }).fill(LOGIN_PASSWORD);
  await page.getByRole('button', { name: 'Set a trade password' }).click();
  await expect(sheet.getByRole('radio', { name: /30 days/ })).toBeChecked();
  await expect(sheet.getByRole('textbox')).toHaveValue('1000');
  await sheet.getByRole('button', { name: 'Next: trade password' }).click();
  await typeTradePassword(page, '111112');
  await expect(sheet.getByRole('alert')).toContainText('Tries left: 4');
  await typeTradePassword(page, TRADE_PASSWORD);
  await expect(sheet.getByText('Order placed')).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(custodyOf(page, '1000 USDT')).toBeAttached();
}

/** Part of it is redeemed, free of charge within the first day. */
async function redeemPart(page: Page): Promise<void> {
  const sheet = sheetOf(page);
  await page.getByRole('button', { name: /1000 USDT.*30 days/s }).click();
  await sheet.getByRole('button', { name: 'Redeem', exact: true }).click();
  await sheet.locator('label', { hasText: 'A part' }).click();
  await sheet.getByRole('textbox').fill('950');
  await expect(sheet.getByText(/What stays must be greater than 100 USDT/)).toBeVisible();
  await sheet.getByRole('textbox').fill('400.5');
  await confirm(page);
  await expect(sheet.getByText('Redeemed')).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(custodyOf(page, '599.5 USDT')).toBeAttached();
}

/** Brings everything that withdrawing needs, each by the screen that the list leads to. @returns the authenticator */
async function meetNeeds(page: Page, approveName: () => Promise<unknown>): Promise<() => string> {
  const checklist = page.getByRole('region', { name: 'What withdrawing needs' });
  await visit(page, paths.withdraw);
  await expect(page.locator('main')).toContainText(/Open now[\s\S]*Open until/);
  await expect(checklist.getByText('Missing')).toHaveCount(3);

  await checklist.getByRole('button', { name: /Real-name verification/ }).click();
  const images = page.locator('input[type="file"]:not([capture])');
  await images.setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: await picture() });
  await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible();
  await page.getByText('Passport').click();
  await page.getByLabel('Document number').fill('g12345678');
  await page.getByLabel('Name as in the document').fill('Lin Mei');
  await page.getByRole('button', { name: 'Hand in for review' }).click();
  await expect(page.getByText('Pending review')).toBeVisible();
  await approveName();
  await page.getByRole('button', { name: 'Back to what you were doing' }).click();

  await checklist.getByRole('button', { name: /Google Authenticator/ }).click();
  const key = await page.getByRole('button', { name: /Key, to type in/ }).innerText();
  const codeOfNow = authenticatorOf(key.replace(/Key, to type in|Copy|\s/g, ''));
  await page.getByLabel('Login password').fill(LOGIN_PASSWORD);
  await typeCode(page, codeOfNow());
  await page.getByRole('checkbox', { name: 'I have kept them' }).check();
  await page.getByRole('button', { name: 'Done' }).click();

  await checklist.getByRole('button', { name: /Withdrawal method/ }).click();
  await page.getByRole('link', { name: 'Add a crypto address' }).click();
  await page.getByLabel('Receiving address').fill(OUTSIDE);
  await confirm(page);
  await sheetOf(page).getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL((url) => url.hash === `#${paths.withdrawalMethods}`);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('radio', { name: /BEP20 · local test network/ })).toBeChecked();
  await expect(checklist).toHaveCount(0);
  return codeOfNow;
}

/** Every balance and record is there, with its age, and no money can be moved. */
async function expectReadableOffline(page: Page): Promise<void> {
  await expect(page.getByText(/data as of/)).toBeVisible();
  await expect(page.getByText('Demo data', { exact: true })).toBeVisible();
  await tab(page, 'Trust');
  await expect(custodyOf(page, '599.5 USDT')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Place custody order' })).toBeDisabled();
  await expect(page.getByText('Moving money needs a connection')).toBeVisible();
  for (const path of RECORDS) {
    await visit(page, path);
    await expect(page.locator('main').getByRole('listitem').getByRole('button').first()).toBeVisible();
    await expect(page.getByText(/data as of/)).toBeVisible();
  }
  await visit(page, paths.withdraw);
  await expect(page.locator('main')).toContainText('Moving money needs a connection');
}

test.describe('one person', () => {
  /** Motion is on, as most people have it. */
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('registers, deposits, places custody, withdraws, trades, reads offline, and leaves nothing behind', async ({
    context,
    page,
    gateway,
  }) => {
    const complaints = await collectComplaints(page);
    const [main, sheet] = [page.locator('main'), sheetOf(page)];
    const { varDir } = gateway;
    let codeOfNow = () => '';
    let address = '';
    await settle(gateway, FIGURES);

    await test.step('registers by an invitation link', async () => {
      await register(page, gateway, EMAIL, gateway.invitationCode);
      await expect(page.getByText('10125 USDT')).toBeAttached();
    });

    await test.step('gets an address, with its warnings, and pays to it from outside', async () => {
      await page.getByRole('link', { name: 'Deposit', exact: true }).first().click();
      await expect(page.getByRole('radio', { name: 'BEP20 · local test network' })).toBeChecked();
      await expect(main).toContainText(/Only USDT over BEP20\.[\s\S]*Minimum deposit[\s\S]*1 USDT/);
      await expect(main).toContainText(/0x[0-9a-fA-F ]{40,60}/);
      address = (/0x[0-9a-fA-F ]{40,60}/.exec(await main.innerText())?.[0] ?? '').replace(/\s/g, '');
      expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
      await operate(varDir, ['chain', 'send', '--to', address, '--amount', '250.5']);
    });

    await test.step('sees it confirmed and credited, with its record', async () => {
      await expect(main.getByText('Credited', { exact: true })).toBeVisible();
      await main.getByRole('link', { name: /250\.5/ }).click();
      await expect(sheet).toContainText(/0x[0-9a-f]{64}/);
      await expect(sheet).toContainText(address);
      await expect(sheet).toContainText('3 of 3 confirmations');
      await page.keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
      await visit(page, paths.assets);
      await expect(page.getByText('10250.5 USDT').first()).toBeAttached();
    });

    await test.step('places custody, and redeems a part of it', async () => {
      await placeFirstOrder(page);
      await redeemPart(page);
    });

    await test.step('meets what withdrawing needs', async () => {
      codeOfNow = await meetNeeds(page, async () => {
        const shown = JSON.parse(await operator(gateway, 'identity', 'show', EMAIL)) as { data: { version: number } };
        await operate(varDir, ['identity', 'approve', EMAIL, '--seen', String(shown.data.version)]);
      });
    });

    await test.step('withdraws by a mailed code, the authenticator and the trade password', async () => {
      await page.getByLabel('Amount to receive').fill('100');
      await page.getByRole('button', { name: 'Next: check and confirm' }).click();
      const askedAt = Date.now();
      await sheet.getByRole('button', { name: 'Send code', exact: true }).click();
      await expect(sheet).toContainText('It counts for this amount and method only.');
      await typeCode(page, await codeFromMailbox(varDir, EMAIL, askedAt));
      await expect(sheet).toContainText('Step 2 of 3');
      await typeCode(page, codeOfNow());
      await typeTradePassword(page, TRADE_PASSWORD);
      await expect(sheet).toContainText('Amount and fee are set aside.');
      await sheet.getByRole('button', { name: 'See the withdrawal' }).click();
      await expect(sheet.getByRole('list', { name: 'What became of it' })).toContainText(/Asked for[\s\S]*Review/);
    });

    await test.step('has it sent by two operators, while looking', async () => {
      const { data } = JSON.parse(await operator(gateway, 'withdrawal', 'list')) as { data: { id: string }[] };
      expect(data).toHaveLength(1);
      for (const actor of ['ann', 'bob'] as const)
        await operate(varDir, ['withdrawal', 'approve', data[0]?.id ?? ''], { actor });
      await expect(sheet).toContainText(/Sent to the network[\s\S]*3 of 3 confirmations[\s\S]*0x[0-9a-f]{64}/);
      await page.keyboard.press('Escape');
      await expect(main.getByRole('button', { name: /Success/ })).toBeVisible();
      expect(JSON.parse(await operator(gateway, 'reconcile', '--chain'))).toMatchObject({ ok: true });
    });

    await test.step('buys RAB of another trader', async () => {
      await visit(page, paths.trade);
      await page
        .getByRole('button', { name: /^Buy: / })
        .first()
        .click();
      await sheet.getByLabel('Quantity').fill('100');
      await expect(sheet).toContainText('Deducted at most');
      await confirm(page);
      await sheet.getByRole('button', { name: 'To the order' }).click();
      await expect(main).toContainText('All of it was filled.');
    });

    await test.step('reads everything without a network, also after a reload, and moves no money', async () => {
      await untilInstalled(page);
      // Lists that were not opened yet are read ahead while nobody taps; what has just changed, when it is looked at.
      for (const path of [...RECORDS, paths.home]) await visit(page, path);
      await context.setOffline(true);
      await reload(page);
      await untilShown(page);
      await expectReadableOffline(page);
      await page.goto(`${gateway.origin}/?invite=ABC123`);
      await expect(page.getByText('You are already registered. The invitation is for new members.')).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText(/data as of/)).toBeHidden();
    });

    await test.step('logs out, and nothing of the account is left on the device', async () => {
      expect(await accountTraces(page, [EMAIL, 'rab-user'])).not.toEqual([]);
      await visit(page, paths.settings);
      await page.getByRole('button', { name: 'Log out' }).click();
      await sheet.getByRole('button', { name: 'Log out' }).click();
      await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
      await expect.poll(() => accountTraces(page, [EMAIL, 'rab-user'])).toEqual([]);
      await open(page, gateway, paths.assets);
      await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    });
    expect(unexpected(await complaints())).toEqual([]);
  });
});

test('Home speaks nine languages, and so do the gateway’s own texts on it', async ({ member }) => {
  for (const locale of LOCALES) {
    await test.step(locale, async () => {
      await visit(member, paths.appearance);
      await member.getByText(LOCALE_INFO[locale].nativeName, { exact: true }).click();
      await expect(member.locator('html')).toHaveAttribute('lang', LOCALE_INFO[locale].bcp47);
      await visit(member, paths.home);
      const texts = SAMPLE_TEXTS[LOCALE_INFO[locale].gatewayCode];
      for (const text of [texts['news-redeem'].title, texts['banner-custody'].title, texts['notice-demo'].text])
        await expect(member.getByText(text).first()).toBeVisible();
    });
  }
  await visit(member, paths.appearance);
  await member.getByText(LOCALE_INFO.en.nativeName, { exact: true }).click();
  await expect(member.locator('html')).toHaveAttribute('lang', 'en');
});

test('an installed app becomes a newer release, and opens as that without a network', async ({
  device,
  gateway,
  member,
}) => {
  const version = '1.1.0';
  const isNew = () => expect(member.locator('meta[name="app-version"]')).toHaveAttribute('content', version);
  const folder = await appVersion({ version });
  await publishRelease({ varDir: gateway.varDir, version, folder, notes: ['EN=Statements as PDF'] });
  await rm(folder, { recursive: true });
  await reload(member);
  const card = sheetOf(member);
  await expect(card.getByRole('heading', { name: 'Update available' })).toBeVisible();
  await expect(card).toContainText(`${APP_VERSION}→${version}`);
  await expect(card.getByRole('listitem')).toHaveText(['Statements as PDF']);
  await card.getByRole('button', { name: 'Update now' }).click();
  await card.getByRole('button', { name: 'Restart now' }).click();
  await isNew();
  await device.setOffline(true);
  await reload(member);
  await isNew();
  await expect(member.getByText(/data as of/)).toBeVisible();
});
