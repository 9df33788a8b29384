/** An update renames calls: what the version before kept under their former names is settled or removed ([Note: Former names]). */
import { afterEach, expect, test } from 'vitest';
import { FORMER_NAMES } from '../../contract/former-names';
import { calls } from '../../contract/index';
import { ALICE, DemoGateway, LOGIN } from './support/demo-gateway';
import { asPromise, Device, eventOf } from './support/harness';
import { Mortal } from './support/mortal';
import { ok } from './support/test-gateway';
import { turn, until } from './support/virtual-time';

const INTENT = '6d1f4c1e-2b6f-4f3a-9a55-0c9b8e0d7f11';
const ORDER = { planId: '30', amount: '500', tradePassword: '204060' } as const;
type Row = Record<string, unknown>;

let device: Device;
afterEach(() => device.close());

async function rewriteStored(name: string, change: (table: string, row: Row) => Row[]): Promise<void> {
  const database = await asPromise((device.indexedDB as globalThis.IDBFactory).open(name));
  for (const table of [...database.objectStoreNames]) {
    const store = database.transaction(table, 'readwrite').objectStore(table);
    const rows = (await asPromise(store.getAll())) as Row[];
    await asPromise(store.clear());
    for (const row of rows) {
      for (const changed of change(table, row)) await asPromise(store.put(changed));
    }
  }
  database.close();
}

const formerOf = (text: unknown) => {
  if (typeof text !== 'string') return text;
  const [name = ''] = text.split(' ');
  const former = (FORMER_NAMES as Record<string, string>)[name];
  return former === undefined ? text : former + text.slice(name.length);
};

/** Makes of what is on the disk what the version before would have kept: everything under former names, nothing removed. */
const asKeptBefore = (name: string) =>
  rewriteStored(name, (table, row) => {
    if (table === 'meta') return row['key'] === 'formerRowsRemoved' ? [] : [row];
    const former = { ...row };
    for (const field of ['call', 'list']) if (field in row) former[field] = formerOf(row[field]);
    return [former];
  });

async function updated(): Promise<DemoGateway> {
  device = new Device();
  device.isDear = true;
  const demo = new DemoGateway(device);
  device.time.skipPauses();
  device.gateway.on(calls.languages.uri, () => ok({ languages: [], default: 'CN' }));
  demo.addOrder();
  const before = await device.startedTab();
  await before.api.invoke('logInByEmail', LOGIN);
  await before.api.invoke('custodyOrders', {});
  await before.api.invoke('tradingAccounts', {});
  await before.api.invoke('userInfo', {});
  await before.api.invoke('languages', {});
  const mortal = new Mortal(device);
  const doomed = await device.startedTab(mortal.environment());
  mortal.killAtStep(1, ['answer']);
  void doomed.api.invoke('createCustodyOrder', ORDER, { intentId: INTENT, accountId: ALICE.accountId });
  await until(() => mortal.isDead);
  await asKeptBefore('rab-user-1');
  await asKeptBefore('rab-device');
  return demo;
}

test('an intent that the version before has sent is settled under the call’s name of today', async () => {
  const demo = await updated();
  expect(await device.everythingStored()).toContain('hostingCreate');
  const tab = await device.startedTab();
  expect(await eventOf(tab, 'settled')).toEqual({
    type: 'settled',
    intentId: INTENT,
    call: 'createCustodyOrder',
    result: 'done',
  });
  expect(await tab.api.settle('createCustodyOrder', INTENT)).toMatchObject({ state: 'done' });
  expect(demo.orders).toHaveLength(2);
});

test('answers under former names are removed, and no others', async () => {
  await updated();
  const stored = await device.everythingStored();
  const former = ['"call":"hostingOrder"', 'hostingOrder {}', '"call":"accountList"', '"call":"lang"'];
  expect(former.filter((one) => !stored.includes(one))).toEqual([]);
  const tab = await device.startedTab();
  // The device's own rows come first.
  while ((await device.everythingStored()).includes('hostingOrder {}')) await turn();
  const left = await device.everythingStored();
  expect(former.filter((one) => left.includes(one))).toEqual([]);
  expect(await tab.api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({ ok: true, source: 'cache' });
});
