/** A worker that is killed while it writes leaves a whole behind: no list has a hole, and the next start goes on from there. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sequences } from '../support/seed';
import { demoDevice, loggedIn } from './support/demo-gateway';
import type { Tab } from './support/harness';
import { Mortal } from './support/mortal';
import { turns, until } from './support/virtual-time';

const ORDERS = 40;

/** The rows that are kept of the list have no hole, page by page, from the newest one on. */
async function expectWhole({ api }: Tab, newest: number): Promise<void> {
  const ids: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.invoke('custodyOrders', { limit: 7, cursor }, { source: 'cache' });
    if (!page.ok) break;
    ids.push(...page.data.items.map(({ id }) => Number(id)));
    cursor = page.data.nextCursor ?? undefined;
  } while (cursor !== undefined);
  // The newest that are kept may be older than the gateway's newest; from there on nothing is left out.
  const [first = 0] = ids;
  expect(first).toBeLessThanOrEqual(newest);
  expect(ids).toEqual(ids.map((_, index) => first - index));
}

async function writeMuch(api: Tab['api'], addOrder: () => void): Promise<void> {
  let cursor: string | undefined;
  for (let page = 0; page < 4; page += 1) {
    const answer = await api.invoke('custodyOrders', { limit: 7, cursor });
    cursor = answer.ok ? (answer.data.nextCursor ?? undefined) : undefined;
    await api.invoke('userInfo', {});
    if (page === 1) addOrder();
  }
  await api.invoke('custodyOrders', { limit: 7 });
  await api.saveDraft('order', { amount: '5' });
  await api.clearCache();
  await api.invoke('tradingAccounts', {});
  await api.invoke('custodyOrders', { limit: 20 });
}

test('a worker killed at any transaction leaves lists that are whole', { timeout: 1_200_000 }, async () => {
  const property = fc.asyncProperty(fc.integer({ min: 1, max: 45 }), async (step) => {
    const { device, demo } = demoDevice();
    for (let count = 0; count < ORDERS; count += 1) demo.addOrder();
    await loggedIn(device);
    const mortal = new Mortal(device);
    const doomed = await device.startedTab(mortal.environment());
    mortal.killAtStep(step, ['transaction']);
    let isDone = false;
    void writeMuch(doomed.api, () => demo.addOrder()).then(
      () => (isDone = true),
      () => (isDone = true),
    );
    await until(() => mortal.isDead || isDone);
    await turns(10);
    const next = await device.startedTab();
    await expectWhole(next, demo.orders.length);
    expect(await next.api.invoke('custodyOrders', { limit: 20 })).toMatchObject({ ok: true });
    await expectWhole(next, demo.orders.length);
    expect((await next.api.storage()).mode).toBe('persistent');
    device.close();
  });
  await fc.assert(property, { numRuns: sequences(10, 1_000), verbose: 1 });
});
