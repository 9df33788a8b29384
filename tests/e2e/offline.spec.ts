/**
 * Airplane mode: every screen, each of its tabs and each of its filters paints from what the device keeps, with its age, or says honestly
 * that there is nothing; no balance is shown that nobody knows. The screens come from the routes, tabs and filters from what stands on them.
 */
import type { Page } from '@playwright/test';
import { calls } from '../../contract/index';
import { paths } from '../../src/app/paths';
import { LOCALE_INFO } from '../../src/i18n/locales';
import { calledUri } from '../support/envelope-client';
import { screensKept } from '../support/kept-screens';
import {
  DEMO,
  expect,
  keptLanguages,
  logIn,
  LOGIN_PASSWORD,
  reload,
  test,
  untilInstalled,
  untilTabsInstalled,
} from './support/app';
import { Airplane } from './support/airplane';
import { openLine } from './support/line';
import { OPEN_ROUTES, untilShown, visit, WITHOUT_RECORDS } from './support/routes';
import { keptCalls } from './support/storage';
import { registered } from './support/traders';

// Two workers share them.
test.describe.configure({ mode: 'parallel' });

const INSIDE = OPEN_ROUTES.filter(({ isPublic }) => !isPublic);
/** The newest rows of a long list: how many are there beyond them depends on the room that the banner leaves. */
const ROWS_COMPARED = 3;

/** For two screens to show the same. */
const ALIKE = { timeout: 60_000 };

/** Every amount on screen, but for prices that move by themselves. */
async function amountsOn(page: Page): Promise<string[]> {
  const rows = await page.locator('main [role=listitem][data-index]').allInnerTexts();
  const still = () =>
    page.evaluate(() => {
      const main = document.querySelector<HTMLElement>('main');
      const moving = [...(main?.querySelectorAll<HTMLElement>('[data-moving]') ?? [])].map((part) => part.innerText);
      return moving.reduce((whole, part) => whole.replace(part, ''), main?.innerText ?? '');
    });
  const text = rows.length > 0 ? rows.slice(0, ROWS_COMPARED).join(' ') : await still();
  return [...new Set(text.match(/(?<![\d.,])[+−]?\d[\d,]*\.\d{2,}(?![\d.])/g))].sort();
}

/** Waits for the last of what the worker reads ahead while nobody taps. */
async function untilReadAhead(page: Page): Promise<void> {
  await expect.poll(() => keptCalls(page), { timeout: 120_000 }).toContain('custodyChanges');
}

test('what the worker reads ahead after a log-in is all that airplane mode needs', async ({
  browser,
  gateway,
  member,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await logIn(page, gateway, DEMO);
  await untilInstalled(page);
  await untilReadAhead(page);
  await context.setOffline(true);
  await reload(page);
  for (const { name, path } of INSIDE) {
    await test.step(name, async () => {
      for (const one of [member, page]) await visit(one, path);
      await expect(page.getByText('Offline', { exact: true })).toBeVisible();
      // Online the screen paints what its device keeps first, too, and then what the gateway answers.
      await expect(async () => expect(await amountsOn(page), path).toEqual(await amountsOn(member))).toPass(ALIKE);
      // A long list may say that older rows cannot be loaded now; nothing else may fail.
      const failures = page.locator('main').getByRole('alert').filter({ hasNotText: 'Could not load more' });
      await expect(failures).toHaveCount(0);
      if (!WITHOUT_RECORDS.has(name)) await expect(page.getByText(/data as of/)).toBeVisible();
    });
  }
  await visit(page, paths.about);
  const progress = page.getByRole('progressbar', { name: /^Offline screens: (\d+) of \1$/ });
  await expect(progress).toHaveAttribute('aria-valuenow', '100');
  await context.close();
});

test('every screen, tab and filter works in airplane mode after a first visit', async ({ device, member }) => {
  await untilReadAhead(member);
  for (const { path } of INSIDE) await visit(member, path);
  await device.setOffline(true);
  await reload(member);
  let looked = 0;
  for (const route of INSIDE) {
    await test.step(route.name, async () => {
      await visit(member, route.path);
      const airplane = new Airplane(member, route);
      await airplane.lookAtAll();
      looked += airplane.looked;
      expect.soft(airplane.faults).toEqual([]);
    });
  }
  // The markets, the orders and the statement alone have more.
  expect(looked).toBeGreaterThan(INSIDE.length + 50);
});

test('where the browser saves data the tabs are kept, and what was opened', async ({ browser, gateway }) => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const page = await context.newPage();
  await logIn(page, gateway, DEMO);
  await untilTabsInstalled(page);
  const told = await screensKept(page);
  expect(told?.done).toBeLessThan(told?.total ?? 0);
  await visit(page, paths.about);
  await expect(page.getByText('Your browser saves data')).toBeVisible();
  await context.setOffline(true);
  await reload(page);
  for (const path of [paths.about, paths.home, paths.custody, paths.assets, paths.trade]) await visit(page, path);
  await visit(page, paths.about);
  const progress = page.getByRole('progressbar', { name: /^Offline screens/ });
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
  await context.close();
});

