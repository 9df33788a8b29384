/**
 * The tab is killed while the worker writes: at a random transaction (on fake-indexeddb, where a run is cheap and can be
 * repeated by its seed), and at random moments in a real Chromium. What the next start finds is whole: no list has a hole,
 * no answer is half there, and it goes on from there.
 */
import type { Browser } from '@playwright/test';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG, SEED } from '../support/seed';
import { BrowserSite, launchChromium } from './support/chromium';
import { DemoGateway, LOGIN } from './support/demo-gateway';
import { Device, type Tab } from './support/harness';
import { Mortal } from './support/mortal';
import { turn, until } from './support/virtual-time';

const ORDERS = 40;
const KILLS = IS_LONG ? 1_000 : 30;

interface Page {
  ok: boolean;
  data?: { items: { id: string }[]; nextCursor: string | null };
}

type ReadKept = (input: { cursor?: string; limit: number }) => Promise<Page>;

/** Everything of the list that is kept, page by page: the newest first, without a hole. */
async function expectWhole(read: ReadKept, newest: number): Promise<void> {
  const ids: number[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await read({ limit: 7, ...(cursor === undefined ? {} : { cursor }) });
    if (!page.ok || !page.data) break;
    ids.push(...page.data.items.map(({ id }) => Number(id)));
    if (page.data.nextCursor === null) break;
    cursor = page.data.nextCursor;
  }
  // The newest that are kept may be older than the gateway's newest; from there on nothing is left out.
  const [first = 0] = ids;
  expect(first).toBeLessThanOrEqual(newest);
  expect(ids).toEqual(ids.map((_, index) => first - index));
}

async function writeMuch(api: Tab['api'], demo: DemoGateway): Promise<void> {
  let cursor: string | undefined;
  for (let page = 0; page < 4; page += 1) {
    const answer = await api.invoke('custodyOrders', { limit: 7, cursor });
    cursor = answer.ok ? (answer.data.nextCursor ?? undefined) : undefined;
    await api.invoke('userInfo', {});
    if (page === 1) demo.addOrder();
  }
  await api.invoke('custodyOrders', { limit: 7 });
  await api.saveDraft('order', { amount: '5' });
  await api.clearCache();
  await api.invoke('tradingAccounts', {});
  await api.invoke('custodyOrders', { limit: 20 });
}

test('killed at random transactions: what is kept is whole', { timeout: 1_200_000 }, async () => {
  const property = fc.asyncProperty(fc.integer({ min: 1, max: 45 }), async (step) => {
    const device = new Device();
    device.isDear = true;
    const demo = new DemoGateway(device);
    device.time.skipPauses();
    for (let count = 0; count < ORDERS; count += 1) demo.addOrder();
    const first = await device.startedTab();
    await first.api.invoke('logInByEmail', LOGIN);
    const mortal = new Mortal(device);
    const doomed = await device.startedTab(mortal.environment());
    mortal.killAtStep(step, ['transaction']);
    let isDone = false;
    void writeMuch(doomed.api, demo).then(
      () => (isDone = true),
      () => (isDone = true),
    );
    await until(() => mortal.isDead || isDone);
    for (let turns = 0; turns < 10; turns += 1) await turn();
    const next = await device.startedTab();
    await expectWhole((input) => next.api.invoke('custodyOrders', input, { source: 'cache' }), demo.orders.length);
    expect(await next.api.invoke('custodyOrders', { limit: 20 })).toMatchObject({ ok: true });
    await expectWhole((input) => next.api.invoke('custodyOrders', input, { source: 'cache' }), demo.orders.length);
    expect((await next.api.storage()).mode).toBe('persistent');
    device.close();
  });
  await fc.assert(property, { numRuns: KILLS, verbose: 1 });
});

describe('in Chromium', () => {
  let browser: Browser;
  let site: BrowserSite;

  beforeAll(async () => {
    browser = await launchChromium();
    site = new BrowserSite();
    await site.open();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  test('terminated at random moments of writing: what is kept is whole', { timeout: 600_000 }, async () => {
    const tab = await site.page(await browser.newContext());
    for (let count = 0; count < ORDERS; count += 1) site.demo.addOrder();
    await tab.startWorker();
    await tab.call('invoke', 'logInByEmail', LOGIN);
    await tab.run(`
      // mulberry32: the same moments again for the same seed.
      let state = ${SEED};
      const random = () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
      };
      const { wrap } = await import('/comlink.js');
      globalThis.worker.terminate();
      for (let kill = 0; kill < ${KILLS}; kill += 1) {
        const worker = new Worker('/worker.js', { type: 'module' });
        const doomed = wrap(worker);
        await doomed.start({ origin: location.origin, lang: 'EN' });
        const writing = (async () => {
          for (let cursor; ; ) {
            const page = await doomed.invoke('custodyOrders', { limit: 7, cursor });
            await doomed.invoke('userInfo', {});
            await doomed.saveDraft('order', { amount: String(kill) });
            cursor = page.ok ? (page.data.nextCursor ?? undefined) : undefined;
          }
        })();
        await new Promise((resolve) => setTimeout(resolve, random() * 40));
        worker.terminate();
        void writing;
      }
    `);
    await tab.startWorker();
    const kept: ReadKept = async (input) =>
      (await tab.call('invoke', 'custodyOrders', input, { source: 'cache' })) as Page;
    await expectWhole(kept, ORDERS).catch((error: unknown) => {
      throw new Error(`seed ${SEED}`, { cause: error });
    });
    expect(await tab.call('invoke', 'custodyOrders', { limit: 20 })).toMatchObject({ ok: true });
    await expectWhole(kept, ORDERS);
    expect(await tab.call('storage'), `seed ${SEED}`).toMatchObject({ mode: 'persistent', isSealed: true });
  });
});
