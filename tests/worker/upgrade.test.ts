/** A new version changes the layout of what is kept, and the browser goes through all rows: that has no deadline. */
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { demoDevice, loggedIn } from './support/demo-gateway';
import { heldUpgrades, withLayoutOfBefore } from './support/faulty-storage';
import { type Device, ORIGIN, asPromise, eventOf, type Tab } from './support/harness';
import { turn, until } from './support/virtual-time';

let device: Device;

beforeEach(async () => {
  const { device: another, demo } = demoDevice();
  device = another;
  const before = await loggedIn(device);
  for (let count = 0; count < 3; count += 1) demo.addOrder();
  await before.api.invoke('custodyOrders', {});
  await before.api.saveDraft('order', { amount: '5' });
  device.indexedDB = await withLayoutOfBefore(device.indexedDB as IDBFactory, new IDBFactory());
});

const kept = ({ api }: Tab) => api.invoke('custodyOrders', {}, { source: 'cache' });
const start = ({ api }: Tab) => api.start({ origin: ORIGIN, lang: 'EN' });
const patience = () => device.time.skipPauses();
/** From now on every deadline of two seconds passes at once. */
const hurry = () => (device.time.autoFire = (delayMs) => delayMs <= 2_000);
/** Waits until a tab has begun to change the layout of a database. */
async function begun(name: string): Promise<void> {
  const isFree = () =>
    device.locks?.request(`${name}-upgrade`, { ifAvailable: true }, async (lock) => lock !== null) ??
    Promise.resolve(true);
  while (await isFree()) await turn();
}
const deadlines = () => device.time.fired.filter((delayMs) => delayMs === 2_000).length;

test('an upgrade that takes long is waited for, is told, and loses nothing', async () => {
  const { factory, release } = heldUpgrades(device.indexedDB as IDBFactory);
  const tab = await device.tab({ indexedDB: factory });
  let session: unknown;
  void start(tab).then((found) => (session = found));
  await begun('rab-device');
  await device.time.fire(2_000);
  expect(await eventOf(tab, 'upgrade')).toEqual({ type: 'upgrade', isRunning: true });
  for (let times = 0; times < 3; times += 1) await device.time.fire(2_000);
  expect(session).toBeUndefined();
  release();
  await until(() => session !== undefined);
  expect(session).toMatchObject({ state: 'open', userId: '1' });
  expect(await eventOf(tab, 'upgrade')).toEqual({ type: 'upgrade', isRunning: false });
  expect(await kept(tab)).toMatchObject({ data: { items: [{ id: '3' }, { id: '2' }, { id: '1' }] } });
  expect(await tab.api.loadDraft('order')).toEqual({ amount: '5' });
  expect(await tab.api.storage()).toMatchObject({ mode: 'persistent' });
  expect(tab.events.filter(({ type }) => type === 'storage')).toEqual([]);
});

test('another tab that opens meanwhile waits and tells as well', async () => {
  const { factory, release } = heldUpgrades(device.indexedDB as IDBFactory);
  const first = await device.tab({ indexedDB: factory });
  const second = await device.tab({ indexedDB: factory });
  const started = [start(first)];
  await begun('rab-device');
  await device.time.fire(2_000);
  expect(await eventOf(first, 'upgrade')).toMatchObject({ isRunning: true });
  hurry();
  started.push(start(second));
  expect(await eventOf(second, 'upgrade')).toMatchObject({ isRunning: true });
  const before = deadlines();
  await until(() => deadlines() >= before + 6);
  patience();
  release();
  for (const session of await Promise.all(started)) expect(session).toMatchObject({ state: 'open', userId: '1' });
  for (const tab of [first, second]) {
    expect(await kept(tab)).toMatchObject({ ok: true });
    expect(await tab.api.storage()).toMatchObject({ mode: 'persistent' });
    expect(tab.events.filter(({ type }) => type === 'storage')).toEqual([]);
    await until(() => tab.events.some((event) => event.type === 'upgrade' && !event.isRunning));
  }
});

test('a version that is put back reads the layout of the version after it, and leaves what it does not know', async () => {
  const tab = await device.startedTab();
  const factory = device.indexedDB as IDBFactory;
  const newer = factory.open('rab-user-1', 1_000);
  newer.addEventListener('upgradeneeded', () => newer.result.createObjectStore('later', { keyPath: 'id' }));
  const opened = await asPromise(newer);
  await asPromise(opened.transaction('later', 'readwrite').objectStore('later').put({ id: 1 }));
  opened.close();
  for (const put of [tab, await device.startedTab()]) {
    expect(await kept(put)).toMatchObject({ data: { items: [{ id: '3' }, { id: '2' }, { id: '1' }] } });
    expect(await put.api.loadDraft('order')).toEqual({ amount: '5' });
    expect(await put.api.storage()).toMatchObject({ mode: 'persistent' });
  }
  const after = await asPromise(factory.open('rab-user-1'));
  expect(await asPromise(after.transaction('later').objectStore('later').count())).toBe(1);
  after.close();
});
