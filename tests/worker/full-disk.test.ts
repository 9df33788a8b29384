/** A disk on which nothing more fits hides nothing that is on it, and takes no money call that it cannot note. */
import { beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../contract/index';
import { SETTLE_AFTER_MS } from '../../worker/cache/full-disk';
import { BOB_LOGIN, type DemoGateway, demoDevice, loggedIn, ORDER } from './support/demo-gateway';
import { smallDisk } from './support/faulty-storage';
import { type Device, eventOf, type Tab } from './support/harness';
import { ok } from './support/test-gateway';
import { turn } from './support/virtual-time';

let device: Device;
let demo: DemoGateway;
let disk: ReturnType<typeof smallDisk>['disk'];
let factory: IDBFactory;
let tab: Tab;

beforeEach(async () => {
  ({ device, demo } = demoDevice());
  ({ disk, factory } = smallDisk(device.indexedDB as IDBFactory));
  tab = await loggedIn(device, { indexedDB: factory });
  // The last that a log-in writes, beside what follows: it takes room too.
  while (!(await rowsOf('meta')).some(({ key }) => key === 'formerRowsRemoved')) await turn();
});

const cached = { source: 'cache' } as const;
const keptUser = ({ api }: Tab = tab) => api.invoke('userInfo', {}, cached);
const orders = (filters: object = {}, options: object = {}) =>
  tab.api.invoke('custodyOrders', filters as never, options);
const next = () => device.startedTab({ indexedDB: factory });

const rowsOf = (table: string) => device.rows('rab-user-1', table);

/** Lists of four pages, each read at a later moment: the running orders first. */
async function readLists(): Promise<void> {
  for (let count = 0; count < 3; count += 1) demo.addOrder();
  for (const status of ['in-progress', 'expired'] as const) {
    device.time.pass(60_000);
    await orders({ status });
  }
  device.time.pass(60_000);
  await orders();
}

describe('a disk that has become full', () => {
  test('is read as before: nothing on it answers "offline"', async () => {
    await readLists();
    await tab.api.invoke('userInfo', {});
    const before = await rowsOf('rows');
    disk.room = 0;
    await tab.api.invoke('tradingAccounts', {});
    expect(await eventOf(tab, 'storage')).toEqual({ type: 'storage', mode: 'full' });
    expect(await keptUser()).toMatchObject({ ok: true, data: { nickname: 'user-1' } });
    expect(await orders({}, cached)).toMatchObject({
      ok: true,
      data: { items: [{ id: '3' }, { id: '2' }, { id: '1' }] },
    });
    // New answers are there as well, from memory.
    expect(await tab.api.invoke('tradingAccounts', {}, cached)).toMatchObject({ ok: true });
    demo.addOrder();
    await orders();
    expect(await orders({}, cached)).toMatchObject({
      data: { items: [{ id: '4' }, { id: '3' }, {}, {}], nextCursor: null },
    });
    expect(await tab.api.storage()).toMatchObject({ mode: 'full' });
    // The newest list is never thrown away for an answer, and the disk stays as it was.
    const newest = before.filter(({ list }) => list === 'custodyOrders {}');
    expect(newest).toHaveLength(3);
    expect((await rowsOf('rows')).filter(({ list }) => list === 'custodyOrders {}')).toEqual(newest);

    disk.room = Infinity;
    tab = await next();
    expect(await keptUser()).toMatchObject({ ok: true });
    expect(await orders({}, cached)).toMatchObject({ data: { items: [{ id: '3' }, { id: '2' }, { id: '1' }] } });
    expect(await tab.api.storage()).toMatchObject({ mode: 'persistent' });
  });

  test('gives room by its oldest lists, and keeps on', async () => {
    await readLists();
    disk.room = 0;
    disk.freedByDeletion = 10;
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ ok: true });
    expect(await orders({ status: 'in-progress' }, cached)).toMatchObject({ error: { code: 'offline' } });
    expect(await orders({}, cached)).toMatchObject({ ok: true });
    expect(await keptUser(await next())).toMatchObject({ ok: true });
    expect(tab.events.filter(({ type }) => type === 'storage')).toEqual([]);
    expect(await tab.api.storage()).toMatchObject({ mode: 'persistent' });
  });

  test('keeps session, drafts and open money intents, whatever goes', async () => {
    await readLists();
    await tab.api.saveDraft('order', { amount: '5' });
    device.gateway.faults.push({ kind: 'hangs', isCarriedOut: true });
    const placed = tab.api.invoke('createCustodyOrder', ORDER, tab.confirmed());
    while ((await rowsOf('intents')).length === 0) await Promise.resolve();
    disk.room = 0;
    // All lists go, since none of them makes room.
    await tab.api.saveDraft('other', { amount: '7' });
    expect(await rowsOf('rows')).toEqual([]);
    expect(await rowsOf('intents')).toMatchObject([{ state: 'sending' }]);
    expect(await tab.api.loadDraft('order')).toEqual({ amount: '5' });
    expect(await tab.api.loadDraft('other')).toEqual({ amount: '7' });
    const later = await next();
    expect(await later.api.invoke('userInfo', {})).toMatchObject({ ok: true });
    expect(await later.api.loadDraft('order')).toEqual({ amount: '5' });
    expect(await eventOf(later, 'settled')).toMatchObject({ result: 'done' });
    void placed;
  });

  test('takes no money call that it cannot note, and takes it when there is room', async () => {
    disk.room = 0;
    const confirmed = tab.confirmed();
    expect(await tab.api.invoke('createCustodyOrder', ORDER, confirmed)).toEqual({
      ok: false,
      error: { code: 'storage-full', retryable: false },
    });
    expect(device.gateway.countOf(calls.createCustodyOrder.uri)).toBe(0);
    expect(await rowsOf('intents')).toEqual([]);
    disk.room = 10;
    expect(await tab.api.invoke('createCustodyOrder', ORDER, confirmed)).toMatchObject({ ok: true });
    expect(demo.orders).toHaveLength(1);
  });

  test('tells what became of a money call whose answer it has no room for', async () => {
    await tab.api.invoke('tradingAccounts', {});
    disk.room = 1;
    expect(await tab.api.invoke('createCustodyOrder', ORDER, tab.confirmed())).toMatchObject({ ok: true });
    expect(await tab.api.invoke('tradingAccounts', {}, cached)).toMatchObject({ ok: true });
    expect(await rowsOf('intents')).toMatchObject([{ state: 'sending' }]);
    disk.room = Infinity;
    expect(await eventOf(await next(), 'settled')).toMatchObject({ result: 'done' });
    expect(demo.orders).toHaveLength(1);
  });

  test('logs out for good, and lets somebody else in', async () => {
    await tab.api.invoke('userInfo', {});
    disk.room = 0;
    expect(await tab.api.logout()).toBe(true);
    expect(await device.everythingStored()).not.toContain('rab-user');
    expect(await tab.api.invoke('logInByEmail', BOB_LOGIN)).toMatchObject({ ok: true });
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ data: { nickname: 'user-2' } });
    expect(await keptUser()).toMatchObject({ data: { nickname: 'user-2' } });
    disk.room = Infinity;
    expect(await (await device.tab({ indexedDB: factory })).api.start({ origin: '', lang: 'EN' })).toEqual({
      state: 'anonymous',
    });
  });

  test('loses a part of its lists at a time, since deleted rows may make room only later', async () => {
    await readLists();
    const left = async () => (await rowsOf('scopes')).length;
    const before = await left();
    disk.room = 0;
    await tab.api.invoke('userInfo', {});
    expect(await eventOf(tab, 'storage')).toMatchObject({ mode: 'full' });
    expect(await left()).toBe(before - 1);
    demo.addOrder();
    await orders();
    expect(await left()).toBe(before - 1);
    while ((await left()) > before - 2) await device.time.fire(SETTLE_AFTER_MS);
    expect(await orders({}, cached)).toMatchObject({ data: { items: [{ id: '4' }, { id: '3' }, {}, {}] } });
  });

  test('is used again by itself when there is room, and takes what memory had', async () => {
    await readLists();
    disk.room = 0;
    await tab.api.invoke('userInfo', {});
    expect(await eventOf(tab, 'storage')).toMatchObject({ mode: 'full' });
    demo.addOrder();
    await orders();
    // Nobody has given room yet.
    await device.time.fire(SETTLE_AFTER_MS);
    expect(await tab.api.storage()).toMatchObject({ mode: 'full' });
    disk.room = 100;
    await device.time.fire(SETTLE_AFTER_MS);
    expect(await eventOf(tab, 'storage')).toMatchObject({ mode: 'persistent' });
    expect(await orders({}, cached)).toMatchObject({ data: { items: [{ id: '4' }, { id: '3' }, {}, {}] } });
    demo.addOrder();
    await orders();
    const later = await next();
    expect(await keptUser(later)).toMatchObject({ ok: true });
    expect(await later.api.invoke('custodyOrders', {}, cached)).toMatchObject({
      data: { items: [{ id: '5' }, { id: '4' }, {}, {}, {}] },
    });
    expect(await tab.api.storage()).toMatchObject({ mode: 'persistent' });
  });
});

test('what a full disk could not mark as stale is stale for other tabs, and after a start', async () => {
  device.gateway.on(calls.assets.uri, () => ok({}));
  const other = await next();
  await orders();
  await other.api.invoke('custodyOrders', {});
  disk.room = 2;
  await tab.api.invoke('createCustodyOrder', ORDER, tab.confirmed());
  const later = await next();
  // The order's end is not noted either, and is asked for again.
  await eventOf(later, 'settled');
  for (const each of [other, later]) {
    expect(await each.api.invoke('custodyOrders', {}, cached)).toMatchObject({ ok: true, isStale: true });
    expect(await each.api.invoke('custodyOrders', {})).toMatchObject({ data: { items: [{ principal: '500' }] } });
    expect(await each.api.invoke('custodyOrders', {}, cached)).toMatchObject({ isStale: false });
  }
  const third = await next();
  expect(await third.api.invoke('custodyOrders', {}, cached)).toMatchObject({ ok: true, isStale: true });
});
