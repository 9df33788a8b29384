import { beforeEach, describe, expect, test } from 'vitest';
import type { StorageMode } from '../../contract/events';
import type { Environment } from '../../worker/environment';
import { type DemoGateway, demoDevice, INTENT, loggedIn as logIn, ORDER } from './support/demo-gateway';
import { failingFactory, refuseAll, withPut } from './support/faulty-storage';
import { type Device, eventOf, type Row, type Tab } from './support/harness';
import { until } from './support/virtual-time';

let device: Device;
let demo: DemoGateway;

beforeEach(() => {
  ({ device, demo } = demoDevice());
});

const USER_DB = 'rab-user-1';

const disk = () => device.indexedDB as IDBFactory;

async function loggedIn(changes: Partial<Environment> = {}): Promise<Tab> {
  const tab = await logIn(device, changes);
  await tab.api.invoke('userInfo', {});
  return tab;
}

const cachedUser = (tab: Tab) => tab.api.invoke('userInfo', {}, { source: 'cache' });
const cachedOrders = (tab: Tab, cursor?: string) =>
  tab.api.invoke('custodyOrders', { limit: 2, cursor }, { source: 'cache' });

const tamper = (table: string, change: (row: Row) => Row | null) => device.tamper(USER_DB, table, change);
const countRows = async (table: string) => (await device.rows(USER_DB, table)).length;

function flipLastByte(row: Row): Row {
  const body = Uint8Array.from(row['body'] as Uint8Array);
  body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
  return { ...row, body };
}

describe('at rest', () => {
  test('nothing of an answer is readable', async () => {
    const tab = await loggedIn();
    demo.addOrder('777.123456');
    await tab.api.invoke('custodyOrders', {});
    const stored = await device.everythingStored();
    expect(stored).toContain('custodyOrders');
    expect(stored).not.toContain('777.123456');
    expect(stored).not.toContain('SECRETCODE');
    expect(await tab.api.storage()).toMatchObject({ mode: 'persistent', isSealed: true });
  });
});