test('a language is there offline once it was used, and one that never was is told', async ({
  context,
  gateway,
  page,
}) => {
  const choose = (locale: 'en' | 'fr' | 'th') =>
    page.getByText(LOCALE_INFO[locale].nativeName, { exact: true }).click();
  const language = page.locator('html');
  await logIn(page, gateway, DEMO);
  await untilInstalled(page);
  await visit(page, paths.appearance);
  expect(await keptLanguages(page), 'only what is shown is loaded').toEqual(['en']);

  await choose('th');
  await expect(language).toHaveAttribute('lang', 'th');
  await expect.poll(() => keptLanguages(page)).toEqual(['en', 'th']);

  await context.setOffline(true);
  await reload(page);
  await untilShown(page);
  await expect(language).toHaveAttribute('lang', 'th');
  await choose('en');
  await expect(page.getByRole('heading', { name: 'Language and theme' })).toBeVisible();

  await choose('fr');
  await expect(page.getByRole('alert').filter({ hasText: 'This language could not be loaded' })).toBeVisible();
  await expect(language).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();

  await context.setOffline(false);
  await choose('fr');
  await expect(language).toHaveAttribute('lang', 'fr');
  await expect.poll(() => keptLanguages(page)).toEqual(['en', 'fr', 'th']);
});

test('screens paint from the device before the gateway answers', async ({ browser, gateway }) => {
  const line = await openLine(gateway.origin);
  const context = await browser.newContext();
  const page = await context.newPage();
  await logIn(page, line, DEMO);
  await visit(page, paths.home);
  await expect.poll(() => amountsOn(page)).not.toEqual([]);
  const amounts = await amountsOn(page);
  const held = line.hold(calls.assets.uri, 'answer');
  await reload(page);
  await held.reached;
  // All that was there; other calls' answers may have come since.
  await expect.poll(() => amountsOn(page)).toEqual(expect.arrayContaining(amounts));
  held.release();
  await context.close();
  await line.close();
});

/** The total that Home shows, and where. */
function totalOn(page: Page) {
  return page
    .locator('main section .rab-num > [aria-hidden]')
    .first()
    .evaluate((figure) => {
      const { x, y, width, height } = figure.getBoundingClientRect();
      return { text: figure.textContent, x, y, width, height };
    });
}

test('a start shows Home as it was last seen, and then Home in its place', async ({ browser, gateway }) => {
  // Nothing stands between the page's scripts and this test.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  // A total without orders does not change while nobody trades.
  const email = 'picture@example.com';
  await registered(gateway, { email, nickname: 'Picture' });
  await logIn(page, gateway, { email, password: LOGIN_PASSWORD });
  await visit(page, paths.home);
  await expect.poll(() => keptCalls(page)).toContain('homePicture');
  const total = await totalOn(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route('**/assets/shell-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${gateway.origin}/`, { waitUntil: 'commit' });
  const picture = page.locator('#root > [inert]');
  await expect(picture).toBeVisible();
  await expect.poll(() => totalOn(page)).toEqual(total);
  await expect(picture.getByText('Deposit', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Deposit' })).toHaveCount(0);
  release();
  await expect(page.getByRole('link', { name: 'Deposit' })).toBeVisible();
  await expect(picture).toHaveCount(0);
  await expect.poll(() => totalOn(page)).toEqual(total);
  await context.close();
});

test('a balance that nobody knows is not shown as 0', async ({ browser, gateway }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  // Only the log-in itself gets through.
  await context.route('**/api/**', (route) =>
    calledUri(route.request().postData() ?? '') === calls.logInByEmail.uri ? route.continue() : route.abort(),
  );
  await logIn(page, gateway, DEMO);
  for (const { path, name } of INSIDE) {
    if (WITHOUT_RECORDS.has(name)) continue;
    await visit(page, path);
    expect(await page.locator('main').innerText(), path).not.toMatch(/(?<![\d,.])0(\.0+)?\s*(USDT|RAB|%)/);
    expect(await amountsOn(page), path).toEqual([]);
  }
  await context.close();
});
