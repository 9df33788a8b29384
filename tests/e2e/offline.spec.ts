/** Airplane mode: every screen paints from what the device keeps, with its age, and never shows a balance it does not know. */
import type { Page } from '@playwright/test';
import { calls } from '../../contract/index';
import { paths } from '../../src/app/paths';
import { calledUri } from '../support/envelope-client';
import { screensKept } from '../support/kept-screens';
import { DEMO, expect, logIn, LOGIN_PASSWORD, reload, test, untilInstalled, untilTabsInstalled } from './support/app';
import { openLine } from './support/line';
import { OPEN_ROUTES, visit, WITHOUT_RECORDS } from './support/routes';
import { keptCalls } from './support/storage';
import { registered } from './support/traders';

const INSIDE = OPEN_ROUTES.filter(({ isPublic }) => !isPublic);

/** The newest rows of a long list: how many are there beyond them depends on the room that the banner leaves. */
const ROWS_COMPARED = 3;

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

/** For two screens to show the same. */
const ALIKE = { timeout: 60_000 };

test('what the worker warmed after a log-in is all that airplane mode needs', async ({ browser, gateway }) => {
  const online = await browser.newPage({ serviceWorkers: 'block' });
  await logIn(online, gateway, DEMO);
  const context = await browser.newContext();
  const page = await context.newPage();
  await logIn(page, gateway, DEMO);
  await untilInstalled(page);

  await test.step('the worker reads ahead while nobody taps', async () => {
    // The last of what it warms.
    await expect.poll(() => keptCalls(page), { timeout: 60_000 }).toContain('custodyChanges');
  });
  await context.setOffline(true);
  await reload(page);

  for (const { name, path } of INSIDE) {
    await test.step(name, async () => {
      await visit(online, path);
      await visit(page, path);
      await expect(page.getByText('Offline', { exact: true })).toBeVisible();
      // Online the screen paints what its device keeps first, too, and then what the gateway answers.
      await expect(async () => expect(await amountsOn(page), path).toEqual(await amountsOn(online))).toPass(ALIKE);
      // A long list may say that older rows cannot be loaded now; nothing else may fail.
      const failures = page.locator('main').getByRole('alert').filter({ hasNotText: 'Could not load more' });
      await expect(failures).toHaveCount(0);
      if (WITHOUT_RECORDS.has(name)) return;
      await expect(page.getByText(/data as of/)).toBeVisible();
    });
  }

  await test.step('About tells that every screen is there', async () => {
    await visit(page, paths.about);
    const progress = page.getByRole('progressbar', { name: /^Offline screens: (\d+) of \1$/ });
    await expect(progress).toHaveAttribute('aria-valuenow', '100');
  });

  await test.step('the statement is filtered and searched', async () => {
    const statement = INSIDE.find(({ name }) => name === 'cashStatement')?.path ?? '';
    await visit(page, statement);
    const rows = page.getByRole('list', { name: 'Cash statement' }).getByRole('button');
    await page.getByText('Interest', { exact: true }).click();
    await expect(rows.first()).toContainText('Custody interest');
    await expect(rows.filter({ hasText: 'Custody placed' })).toHaveCount(0);
    await page.getByText('All kinds').click();
    await page.getByLabel('Search postings').fill('placed');
    await expect(rows.filter({ hasText: 'Custody interest' })).toHaveCount(0);
    await expect(rows.first()).toContainText('Custody placed');
    await page.getByLabel('Search postings').fill('no such words');
    await expect(page.getByText(/No match|not saved on this device/).first()).toBeVisible();
  });
  await online.close();
  await context.close();
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
