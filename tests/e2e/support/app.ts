/** A fresh gateway from the production build for each file, and how a person moves through the app. */
import { rm } from 'node:fs/promises';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { paths } from '../../../src/app/paths';
import { LOCALES } from '../../../src/i18n/locales';
import { layDatabaseInto } from '../../support/database-image';
import { codeFromMailbox, newVarDir, startGateway, type GatewayProcess } from '../../support/gateway-process';
import { isWholeKept } from '../../support/kept-screens';
import { operate } from '../../support/operator';
import { collectComplaints, unexpected } from './complaints';
import { PHONE } from './phone';

export const TRADE_PASSWORD = '246813';
export const LOGIN_PASSWORD = 'quiet-lapis-77';
export const DEMO = { email: 'demo@rab.example', password: 'rab-demo-2026', tradePassword: '246810' };

export interface Gateway extends GatewayProcess {
  invitationCode: string;
}

async function startedGateway(env: Record<string, string>): Promise<Gateway> {
  const varDir = await newVarDir();
  await layDatabaseInto(varDir);
  const gateway = await startGateway({ from: 'build', varDir, env });
  await expect.poll(() => gateway.output()).toContain('Invitation');
  const invitationCode = /Invitation\s+([A-Z0-9]+)/.exec(gateway.output())?.[1] ?? '';
  return { ...gateway, invitationCode };
}

interface PerWorker {
  /** Settings of a file's own gateway, by `test.use`. */
  gatewayEnv: Record<string, string>;
  gateway: Gateway;
  /** The demo person's device: logged in, with the app installed, once for all tests of a worker that test neither. */
  device: BrowserContext;
}

interface PerTest {
  opened: { page: Page; complaints: () => Promise<string[]> };
  /** A new page of that device, at Home and online; it fails where the browser has complained of anything but a lost connection. */
  member: Page;
  /** Everything that the browser has complained of on the member's page. */
  complaints: () => Promise<string[]>;
}

