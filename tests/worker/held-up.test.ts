/** [Note: Held up] in worker/cache/patience.ts: another tab was suspended in the middle of a transaction. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calls } from '../../contract/index';
import { PATIENCE_MS } from '../../worker/cache/patience';
import { ALICE, type DemoGateway, demoDevice, INTENT, loggedIn, ORDER } from './support/demo-gateway';
import { type Device, eventOf, ORIGIN, type Tab } from './support/harness';
import { suspendInTransaction } from './support/suspended-tab';
import { turn } from './support/virtual-time';

/** A database may take this long to open, and as long for its first answer. */
const STEP_MS = 2_000;
const DATABASE = `rab-user-${ALICE.userId}`;

let device: Device;
let demo: DemoGateway;
let tab: Tab;
let wake: (() => Promise<void>) | null;

beforeEach(async () => {
  ({ device, demo } = demoDevice());
  tab = await loggedIn(device);
  await tab.api.invoke('userInfo', {});
  wake = null;
});
afterEach(async () => {
  await wake?.();
  device.close();
});

async function suspendOther(): Promise<void> {
  wake = await suspendInTransaction(device, DATABASE);
}

/** Work that is not held up answers within this many turns; anything slower is late. */
const TURNS = 500;

/** Lets everything that waits for the disk for `stepMs` be late, the app's own work beside the test's too, until `work` is over. */
async function late<T>(work: Promise<T>, stepMs = PATIENCE_MS): Promise<T> {
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  device.time.autoFire = (delayMs) => delayMs < 200;
  for (let turns = 0; !isOver;) {
    await turn();
    turns = device.time.pending.includes(stepMs) ? turns + 1 : 0;
    if (turns <= TURNS) continue;
    await device.time.fire(stepMs);
    turns = 0;
  }
  return over;
}

const create = () => tab.api.invoke('createCustodyOrder', ORDER, tab.confirmed(INTENT));

test('a money call is carried out once, and its note comes to the disk when that is free', async () => {
  await suspendOther();
  const startedAt = device.time.now();
  expect(await late(create())).toMatchObject({ ok: true, data: { order: { id: '1' } } });
  expect(device.time.now() - startedAt).toBeLessThan(10_000);
  expect(await create()).toMatchObject({ ok: true, data: { order: { id: '1' } } });
  expect(demo.orders).toHaveLength(1);
  await wake?.();
  // The disk answers again: no step of it is late any more, however many turns it takes.
  device.time.autoFire = () => false;
  const kept = async () => {
    const answer = await create();
    return answer.ok && answer.source === 'cache';
  };
  while (!(await kept())) await turn();
  expect(demo.orders).toHaveLength(1);
  // The start after it has nothing to settle.
  const next = await device.startedTab();
  await next.api.invoke('userInfo', {});
  expect(device.gateway.countOf(calls.askOutcome.uri)).toBe(0);
});

test('answers come from the gateway, and what is kept counts as missing until the disk is free', async () => {
  await suspendOther();
  expect(await late(tab.api.invoke('userInfo', {}, { source: 'cache' }))).toMatchObject({ error: { code: 'offline' } });
  expect(await tab.api.invoke('userInfo', {})).toMatchObject({ ok: true, source: 'network' });
  await tab.api.invoke('bindTradePassword', { tradePassword: '204060', password: 'Tr1cky-Kelp' });
  await eventOf(tab, 'changed');
  await wake?.();
  await turn();
  device.time.autoFire = () => false;
  // Answers made stale meanwhile are marked, since the disk has caught up in order.
  expect(await tab.api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({ ok: true, isStale: true });
});

test('an app that starts meanwhile goes on in memory', async () => {
  await suspendOther();
  const other = await device.tab();
  const started = late(other.api.start({ origin: ORIGIN, lang: 'EN' }), STEP_MS);
  expect(await started).toMatchObject({ state: 'open', userId: ALICE.userId });
  expect(await eventOf(other, 'storage')).toEqual({ type: 'storage', mode: 'memory' });
  expect(await other.api.invoke('createCustodyOrder', ORDER, other.confirmed(INTENT))).toMatchObject({ ok: true });
  expect(demo.orders).toHaveLength(1);
});