describe('an unreadable row', () => {
  test.each<[string, (row: Row) => Row]>([
    ['corrupt', flipLastByte],
    ['truncated', (row) => ({ ...row, body: (row['body'] as Uint8Array).slice(0, 5) })],
    ['not JSON', (row) => ({ ...row, body: '{' })],
  ])('(%s) is deleted and fetched again', async (_name, change) => {
    const tab = await loggedIn();
    await tamper('records', change);
    expect(await cachedUser(tab)).toMatchObject({ error: { code: 'offline' } });
    expect(await countRows('records')).toBe(0);
    await tab.api.invoke('userInfo', {});
    expect(await cachedUser(tab)).toMatchObject({ ok: true });
  });

  test('moved from another place does not open there', async () => {
    const tab = await loggedIn();
    await tab.api.invoke('tradingAccounts', {});
    let body: unknown;
    await tamper('records', (row) => {
      body ??= row['body'];
      return { ...row, body };
    });
    const answers = [await cachedUser(tab), await tab.api.invoke('tradingAccounts', {}, { source: 'cache' })];
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('in a list takes what is older with it, and leaves what is newer', async () => {
    const tab = await loggedIn();
    for (let count = 0; count < 6; count += 1) demo.addOrder();
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const answer = await tab.api.invoke('custodyOrders', { limit: 2, cursor });
      cursor = answer.ok ? (answer.data.nextCursor ?? undefined) : undefined;
    }
    await tamper('rows', (row) => (String(row['order']).endsWith('3') ? flipLastByte(row) : row));
    const first = await cachedOrders(tab);
    expect(first).toMatchObject({ ok: true, data: { items: [{ id: '6' }, { id: '5' }], nextCursor: 'c5' } });
    expect(await cachedOrders(tab, 'c5')).toMatchObject({ error: { code: 'offline' } });
    expect(await countRows('rows')).toBe(2);
    await tab.api.invoke('custodyOrders', { limit: 2, cursor: 'c5' });
    expect(await cachedOrders(tab, 'c5')).toMatchObject({ ok: true, data: { nextCursor: 'c3' } });
    expect(await cachedOrders(tab, 'c3')).toMatchObject({ error: { code: 'offline' } });
  });
});

describe('at start', () => {
  test('a kept answer of another shape is thrown away, and only that', async () => {
    const tab = await loggedIn();
    await tab.api.invoke('tradingAccounts', {});
    await tab.api.saveDraft('order', { amount: '5' });
    await tamper('records', (row) => (row['call'] === 'userInfo' ? { ...row, shape: 'past' } : row));
    const later = await device.startedTab();
    expect(await cachedUser(later)).toMatchObject({ error: { code: 'offline' } });
    expect(await countRows('records')).toBe(1);
    expect(await later.api.invoke('tradingAccounts', {}, { source: 'cache' })).toMatchObject({ ok: true });
    expect(await later.api.loadDraft('order')).toEqual({ amount: '5' });
    expect(await later.api.invoke('userInfo', {})).toMatchObject({ ok: true });
    expect(await cachedUser(later)).toMatchObject({ ok: true });
  });

  test('a list of another shape is neither read nor searched, and begins anew', async () => {
    const tab = await loggedIn();
    for (let count = 0; count < 5; count += 1) demo.addOrder();
    await tab.api.invoke('custodyOrders', { limit: 2 });
    await tab.api.invoke('custodyOrders', { limit: 2, cursor: 'c4' });
    await tamper('scopes', (row) => ({ ...row, shape: 'past' }));
    const search = { query: {}, after: null, limit: 20 };
    expect(await cachedOrders(tab)).toMatchObject({ error: { code: 'offline' } });
    expect(await tab.api.search('custodyOrders', {}, search)).toMatchObject({ error: { code: 'offline' } });
    // Below the newest page lie no rows of the other shape.
    await tab.api.invoke('custodyOrders', { limit: 2 });
    expect(await cachedOrders(tab)).toMatchObject({ data: { items: [{ id: '5' }, { id: '4' }], nextCursor: 'c4' } });
    expect(await cachedOrders(tab, 'c4')).toMatchObject({ error: { code: 'offline' } });
    expect(await countRows('rows')).toBe(2);
  });
});

describe('a browser that does not store', () => {
  test.each<[string, () => Partial<Environment>, StorageMode]>([
    ['has no IndexedDB', () => ({ indexedDB: undefined }), 'memory'],
    ['refuses to open', () => ({ indexedDB: failingFactory(disk(), Infinity).factory }), 'memory'],
    ['is full', () => ({ indexedDB: withPut(device.indexedDB as IDBFactory, refuseAll) }), 'full'],
  ])('because it %s: everything runs from memory and the page is told', async (_name, changes, mode) => {
    const tab = await loggedIn(changes());
    expect(await eventOf(tab, 'storage')).toEqual({ type: 'storage', mode });
    expect(await cachedUser(tab)).toMatchObject({ ok: true });
    expect(await tab.api.storage()).toMatchObject({ mode });
    const answer = mode === 'full' ? { ok: false, error: { code: 'storage-full' } } : { ok: true };
    for (let times = 0; times < 2; times += 1) {
      expect(await tab.api.invoke('createCustodyOrder', ORDER, tab.confirmed(INTENT))).toMatchObject(answer);
    }
    // An order that a full disk cannot note is not sent.
    expect(demo.orders).toHaveLength(mode === 'full' ? 0 : 1);
    await tab.api.logout();
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ error: { code: 'session-closed' } });
    expect(await device.everythingStored()).not.toContain('token');
  });
});

describe('a lost connection', () => {
  test.each([1, 2, 3])('is reopened, at most three times: %i', async (failures) => {
    const { factory, loseConnections } = failingFactory(disk(), 0);
    const tab = await loggedIn({ indexedDB: factory });
    loseConnections(failures - 1);
    expect(await cachedUser(tab)).toMatchObject({ ok: true });
    expect(tab.events.filter(({ type }) => type === 'storage')).toEqual([]);
  });

  test.each([3, Infinity])('that %d reopenings do not cure ends in memory', async (failures) => {
    const { factory, loseConnections } = failingFactory(disk(), 0);
    const tab = await loggedIn({ indexedDB: factory });
    loseConnections(failures);
    expect(await cachedUser(tab)).toMatchObject({ error: { code: 'offline' } });
    expect(await eventOf(tab, 'storage')).toEqual({ type: 'storage', mode: 'memory' });
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ ok: true });
    expect(await cachedUser(tab)).toMatchObject({ ok: true });
  });
});

test('a late write does not bring a deleted database back', async () => {
  const first = await loggedIn();
  const deaf = await device.startedTab({ tabs: { send: () => {}, receive: () => {} } });
  const release = device.gateway.holdNext();
  const late = deaf.api.invoke('userInfo', {});
  await until(() => device.gateway.faults.length === 0);
  await first.api.logout();
  release();
  expect((await late).ok).toBe(false);
  expect(await device.databases()).toEqual(['rab-device']);
});
