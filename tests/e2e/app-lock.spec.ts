/** App lock by hand: PIN and passkey (Chromium's own authenticator), what is on the screen, and what lies on the device. */
import type { Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { DEMO, expect, logIn, test, type Gateway } from './support/app';
import { collectComplaints } from './support/complaints';
import { findings } from './support/inspect';
import { accountTraces } from './support/storage';
import { visit } from './support/routes';

// Installing the app costs each new browser as much as a dozen screens, and what is looked at here is the same without.
test.use({ serviceWorkers: 'block' });

const PIN = '204061';

const untilLocked = (page: Page) => expect(page.getByRole('heading', { name: 'RAB is locked' })).toBeVisible();

/** On the keyboard; the sixth digit enters. */
async function typePin(page: Page, digits: string): Promise<void> {
  await expect(page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '1' })).toBeEnabled();
  await page.keyboard.type(digits);
}

async function toLockSettings(page: Page, gateway: Pick<Gateway, 'origin'>): Promise<void> {
  await logIn(page, gateway, DEMO);
  await visit(page, paths.securityCentre);
  await page.getByRole('link', { name: 'App lock' }).click();
  await expect(page.getByText("whoever can read this device's storage")).toBeVisible();
}

async function lockWithPin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Lock with a PIN' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a PIN' })).toBeVisible();
  await typePin(page, PIN);
  await expect(page.getByRole('heading', { name: 'Enter it once more' })).toBeVisible();
  await typePin(page, PIN);
  await expect(page.getByRole('button', { name: 'Turn app lock off' })).toBeVisible();
}

test('a PIN locks the app, and nothing lies open on the device', async ({ page, gateway }) => {
  const complaints = await collectComplaints(page);
  await toLockSettings(page, gateway);
  await lockWithPin(page);
  expect(await findings(page)).toEqual([]);

  await page.reload();
  await untilLocked(page);
  expect(await findings(page)).toEqual([]);
  expect(await accountTraces(page, [DEMO.email, PIN])).toEqual([]);
  await typePin(page, '000000');
  await expect(page.locator('#content').getByRole('alert')).toContainText('9 tries left');
  await typePin(page, PIN);
  await expect(page.getByRole('heading', { name: 'App lock' })).toBeVisible();

  // A shortcut of the icon waits behind the lock.
  await page.goto(`${gateway.origin}/?fresh#${paths.deposit}?shortcut=1`);
  await untilLocked(page);
  await typePin(page, PIN);
  await expect(page.getByRole('heading', { name: 'Deposit USDT' })).toBeVisible();
  await visit(page, paths.lock);

  await page.getByText('To change it, confirm that it is you').waitFor();
  await typePin(page, PIN);
  await page.getByRole('button', { name: 'Lock now' }).click();
  await untilLocked(page);
  for (let left = 9; left >= 0; left -= 1) {
    await typePin(page, '000000');
    await expect(
      page.getByText(left > 0 ? `${left} ${left > 1 ? 'tries' : 'try'} left` : 'wrong ten times'),
    ).toBeVisible();
  }
  await expect(page.getByLabel('Login password')).toBeVisible();
  expect(await complaints()).toEqual([]);
});

test('a passkey locks the app and opens it again', async ({ context, page, gateway }) => {
  const browser = await context.newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // Passkeys belong to a name, and an address of numbers has none.
  await toLockSettings(page, { origin: gateway.origin.replace('127.0.0.1', 'localhost') });
  await page.getByRole('button', { name: 'Lock with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Turn app lock off' })).toBeVisible();
  await page.reload();
  await untilLocked(page);
  await expect(page.getByText('Unlock with your passkey')).toBeVisible();
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page.getByRole('heading', { name: 'App lock' })).toBeVisible();
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await page.getByRole('button', { name: 'Turn app lock off' }).click();
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(page.getByText('Without app lock')).toBeVisible();
});

/**
 * Names the element that is painted where a sheet has its content: "dialog" is the cover of an open sheet, "body" the page's
 * cover.
 */
const paintedAtBottom = (page: Page) =>
  page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight - 24)?.localName);

test('a sheet that is open is covered with its screen', async ({ page, gateway }) => {
  await toLockSettings(page, gateway);
  await lockWithPin(page);

  await visit(page, paths.custody);
  await page.getByRole('button', { name: 'Place custody order' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await expect.poll(() => paintedAtBottom(page)).not.toBe('dialog');
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  expect(await paintedAtBottom(page)).toBe('dialog');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(() => paintedAtBottom(page)).not.toBe('dialog');
  await expect(sheet).toBeVisible();
});
