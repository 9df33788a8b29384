/** An update renames calls: what the version before kept under their former names is settled or removed ([Note: Former names]). */
import { expect, test } from 'vitest';
import { FORMER_NAMES } from '../../contract/former-names';
import { calls } from '../../contract/index';
import { DEVICE_LAYOUT, USER_LAYOUT } from '../../worker/cache/schema';
import { ALICE, type DemoGateway, demoDevice, INTENT, loggedIn, ORDER } from './support/demo-gateway';
import { type Device, eventOf } from './support/harness';
import { Mortal } from './support/mortal';
import { ok } from './support/test-gateway';
import { turn, until } from './support/virtual-time';

let device: Device;

const formerOf = (text: unknown) => {
  if (typeof text !== 'string') return text;
  const [name = ''] = text.split(' ');
  const former = (FORMER_NAMES as Record<string, string>)[name];
  return former === undefined ? text : former + text.slice(name.length);
};

/** Makes of what is on the disk what the version before would have kept: everything under former names, nothing removed. */
async function asKeptBefore(name: string, layout: object): Promise<void> {
  for (const table of Object.keys(layout)) {
    await device.tamper(name, table, (row) => {
      if (table === 'meta') return row['key'] === 'formerRowsRemoved' ? null : row;
      const former = { ...row };
      for (const field of ['call', 'list']) if (field in row) former[field] = formerOf(row[field]);
      return former;
    });
  }
}

async function updated(): Promise<DemoGateway> {
  const { device: another, demo } = demoDevice();
  device = another;
  device.gateway.on(calls.languages.uri, () => ok({ languages: [], default: 'CN' }));
  demo.addOrder();
  const before = await loggedIn(device);
  for (const name of ['custodyOrders', 'tradingAccounts', 'userInfo', 'languages'] as const)
    await before.api.invoke(name, {});
  const mortal = new Mortal(device);
  const doomed = await device.startedTab(mortal.environment());
  mortal.killAtStep(1, ['answer']);
  void doomed.api.invoke('createCustodyOrder', ORDER, { intentId: INTENT, accountId: ALICE.accountId });
  await until(() => mortal.isDead);
  await asKeptBefore('rab-user-1', USER_LAYOUT);
  await asKeptBefore('rab-device', DEVICE_LAYOUT);
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
