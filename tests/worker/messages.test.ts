/**
 * Messages to customer service: kept on the device until the gateway has them, each sent once and in order, also when the worker
 * dies at any step of it.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../contract/index';
import type { QueuedMessage } from '../../contract/events';
import type { NewQueuedMessage } from '../../worker/api';
import { sequences } from '../support/seed';
import { ALICE, demoDevice, loggedIn as logIn, LOGIN } from './support/demo-gateway';
import { type Device, eventOf, type Tab } from './support/harness';
import { Locks } from './support/locks';
import { Mortal } from './support/mortal';
import { ok, refusal, type Fault, type Received, type Reply } from './support/test-gateway';
import { turn, turns, until } from './support/virtual-time';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4]);
const { uri } = calls.sendServiceMessage;

let device: Device;
/** The messages that the gateway has, as it knows them by their ids. */
let taken: { clientId: string; text: string | null; image: string | null }[];

const imageId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function take({ inner }: Received): Reply {
  const { clientId, topic, text = null, image = null } = inner.params as Record<string, string | undefined>;
  const known = taken.findIndex((one) => one.clientId === clientId);
  if (known < 0) taken.push({ clientId: clientId ?? '', text, image });
  const seq = known < 0 ? taken.length : known + 1;
  return ok({ message: { id: `${seq}`, seq, clientId, by: 'me', text, image, order: null, createdAt: 1, topic } });
}

function newDevice(): void {
  ({ device } = demoDevice());
  taken = [];
  let uploads = 0;
  device.gateway.on(uri, take);
  device.gateway.on(calls.uploadImage.uri, () => ok({ id: imageId((uploads += 1)), width: 2, height: 1, bytes: 3 }));
}

beforeEach(newDevice);

function message(text: string | null, image: Blob | null = null): NewQueuedMessage {
  return { clientId: randomUUID(), topic: 'other', text, order: null, at: 1, image };
}

const loggedIn = () => logIn(device);
const add = (tab: Tab, one: NewQueuedMessage) => tab.api.messages({ do: 'add', message: one });
const queueOf = async (tab: Tab): Promise<QueuedMessage[]> => (await tab.api.messages({ do: 'look' })).queue;
const texts = () => taken.map(({ text }) => text);

/** Waits until nothing is left to be sent, as a page that looks sees it. */
async function untilSent(tab: Tab, count: number): Promise<void> {
  while (taken.length < count || (await queueOf(tab)).length > 0) await queueOf(tab).then(turn);
}

test('a message is kept, sealed, before it is sent', async () => {
  const tab = await loggedIn();
  let stored = '';
  device.gateway.on(uri, async (request) => {
    stored = await device.everythingStored();
    return take(request);
  });
  const one = message('a secret');
  await add(tab, one);
  await untilSent(tab, 1);
  expect(stored).toContain(one.clientId);
  expect(stored).not.toContain('a secret');
});

test('written offline, it waits over a restart, and goes in order when there is a connection', async () => {
  const tab = await loggedIn();
  device.gateway.isReachable = false;
  for (const text of ['one', 'two']) await add(tab, message(text));
  const waiting = await queueOf(tab);
  expect(waiting).toMatchObject([
    { text: 'one', state: 'waiting' },
    { text: 'two', state: 'waiting' },
  ]);
  tab.close();
  const next = await device.startedTab();
  expect(await queueOf(next)).toEqual(waiting);
  device.gateway.isReachable = true;
  await untilSent(next, 2);
  expect(texts()).toEqual(['one', 'two']);
});

test('an image goes first, and is not sent again with a message that is', async () => {
  const tab = await loggedIn();
  const png = new Blob([PNG], { type: 'image/png' });
  device.gateway.isReachable = false;
  const one = message(null, png);
  await add(tab, one);
  const { image } = await tab.api.messages({ do: 'image', clientId: one.clientId });
  expect(new Uint8Array(await (image as Blob).arrayBuffer())).toEqual(PNG);
  device.gateway.isReachable = true;
  device.gateway.on(uri, () => refusal('unavailable'));
  await queueOf(tab);
  await until(() => device.gateway.countOf(uri) > 0);
  device.gateway.on(uri, take);
  await untilSent(tab, 1);
  expect(taken).toEqual([{ clientId: one.clientId, text: null, image: imageId(1) }]);
  expect(device.gateway.countOf(calls.uploadImage.uri)).toBe(1);
});

