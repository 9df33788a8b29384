/** Tabs that cannot read what the device keeps: they conclude nothing from it, and take nothing from another tab. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BOB_LOGIN, DemoGateway, LOGIN } from './support/demo-gateway';
import { failingFactory } from './support/faulty-storage';
import { Device, asPromise, eventOf, type Tab } from './support/harness';
import { turn, until } from './support/virtual-time';

let device: Device;
let demo: DemoGateway;

beforeEach(() => {
  device = new Device();
  demo = new DemoGateway(device);
  device.time.autoFire = (delayMs) => delayMs < 1_900;
});
afterEach(() => device.close());

const disk = () => device.indexedDB as IDBFactory;
const ORDER = { planId: '30', amount: '500', tradePassword: '204060' };

/** Whose outcome nobody knows: the gateway's answer is lost, and it cannot be asked. */
async function leaveIntentOpen(tab: Tab): Promise<void> {
  device.gateway.faults.push({ kind: 'lost' });
  const invoked = tab.api.invoke('hostingCreate', ORDER, tab.confirmed());
  await until(() => device.gateway.faults.length === 0);
  device.gateway.isReachable = false;
  expect((await invoked).ok).toBe(false);
  device.gateway.isReachable = true;
}

async function openIntents(): Promise<number> {
  if (!(await disk().databases()).some(({ name }) => name === 'rab-user-1')) return 0;
  const database = await asPromise(disk().open('rab-user-1'));
  const count = await asPromise(database.transaction('intents').objectStore('intents').count());
  database.close();
  return count;
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 200; turns += 1) await turn();
}

describe('another tab’s database', () => {
  /** Two tabs of one person; the second has lost the disk. */
  async function withTabInMemory(): Promise<{ first: Tab; second: Tab }> {
    const first = await device.startedTab();
    await first.api.invoke('emailLogin', LOGIN);
    const { factory, loseConnections } = failingFactory(disk(), 0);
    const second = await device.startedTab({ indexedDB: factory });
    loseConnections(Infinity);
    await second.api.invoke('config', {});
    await second.api.invoke('userInfo', {});
    await eventOf(second, 'storage');
    second.events.length = 0;
    return { first, second };
  }

  test('is not deleted by a tab in memory that follows a log-in', async () => {
    const { first, second } = await withTabInMemory();
    await first.api.saveDraft('order', { amount: '5' });
    await leaveIntentOpen(first);
    await first.api.invoke('emailLogin', LOGIN);
    await settled();
    expect(await openIntents()).toBe(1);
    expect(await first.api.loadDraft('order')).toEqual({ amount: '5' });
    expect(await first.api.invoke('userInfo', {})).toMatchObject({ ok: true });
    expect(second.events.filter(({ type }) => type === 'session')).toEqual([]);
  });

  test('is not deleted by a tab in memory whose token the gateway refuses', async () => {
    const { first, second } = await withTabInMemory();
    const [older] = demo.sessions.keys();
    await first.api.saveDraft('order', { amount: '5' });
    await first.api.invoke('emailLogin', LOGIN);
    demo.sessions.delete(older as string);
    expect(await second.api.invoke('userInfo', {})).toMatchObject({ ok: false });
    await eventOf(second, 'session');
    await settled();
    expect(await first.api.loadDraft('order')).toEqual({ amount: '5' });
    expect(await (await device.startedTab()).api.loadDraft('order')).toEqual({ amount: '5' });
  });

  test.each(['logs out', 'changes'])('whose person %s ends the session of the tab in memory too', async (what) => {
    const { first, second } = await withTabInMemory();
    await (what === 'logs out' ? first.api.logout() : first.api.invoke('emailLogin', BOB_LOGIN));
    expect(await eventOf(second, 'session')).toMatchObject({ session: { state: 'anonymous' } });
    expect(await second.api.invoke('userInfo', {})).toMatchObject({ error: { code: 'session-closed' } });
    expect((await disk().databases()).map(({ name }) => name)).not.toContain('rab-user-1');
  });
});
