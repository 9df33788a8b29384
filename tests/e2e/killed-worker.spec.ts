/**
 * The data worker dies in the middle of placing an order, at many different moments. The page finds out by itself, asks
 * what became of the order, and there is exactly one.
 */
import type { Browser, Page } from '@playwright/test';
import { calls } from '../../contract/index';
import { send, sendOk } from '../support/envelope-client';
import { toUnits } from '../../contract/money';
import { randomOf } from '../support/seed';
import { paths } from '../../src/app/paths';
import { DEMO, expect, logIn, reload, tab, test, type Gateway, typeTradePassword } from './support/app';
import { openLine } from './support/line';
import { visit } from './support/routes';

/** A dead worker is found by three seconds of silence and two pings of four; a busy machine takes its time. */
const FOUND_MS = 120_000;

/**
 * A browser of its own for each, so that no other worker settles what one has left open. The service worker has no part in
 * it, and each browser would install it anew.
 */
async function newBrowser(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await logIn(page, { origin }, DEMO);
  await tab(page, 'Trust');
  return page;
}

/** The confirmation of an order of `amount`, up to its trade password. */
async function openConfirmation(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Place custody order' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox').fill(amount);
  await sheet.getByRole('button', { name: 'Next: trade password' }).click();
  await expect(sheet.getByRole('group', { name: 'Keypad' })).toBeVisible();
}

/** Resolves when it is gone. */
async function closeWorker(page: Page): Promise<void> {
  const [worker] = page.workers();
  if (!worker) throw new Error('the page has no worker');
  const gone = new Promise<unknown>((resolve) => worker.once('close', resolve));
  // Nothing answers any more once it is closed.
  worker.evaluate(() => self.close()).catch(() => undefined);
  await gone;
}

/** Suspends the worker as a system does: it lives, and says nothing. */
async function freezeWorker(page: Page): Promise<void> {
  const [worker] = page.workers();
  if (!worker) throw new Error('the page has no worker');
  worker
    .evaluate(() => {
      const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
      Atomics.wait(new Int32Array(buffer), 0, 0);
    })
    .catch(() => undefined);
}

/** Remembers whether the sheet ever said that it is checking. */
async function watchForChecking(page: Page): Promise<() => Promise<boolean>> {
  const seen = await page.evaluateHandle(() => {
    const found = { checking: false };
    new MutationObserver(() => {
      if (document.body.textContent?.includes('The gateway is being asked what became of it')) found.checking = true;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return found;
  });
  return () => seen.evaluate(({ checking }) => checking);
}

async function expectPlaced(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').getByText('Order placed')).toBeVisible({ timeout: FOUND_MS });
}

/** Asks the gateway past the app for an amount's orders, and for the journals that moved their money. */
async function books(gateway: Gateway, amount: string): Promise<{ orders: number; journals: number }> {
  const { token } = await sendOk(gateway.origin, 'logInByEmail', { loginName: DEMO.email, password: DEMO.password });
  const { items } = await sendOk(gateway.origin, 'custodyOrders', { limit: 100 }, { token });
  const ids = new Set(
    items.filter(({ placed }) => toUnits(placed, 'USDT') === toUnits(amount, 'USDT')).map(({ id }) => id),
  );
  const statement = { account: 'cash', kind: 'custody-place', limit: 100 } as const;
  const { items: rows } = await sendOk(gateway.origin, 'accountStatement', statement, { token });
  const journals = new Set(rows.filter((row) => ids.has(row.reference ?? '')).map(({ journalId }) => journalId));
  await send(gateway.origin, 'logout', {}, { token });
  return { orders: ids.size, journals: journals.size };
}

const ONE = { orders: 1, journals: 1 };

test('a worker killed at any moment of placing: one order', async ({ browser, gateway }) => {
  test.setTimeout(1_200_000);
  const random = randomOf('a worker killed');
  const delays = [0, 1].map((step) => Math.floor((step + random()) * 150));
  test.info().annotations.push({ type: 'kill after', description: `${delays.join(', ')} ms` });
  const line = await openLine(gateway.origin);

  /** Places the order and takes the worker away while the call, or its answer, is held on the line. */
  const whileHeld = (held: 'request' | 'answer', take: (page: Page) => Promise<void>) => async (page: Page) => {
    const hold = line.hold(calls.createCustodyOrder.uri, held);
    await typeTradePassword(page, DEMO.tradePassword);
    await hold.reached;
    await take(page);
    // A dead worker's request arrives after its key was closed and the confirmation has gone on under a new intent.
    void expectPlaced(page).then(hold.release, hold.release);
  };
  /** Each has an amount of its own, by which its order is found again. */
  const ways: { amount: string; isChecked: boolean; place: (page: Page) => Promise<void> }[] = [
    { amount: '101.01', isChecked: true, place: whileHeld('request', closeWorker) },
    { amount: '101.02', isChecked: true, place: whileHeld('answer', closeWorker) },
    { amount: '101.03', isChecked: true, place: whileHeld('answer', freezeWorker) },
    ...delays.map((delayMs, index) => ({
      amount: `102.1${index + 1}`,
      isChecked: false,
      async place(page: Page) {
        await typeTradePassword(page, DEMO.tradePassword);
        await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), delayMs);
        await closeWorker(page);
      },
    })),
  ];

  const pages: { page: Page; amount: string; wasChecking: (() => Promise<boolean>) | null }[] = [];
  for (const { amount, isChecked, place } of ways) {
    const page = await newBrowser(browser, line.origin);
    await openConfirmation(page, amount);
    const wasChecking = await watchForChecking(page);
    await place(page);
    pages.push({ page, amount, wasChecking: isChecked ? wasChecking : null });
  }
  for (const { page, amount, wasChecking } of pages) {
    await expectPlaced(page);
    if (wasChecking) expect(await wasChecking(), `${amount} was looked up before it was told`).toBe(true);
  }
  for (const { page, amount } of pages) {
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    // A worker that died after its answer is found out by the first question that it leaves open.
    await expect(page.getByRole('button', { name: new RegExp(`^${amount} USDT`) })).toBeVisible({ timeout: FOUND_MS });
    await page.context().close();
  }
  for (const { amount } of ways) expect(await books(gateway, amount), amount).toEqual(ONE);
  await line.close();
});

test('a worker killed under a log-out: nobody is logged in afterwards, nor after a reload', async ({
  browser,
  gateway,
}) => {
  const page = await newBrowser(browser, gateway.origin);
  await visit(page, paths.settings);
  await page.getByRole('button', { name: 'Log out' }).click();
  await closeWorker(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  const atLogin = page.getByRole('button', { name: 'Log in', exact: true });
  await expect(atLogin).toBeVisible({ timeout: FOUND_MS });
  await reload(page);
  await expect(atLogin).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => indexedDB.databases().then((all) => all.map(({ name }) => name))))
    .toEqual(['rab-device']);
  await page.context().close();
});
