/** Tabs that cannot read what the device keeps: they conclude nothing from it, and take nothing from another tab. */
import { beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../contract/index';
import { BOB_LOGIN, type DemoGateway, demoDevice, loggedIn, LOGIN, ORDER } from './support/demo-gateway';
import { failingFactory, refusingFactory, slowFactory } from './support/faulty-storage';
import { type Device, ORIGIN, eventOf, type Tab } from './support/harness';
import { turn, turns, until } from './support/virtual-time';

let device: Device;
let demo: DemoGateway;

beforeEach(() => {
  ({ device, demo } = demoDevice());
});

const disk = () => device.indexedDB as IDBFactory;

/** Leaves an intent whose outcome nobody knows: the gateway's answer is lost, and it cannot be asked. */
async function leaveIntentOpen(tab: Tab): Promise<void> {
  device.gateway.faults.push({ kind: 'lost' });
  const invoked = tab.api.invoke('createCustodyOrder', ORDER, tab.confirmed());
  await until(() => device.gateway.faults.length === 0);
  device.gateway.isReachable = false;
  expect((await invoked).ok).toBe(false);
  device.gateway.isReachable = true;
}

const openIntents = async () => (await device.rows('rab-user-1', 'intents')).length;
const settled = () => turns(200);

describe('another tab’s database', () => {
  /** Two tabs of one person; the second has lost the disk. */
  async function withTabInMemory(): Promise<{ first: Tab; second: Tab }> {
    const first = await loggedIn(device);
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
    await first.api.invoke('logInByEmail', LOGIN);
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
    await first.api.invoke('logInByEmail', LOGIN);
    demo.sessions.delete(older as string);
    expect(await second.api.invoke('userInfo', {})).toMatchObject({ ok: false });
    await eventOf(second, 'session');
    await settled();
    expect(await first.api.loadDraft('order')).toEqual({ amount: '5' });
    expect(await (await device.startedTab()).api.loadDraft('order')).toEqual({ amount: '5' });
  });

  test.each(['logs out', 'changes'])('whose person %s ends the session of the tab in memory too', async (what) => {
    const { first, second } = await withTabInMemory();
    await (what === 'logs out' ? first.api.logout() : first.api.invoke('logInByEmail', BOB_LOGIN));
    expect(await eventOf(second, 'session')).toMatchObject({ session: { state: 'anonymous' } });
    expect(await second.api.invoke('userInfo', {})).toMatchObject({ error: { code: 'session-closed' } });
    expect(await device.databases()).not.toContain('rab-user-1');
  });
});

describe('a database that does not open in time', () => {
  /** Somebody is logged in on this device; the next tab finds that it does not answer. */
  async function silentTab() {
    const before = await loggedIn(device);
    await before.api.saveDraft('order', { amount: '5' });
    const { factory, answer } = slowFactory(disk());
    device.time.autoFire = () => true;
    const tab = await device.tab({ indexedDB: factory });
    const session = await tab.api.start({ origin: ORIGIN, lang: 'EN' });
    device.time.skipPauses();
    return { tab, session, answer };
  }

  test('leaves open who is there, and tells as soon as it answers', async () => {
    const { tab, session, answer } = await silentTab();
    expect(session).toEqual({ state: 'unknown' });
    expect(await tab.api.invoke('config', {})).toMatchObject({ ok: true });
    answer();
    expect(await eventOf(tab, 'session')).toMatchObject({ session: { state: 'open', userId: '1' } });
    expect(await tab.api.loadDraft('order')).toEqual({ amount: '5' });
    expect(await tab.api.storage()).toMatchObject({ mode: 'persistent' });
  });

  test('lets nobody log in meanwhile, so that two people never mix', async () => {
    const { tab, answer } = await silentTab();
    const sent = device.gateway.received.length;
    expect(await tab.api.invoke('logInByEmail', BOB_LOGIN)).toMatchObject({ error: { code: 'session-closed' } });
    expect(device.gateway.received).toHaveLength(sent);
    answer();
    expect(await eventOf(tab, 'session')).toMatchObject({ session: { state: 'open', userId: '1' } });
    expect(await tab.api.invoke('logInByEmail', BOB_LOGIN)).toMatchObject({ ok: true });
    expect(await (await device.tab()).api.start({ origin: ORIGIN, lang: 'EN' })).toMatchObject({ userId: '2' });
  });

  test('does not bring back who has logged out meanwhile', async () => {
    const { tab, answer } = await silentTab();
    expect(await tab.api.logout()).toBe(false);
    answer();
    expect(await eventOf(tab, 'session')).toMatchObject({ session: { state: 'anonymous' } });
    expect(await device.databases()).not.toContain('rab-user-1');
    await until(() => demo.sessions.size === 0 || device.gateway.received.at(-1)?.inner.uri === calls.logout.uri);
  });
});

describe('a log-in that only memory can keep', () => {
  const startNext = async () => (await device.tab()).api.start({ origin: ORIGIN, lang: 'EN' });

  test('removes who is on the disk first', async () => {
    await loggedIn(device);
    const tab = await device.startedTab({ indexedDB: failingFactory(disk(), Infinity).factory });
    expect(await tab.api.invoke('logInByEmail', BOB_LOGIN)).toMatchObject({ ok: true });
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ data: { nickname: 'user-2' } });
    expect(await startNext()).toEqual({ state: 'anonymous' });
    // The first tab lets go of it.
    while ((await device.databases()).includes('rab-user-1')) await turn();
  });

  test('is refused where they cannot be removed, and the gateway hears of it', async () => {
    await loggedIn(device);
    const tab = await device.startedTab({ indexedDB: refusingFactory(disk()) });
    expect(await tab.api.invoke('logInByEmail', BOB_LOGIN)).toMatchObject({ error: { code: 'session-closed' } });
    expect(await eventOf(tab, 'session')).toMatchObject({ session: { state: 'unknown' } });
    await until(() => device.gateway.countOf(calls.logout.uri) === 1);
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ error: { code: 'session-closed' } });
    expect(await startNext()).toMatchObject({ state: 'open', userId: '1' });
  });
});