export const test = base.extend<PerTest, PerWorker>({
  gatewayEnv: [{}, { scope: 'worker', option: true }],
  gateway: [
    async ({ gatewayEnv }, use) => {
      // With the local test network: the deposit screens are walked through as they are.
      const gateway = await startedGateway({ LOG_LEVEL: 'error', LOCAL_CHAIN: '1', ...gatewayEnv });
      await use(gateway);
      expect(await gateway.stop()).toBe(0);
      await rm(gateway.varDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  device: [
    async ({ browser, gateway }, use) => {
      // Playwright's stored state has no room for it: the key of what the device keeps can be read by no script.
      // Whatever the spec that asks first has its own pages do.
      const context = await browser.newContext({ ...PHONE, serviceWorkers: 'allow' });
      const page = await context.newPage();
      await logIn(page, gateway, DEMO);
      await untilInstalled(page);
      await page.close();
      await use(context);
      await context.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  async opened({ device, gateway }, use) {
    const page = await device.newPage();
    const complaints = await collectComplaints(page);
    await open(page, gateway, paths.home);
    await expect(page.locator('[data-page-title]')).toBeAttached();
    // A start shows a picture of Home first, from where a step would be lost.
    await expect(page.locator('#root > [inert]')).toHaveCount(0);
    await use({ page, complaints });
    await device.setOffline(false);
    expect(unexpected(await complaints())).toEqual([]);
    await page.close();
  },
  member: ({ opened }, use) => use(opened.page),
  complaints: ({ opened }, use) => use(opened.complaints),
});
export { expect };

/** Opens a screen by its path, as a link would. */
export async function open(page: Page, gateway: Gateway, path: string): Promise<void> {
  await page.goto(`${gateway.origin}/#${path}`);
}

export async function tab(page: Page, name: 'Home' | 'Trust' | 'Team' | 'Assets' | 'Trade'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
}

/** The six cells are one real input. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.locator('input[autocomplete="one-time-code"]').fill(code);
}

/** Types on the sheet's own keypad. */
export async function typeTradePassword(page: Page, digits: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const digit of digits) await dialog.getByRole('button', { name: digit, exact: true }).click();
}

/** Registers a new person with the code from the local mailbox: by the link of `inviter`, else from the login page on with the printed invitation code. */
export async function register(page: Page, gateway: Gateway, email: string, inviter?: string): Promise<void> {
  await page.goto(inviter === undefined ? gateway.origin : `${gateway.origin}/?invite=${inviter}`);
  if (inviter === undefined) {
    await page.getByRole('link', { name: 'Register with an invitation code' }).click();
    await page.getByLabel('Invitation code').fill(gateway.invitationCode);
  }
  await expect(page.getByLabel('Invitation code')).toHaveValue(inviter ?? gateway.invitationCode);
  await page.getByLabel('E-mail or mobile number').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.locator('input[autocomplete="one-time-code"]')).toBeVisible();
  await typeCode(page, await codeFromMailbox(gateway.varDir, email));
  await expect(page.getByLabel('Nickname')).not.toHaveValue('');
  await page.getByLabel('Login password').fill(LOGIN_PASSWORD);
  await page.getByLabel('Repeat the password').fill(LOGIN_PASSWORD);
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page).toHaveURL(/#\/pages\/index\/index$/);
}

export async function logIn(
  page: Page,
  gateway: Pick<Gateway, 'origin'>,
  who: { email: string; password: string },
): Promise<void> {
  await page.goto(gateway.origin);
  await page.getByLabel('Mobile number or e-mail').fill(who.email);
  await page.getByLabel('Login password').fill(who.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/#\/pages\/index\/index$/);
}

/** Waits until the service worker is active, with what the tabs need and the catalogue of the language shown. */
export async function untilTabsInstalled(page: Page): Promise<void> {
  // `serviceWorker.ready` would wait for ever in a test that blocks service workers.
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated');
  await expect.poll(() => keptLanguages(page)).toContain(await page.locator('html').getAttribute('lang'));
}

/** Waits until it has every screen, too. */
export async function untilInstalled(page: Page): Promise<void> {
  await untilTabsInstalled(page);
  await expect.poll(() => isWholeKept(page)).toBe(true);
}

/** The tests look at the page this often, ms: a look at each frame would have every frame drawn. */
export const LOOK_EVERY_MS = 20;
/** A dialog that is seen in this many looks is not on its way out. */
const OPEN_LOOKS = 5;

/**
 * Waits while a sheet that was closed just now steps back in the history, which would end a navigation or a reload. A
 * sheet that is open may stay.
 */
export async function untilSheetLeft(page: Page): Promise<void> {
  await page.waitForFunction(
    (looks) => {
      const counted = globalThis as { sheetSeen?: number };
      const sheet = (history.state as { rabSheet?: string } | null)?.rabSheet;
      const isOnTop = sheet?.startsWith(String(performance.timeOrigin)) ?? false;
      const hasDialog = document.querySelector('dialog[open]') !== null;
      const seen = isOnTop && hasDialog ? (counted.sheetSeen ?? 0) + 1 : 0;
      const isOver = !isOnTop || seen >= looks;
      counted.sheetSeen = isOver ? 0 : seen;
      return isOver;
    },
    OPEN_LOOKS,
    { polling: LOOK_EVERY_MS },
  );
}

/** Reloads the page as it stands. */
export async function reload(page: Page): Promise<void> {
  await untilSheetLeft(page);
  await page.reload();
}

/** The languages whose catalogues lie in a cache of the service worker. */
export async function keptLanguages(page: Page): Promise<string[]> {
  const addresses = await page.evaluate(async () => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => url);
  });
  const found = LOCALES.filter((locale) => addresses.some((url) => url.includes(`/assets/${locale}-`)));
  return [...found];
}

/** Sets figures of the gateway. @returns a function that sets them back, for the specs that follow on the same gateway */
export async function settle(
  gateway: Gateway,
  figures: Readonly<Record<string, unknown>>,
): Promise<() => Promise<void>> {
  const set = async (values: Readonly<Record<string, unknown>>) => {
    for (const [key, value] of Object.entries(values))
      await operate(gateway.varDir, ['config', 'set', key, JSON.stringify(value)]);
  };
  const before: Record<string, unknown> = {};
  for (const key of Object.keys(figures)) {
    const { data } = JSON.parse(await operator(gateway, 'config', 'get', key)) as { data: { value: unknown } };
    before[key] = data.value;
  }
  await set(figures);
  return () => set(before);
}

/** An operator's command on the running gateway. @returns what it prints as JSON */
export async function operator(gateway: Gateway, ...args: string[]): Promise<string> {
  return (await operate(gateway.varDir, ['--json', ...args])).join('\n');
}