describe('a message that the gateway does not take', () => {
  test('is told, holds up no other, and goes last when the person says so', async () => {
    const tab = await loggedIn();
    const [bad, good] = [message('bad'), message('good')];
    device.gateway.on(uri, (request) =>
      request.inner.params['text'] === 'bad' ? refusal('not-found') : take(request),
    );
    await add(tab, bad);
    await add(tab, good);
    await until(() => taken.length === 1);
    while ((await queueOf(tab)).length > 1) await turn();
    expect(await queueOf(tab)).toMatchObject([{ text: 'bad', state: 'failed', error: { code: 'not-found' } }]);
    device.gateway.on(uri, take);
    await queueOf(tab);
    await turns(20);
    expect(texts()).toEqual(['good']);
    await tab.api.messages({ do: 'retry', clientId: bad.clientId });
    await untilSent(tab, 2);
    expect(texts()).toEqual(['good', 'bad']);
  });

  test('can be given up', async () => {
    const tab = await loggedIn();
    device.gateway.on(uri, () => refusal('not-found'));
    const bad = message('bad');
    await add(tab, bad);
    await until(() => tab.events.some((event) => event.type === 'messages' && event.queue[0]?.state === 'failed'));
    expect(await tab.api.messages({ do: 'remove', clientId: bad.clientId })).toMatchObject({ queue: [] });
  });
});

test('two tabs send each message once, in order, with and without Web Locks', async () => {
  for (const locks of [new Locks(), undefined]) {
    newDevice();
    device.locks = locks;
    const tab = await loggedIn();
    const other = await device.startedTab();
    device.gateway.isReachable = false;
    const written = ['one', 'two', 'three', 'four', 'five', 'six'];
    for (const [index, text] of written.entries()) await add(index % 2 === 0 ? tab : other, message(text));
    expect((await eventOf(other, 'messages')).queue.length).toBeGreaterThan(0);
    device.gateway.isReachable = true;
    await Promise.all([untilSent(tab, 6), untilSent(other, 6)]);
    expect(texts()).toEqual(written);
  }
});

test('at a log-out nothing of them stays; while nobody is logged in nothing is taken', async () => {
  const tab = await loggedIn();
  device.gateway.isReachable = false;
  await add(tab, message('one'));
  await tab.api.logout();
  expect(await add(tab, message('two'))).toMatchObject({ error: { code: 'session-closed' } });
  device.gateway.isReachable = true;
  await tab.api.invoke('logInByEmail', LOGIN);
  expect(tab.confirmed().accountId).toBe(ALICE.accountId);
  expect(await queueOf(tab)).toEqual([]);
  expect(taken).toEqual([]);
});

/** Writes three messages with a worker that is killed at this step; the next one goes on. @returns how many the first has kept */
async function killedAt(step: number, faults: readonly Fault[]): Promise<number> {
  newDevice();
  await loggedIn();
  const mortal = new Mortal(device);
  // The browser gives the locks of a dead worker free.
  const doomed = await device.startedTab({ ...mortal.environment(), locks: new Locks() });
  mortal.killAtStep(step);
  device.gateway.faults.push(...faults);
  const written = [message('one'), message('two', new Blob([PNG])), message('three')];
  let kept = 0;
  let isOver = false;
  const writeAll = async () => {
    for (const one of written) {
      await add(doomed, one);
      // A dead worker answers nothing, whatever goes on in it here.
      if (mortal.isDead) return;
      kept += 1;
    }
    while ((await queueOf(doomed)).length > 0) await turn();
  };
  void writeAll().then(
    () => (isOver = true),
    () => (isOver = true),
  );
  await until(() => mortal.isDead || isOver || device.time.pending.includes(2_000));
  await turns(20);
  device.gateway.faults.length = 0;

  const next = await device.startedTab();
  // The page asks again where it got no answer, then the person goes on.
  for (const one of written.slice(kept)) await add(next, one);
  await untilSent(next, written.length);
  expect(texts()).toEqual(['one', 'two', 'three']);
  expect(taken.map(({ clientId }) => clientId)).toEqual(written.map(({ clientId }) => clientId));
  device.close();
  return kept;
}

test(
  'a worker killed at any step, on any network, sends each message once, in order',
  { timeout: 1_200_000 },
  async () => {
    const fault = fc.constantFrom<Fault>({ kind: 'lost' }, { kind: 'answer-lost' }, { kind: 'status', status: 503 });
    let [killedEarly, killedLate] = [0, 0];
    const [early, late] = [fc.integer({ min: 1, max: 30 }), fc.integer({ min: 31, max: 60 })];
    const property = fc.asyncProperty(early, late, fc.array(fault, { maxLength: 2 }), async (first, second, faults) => {
      for (const step of [first, second]) {
        if ((await killedAt(step, faults)) < 3) killedEarly += 1;
        else killedLate += 1;
      }
    });
    await fc.assert(property, { numRuns: sequences(8, 500), verbose: 1 });
    expect(killedEarly).toBeGreaterThan(2);
    expect(killedLate).toBeGreaterThan(2);
  },
);
