/** Identity and security by hand: one person, one gateway, one browser; the operator decides on the command line. */
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { paths } from '../../src/app/paths';
import { collectComplaints, unexpected } from './support/complaints';
import {
  expect,
  LOGIN_PASSWORD,
  open,
  operator,
  register,
  reload,
  test,
  TRADE_PASSWORD,
  typeCode,
  typeTradePassword,
} from './support/app';
import { refuseNext } from './support/refusals';
import { untilShown, visit } from './support/routes';
import { picture } from './support/traders';
import { listenToToasts } from './support/toasts';

// Installing the app costs each new browser as much as a dozen screens, and what is looked at here is the same without.
test.use({ serviceWorkers: 'block' });

const EMAIL = 'mei@example.com';
const NAME = 'Lin Mei';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** The six digits of a step; each step's code is taken once. */
function codeOf(secret: string, stepsAhead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });
}

async function fillLogin(page: Page): Promise<void> {
  await page.getByLabel('Mobile number or e-mail').fill(EMAIL);
  await page.getByLabel('Login password').fill(LOGIN_PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Hands in a receiving address, which the gateway refuses with a code that leads to another screen. */
async function refusedAddress(page: Page, code: 'needs-authenticator' | 'needs-identity', told: string): Promise<void> {
  await visit(page, paths.addCryptoMethod);
  await page.getByLabel('Receiving address').fill(ADDRESS);
  await refuseNext(page, 'addChainMethod', code, told);
  await page.getByRole('button', { name: 'Next: trade password' }).click();
  // Looked for in the page itself: it is shown for a moment only.
  const isTold = page.waitForFunction((text) => document.body.textContent.includes(text), told);
  await typeTradePassword(page, TRADE_PASSWORD);
  await isTold;
}

/** Back where the address was typed, and it is there. */
async function backAtAddress(page: Page): Promise<void> {
  await expect(page.getByLabel('Receiving address')).toHaveValue(ADDRESS);
  await page.getByLabel('Receiving address').fill('');
}

test('authenticator, devices, real name, withdrawal methods, sub-accounts and avatar', async ({
  browser,
  page,
  gateway,
}) => {
  const complaints = await collectComplaints(page);
  await register(page, gateway, EMAIL);
  const sheet = page.getByRole('dialog');
  let secret = '';
  let recoveryCode = '';

  await test.step('what needs a trade password leads to it and back, with what was typed', async () => {
    await visit(page, paths.withdrawalMethods);
    await page.getByRole('link', { name: 'Add a crypto address' }).click();
    await page.getByLabel('Receiving address').fill(ADDRESS);
    await page.getByRole('button', { name: 'Next: trade password' }).click();
    await typeTradePassword(page, TRADE_PASSWORD);
    await expect(page.getByText('Afterwards you are taken back.')).toBeVisible();
    for (const heading of ['Choose a trade password', 'Enter it once more']) {
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      for (const digit of TRADE_PASSWORD) await page.getByRole('button', { name: digit, exact: true }).click();
    }
    await page.getByLabel('Login password', { exact: true }).fill(LOGIN_PASSWORD);
    await page.getByRole('button', { name: 'Set a trade password' }).click();
    await backAtAddress(page);
  });

  await test.step('an authenticator is bound where 4900 leads to, its recovery codes kept, and one is back', async () => {
    await visit(page, paths.securityCentre);
    await expect(page.getByText('2/5')).toBeVisible();
    await expect(page.getByRole('link', { name: /Google Authenticator/ })).toBeVisible();
    await refusedAddress(page, 'needs-authenticator', 'An authenticator comes first.');
    await expect(page.getByText('What you were about to do needs an authenticator.')).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code with the key below' }).locator('path')).toBeVisible();
    const key = await page.getByRole('button', { name: /Key, to type in/ }).innerText();
    secret = key.replace(/Key, to type in|Copy|\s/g, '');
    await page.getByLabel('Login password').fill(LOGIN_PASSWORD);
    await typeCode(page, codeOf(secret));
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    recoveryCode = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().innerText();
    await page.getByRole('checkbox', { name: 'I have kept them' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await backAtAddress(page);
    await visit(page, paths.securityCentre);
    await expect(page.getByText('3/5')).toBeVisible();
    await expect(page.getByText(/Withdrawals open again in/)).toBeVisible();
  });

  await test.step('logging in takes the second step and goes on to the link; the session of before is ended from here', async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(`${gateway.origin}/?link=${encodeURIComponent('web+rab:order/rab/17')}`);
    await fillLogin(other);
    await expect(other).toHaveURL(/login\/login2/);
    await typeCode(other, codeOf(secret, 1));
    await expect(other).toHaveURL(({ hash }) => hash.startsWith(`#${paths.otcOrder}?id=17&market=rab`));
    await visit(other, `${paths.securityCentre}?view=devices`);
    await other.getByRole('button', { name: /^Log out: / }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await expect(other.getByRole('button', { name: /^Log out: / })).toHaveCount(0);
    await visit(other, paths.settings);
    await other.getByRole('button', { name: 'Log out' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await expect(other.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    await context.close();
    // The first device learns of it with its next question.
    await reload(page);
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  });

  await test.step('a recovery code takes the place of the authenticator', async () => {
    await fillLogin(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/update_pwd|setting4|index\/index$/);
    await visit(page, paths.authenticator);
    await expect(page.getByText(/Recovery codes left: 9/)).toBeVisible();
  });

  await test.step('a real name is handed in where 4901 leads to, and shown once the operator approves it', async () => {
    await refusedAddress(page, 'needs-identity', 'A verified name comes first.');
    await expect(page.getByText('What you were about to do needs a verified name.')).toBeVisible();
    const images = page.locator('input[type="file"]:not([capture])');
    // As an iPhone makes it, picked in a browser that cannot decode it.
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    await images.setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic });
    await expect(page.getByText('This browser cannot read HEIC images. Please choose a JPEG or PNG')).toBeVisible();
    await page.getByRole('button', { name: 'Remove image 1' }).click();
    await images.setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: await picture() });
    await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible();
    await page.getByText('Passport').click();
    await page.getByLabel('Document number').fill('g12345678');
    await page.getByLabel('Name as in the document').fill(NAME);
    await page.getByRole('button', { name: 'Hand in for review' }).click();
    await expect(page.getByText('Pending review')).toBeVisible();
    await page.getByRole('button', { name: 'Back to what you were doing' }).click();
    await backAtAddress(page);
    await visit(page, paths.identity);
    await expect(page.getByText('G******78')).toBeVisible();
    const shown = JSON.parse(await operator(gateway, 'identity', 'show', EMAIL)) as { data: { version: number } };
    await operator(gateway, 'identity', 'approve', EMAIL, '--seen', String(shown.data.version));
    await reload(page);
    await expect(page.getByText('Your name is verified. Nothing more is needed.')).toBeVisible();
    await page.getByRole('button', { name: 'Enlarge: Image 1' }).click();
    const large = sheet.getByRole('img', { name: 'Image 1' });
    await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(90);
    await page.keyboard.press('Escape');
  });

  await test.step('an address with a wrong character is named at its field; a right one waits a day, and is removed', async () => {
    await visit(page, paths.addCryptoMethod);
    for (const address of [ADDRESS.replace('BeAed', 'BeAeD'), ADDRESS]) {
      await page.getByLabel('Receiving address').fill(address);
      await page.getByRole('button', { name: 'Next: trade password' }).click();
      await typeTradePassword(page, TRADE_PASSWORD);
      if (address === ADDRESS) break;
      await expect(page.locator('main').getByText(/A character of this address is wrong/)).toBeVisible();
      await expect(sheet).toBeHidden();
    }
    await sheet.getByRole('button', { name: 'Done' }).click();
    await visit(page, paths.withdrawalMethods);
    await expect(page.getByText(/Usable in 2[34]:|Usable in 1 day/)).toBeVisible();
    await page.getByRole('button', { name: /^Remove: USDT/ }).click();
    await sheet.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Data is empty')).toBeVisible();
  });

  await test.step('a sub-account is opened, gets money and is switched to', async () => {
    await visit(page, paths.subAccounts);
    await page.getByRole('link', { name: 'New sub-account' }).click();
    await page.getByLabel('Name').fill('Savings');
    await page.getByRole('button', { name: 'Open the sub-account' }).click();
    await expect(page).toHaveURL((url) => url.hash === `#${paths.subAccounts}`);
    await page.getByRole('button', { name: 'Transfer between accounts' }).click();
    await sheet.getByRole('textbox').fill('12.5');
    await sheet.getByRole('button', { name: 'Next: trade password' }).click();
    await typeTradePassword(page, TRADE_PASSWORD);
    await expect(sheet.getByText('Transferred')).toBeVisible();
    await sheet.getByRole('button', { name: 'Done' }).click();
    // Another window confirms a transfer by the main account's figures, which the switch makes void.
    const other = await page.context().newPage();
    await open(other, gateway, paths.home);
    await untilShown(other);
    await visit(other, paths.subAccounts);
    const confirmation = other.getByRole('dialog');
    await other.getByRole('button', { name: 'Transfer between accounts' }).click();
    await confirmation.getByRole('textbox').fill('3');
    await confirmation.getByRole('button', { name: 'Next: trade password' }).click();
    await expect(confirmation.getByText('Confirm transfer')).toBeVisible();
    const [said, saidThere] = [await listenToToasts(page), await listenToToasts(other)];
    await page.getByRole('button', { name: 'Switch to Savings' }).click();
    await expect.poll(said).toContain('Everything is now shown for Savings');
    await expect.poll(saidThere).toContain('Another account is shown now');
    await expect(confirmation).toBeHidden();
    await other.close();
    await visit(page, paths.home);
    await expect(page.getByRole('heading', { level: 1, name: /Savings/ })).toBeVisible();
    await expect(page.getByText('12.5 USDT').first()).toBeAttached();
  });

  await test.step('an own image becomes the avatar', async () => {
    await visit(page, paths.avatar);
    await page
      .locator('input[type="file"]:not([capture])')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture() });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL((url) => url.hash === `#${paths.home}`);
    const avatar = page.locator('main img[src^="blob:"]').first();
    await expect.poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });
  expect(unexpected(await complaints())).toEqual([]);
});
