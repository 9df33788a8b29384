import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../contract/index';
import { sequences } from '../support/seed';
import {
  ALICE,
  type DemoGateway,
  demoDevice,
  INTENT,
  loggedIn as logIn,
  LOGIN,
  ORDER,
  SUB_LOGIN,
} from './support/demo-gateway';
import { type Device, eventOf, type Tab } from './support/harness';
import { Mortal, type Step } from './support/mortal';
import { ok, refusal, type Fault } from './support/test-gateway';
import { turns, until } from './support/virtual-time';

const OTHER = '6d1f4c1e-2b6f-4f3a-9a55-0c9b8e0d7f12';

let device: Device;
let demo: DemoGateway;

function newDevice(): void {
  ({ device, demo } = demoDevice());
}

beforeEach(newDevice);

const loggedIn = () => logIn(device);
const create = (tab: Tab, intentId: string | undefined = INTENT, input = ORDER) =>
  tab.api.invoke('createCustodyOrder', input, { intentId, accountId: ALICE.accountId });
const created = () => device.gateway.received.filter(({ inner }) => inner.uri === calls.createCustodyOrder.uri);
const lost: Fault = { kind: 'lost' };
const answerLost: Fault = { kind: 'answer-lost' };

describe('a money call', () => {
  test('carries the key of its intent and makes balances stale', async () => {
    const tab = await loggedIn();
    await tab.api.invoke('tradingAccounts', {});
    expect(await create(tab)).toMatchObject({ ok: true, source: 'network', data: { order: { principal: '500' } } });
    expect(created()[0]?.inner.headers).toEqual({ 'Idempotency-Key': INTENT, 'Account-Id': ALICE.accountId });
    expect((await eventOf(tab, 'changed')).calls).toContain('tradingAccounts');
    expect(await tab.api.invoke('tradingAccounts', {}, { source: 'cache' })).toMatchObject({ isStale: true });
  });

  test.each([undefined, 'not-a-uuid'])('without an intent (%s) is refused unsent', async (intentId) => {
    const { api } = await loggedIn();
    expect(await api.invoke('createCustodyOrder', ORDER, { intentId, accountId: ALICE.accountId })).toMatchObject({
      error: { code: 'idempotency-missing' },
    });
    expect(created()).toEqual([]);
  });

  test('is refused unsent when another tab has switched the account since its figures were shown', async () => {
    const tab = await loggedIn();
    const other = await device.startedTab();
    await other.api.invoke('logInByEmail', SUB_LOGIN);
    await until(() => tab.confirmed().accountId === '11');
    expect(await create(tab)).toMatchObject({ ok: false, error: { code: 'wrong-account' } });
    expect(await tab.api.invoke('createCustodyOrder', ORDER, { intentId: INTENT })).toMatchObject({
      error: { code: 'wrong-account' },
    });
    expect(created()).toEqual([]);
  });

  test('of the same intent answers the same again, also after a restart, and is sent once', async () => {
    const tab = await loggedIn();
    const first = await create(tab);
    const again = await create(tab);
    const restarted = await create(await device.startedTab());
    for (const answer of [again, restarted]) {
      expect(answer).toMatchObject({ ok: true, source: 'cache', data: (first as { data: unknown }).data });
    }
    expect(created()).toHaveLength(1);
  });

  test('twice at the same time is sent once', async () => {
    const tab = await loggedIn();
    const [first, second] = await Promise.all([create(tab), create(tab)]);
    expect(second).toEqual(first);
    expect(demo.orders).toHaveLength(1);
    expect(created()).toHaveLength(1);
  });

  test('of the same intent with other input is refused; another trade password is not other input', async () => {
    const tab = await loggedIn();
    await create(tab);
    const other = await create(tab, INTENT, { ...ORDER, amount: '501' });
    expect(other).toMatchObject({ error: { code: 'idempotency-conflict' } });
    expect(await create(tab, INTENT, { ...ORDER, tradePassword: '999999' })).toMatchObject({ ok: true });
    expect(demo.orders).toHaveLength(1);
  });

  test('that was refused may be made again', async () => {
    const tab = await loggedIn();
    const wrong = await create(tab, INTENT, { ...ORDER, tradePassword: '111111' });
    expect(wrong).toMatchObject({ error: { code: 'wrong-trade-password', data: { triesLeft: 4 } } });
    expect(await create(tab)).toMatchObject({ ok: true });
    expect(created().map(({ inner }) => inner.headers['Idempotency-Key'])).toEqual([INTENT, INTENT]);
  });

  test('never leaves its trade password on disk', async () => {
    const tab = await loggedIn();
    device.gateway.faults.push(lost, lost, lost, lost, lost);
    await create(tab);
    expect(await device.everythingStored()).not.toContain('204060');
  });

  test('is on disk before it is sent', async () => {
    const tab = await loggedIn();
    let stored = '';
    device.gateway.on(calls.createCustodyOrder.uri, async () => {
      stored = await device.everythingStored();
      return refusal('capacity-full');
    });
    await create(tab);
    expect(stored).toContain(INTENT);
    expect(stored).toContain('"state":"sending"');
  });
});

describe('offline', () => {
  test('as the browser says: refused unsent', async () => {
    const tab = await loggedIn();
    device.isHintedOnline = false;
    expect(await create(tab)).toEqual({ ok: false, error: { code: 'offline', retryable: true } });
    expect(created()).toEqual([]);
    expect(await device.everythingStored()).not.toContain(INTENT);
  });

  test('as the last calls showed: refused unsent after a look', async () => {
    const tab = await loggedIn();
    device.gateway.isReachable = false;
    await tab.api.invoke('userInfo', {});
    const posts = device.gateway.posts;
    expect(await create(tab)).toMatchObject({ error: { code: 'offline' } });
    expect(device.gateway.posts).toBe(posts);
    device.gateway.isReachable = true;
    expect(await create(tab)).toMatchObject({ ok: true });
  });
});

describe('an answer that does not come', () => {
  test('is asked for again with the same key and a fresh handshake', async () => {
    const tab = await loggedIn();
    device.gateway.faults.push(answerLost, { kind: 'status', status: 502, isCarriedOut: true });
    expect(await create(tab)).toMatchObject({ ok: true });
    expect(demo.orders).toHaveLength(1);
    expect(new Set(created().map(({ inner }) => inner.headers['Idempotency-Key']))).toEqual(new Set([INTENT]));
    expect(new Set(created().map(({ handshake }) => handshake)).size).toBe(3);
  });

  test('at all: the outcome is asked for by key', async () => {
    const tab = await loggedIn();
    device.gateway.faults.push(answerLost, lost, lost, lost);
    expect(await create(tab)).toMatchObject({ ok: true, data: { order: { principal: '500' } } });
    expect(demo.orders).toHaveLength(1);
  });

  test('and of which the gateway knows nothing: final at once, and another intent goes through', async () => {
    const tab = await loggedIn();
    device.gateway.faults.push(lost, lost, lost, lost);
    const sentAt = device.time.now();
    expect(await create(tab)).toEqual({ ok: false, error: { code: 'not-carried-out', retryable: true } });
    // Only the tries themselves have taken their time.
    expect(device.time.now() - sentAt).toBeLessThan(10_000);
    expect(await tab.api.settle('createCustodyOrder', INTENT)).toEqual({ state: 'absent' });
    expect(await create(tab)).toMatchObject({ error: { code: 'idempotency-closed' } });
    expect(await create(tab, OTHER)).toMatchObject({ ok: true });
    expect(demo.orders).toHaveLength(1);
  });

  test('and no outcome either: unknown, until the network is back, then settled by itself', async () => {
    const tab = await loggedIn();
    device.gateway.faults.push(answerLost, lost, lost, lost, lost);
    expect(await create(tab)).toEqual({ ok: false, error: { code: 'outcome-unknown', retryable: false } });
    device.hintOnline(true);
    expect(await eventOf(tab, 'settled')).toEqual({
      type: 'settled',
      intentId: INTENT,
      call: 'createCustodyOrder',
      result: 'done',
    });
    expect(await create(tab)).toMatchObject({ ok: true, source: 'cache' });
    expect(demo.orders).toHaveLength(1);
  });

  test.each([
    [answerLost, 'done'],
    [lost, 'absent'],
  ] as const)(
    '(%j) nor any outcome: settled within two seconds of the connection’s return: %s',
    async (first, result) => {
      const tab = await loggedIn();
      device.gateway.faults.push(first, lost, lost, lost, lost);
      expect(await create(tab)).toMatchObject({ error: { code: 'outcome-unknown' } });
      // From now on the gateway can be reached, and no browser says so.
      const backAt = device.time.now();
      // Timers that have nothing to do with money may wait.
      device.time.autoFire = () => false;
      await device.time.fire(2_000);
      expect(await eventOf(tab, 'settled')).toMatchObject({ intentId: INTENT, result });
      expect(device.time.now() - backAt).toBeLessThanOrEqual(2_000);
    },
  );

  test('in time: the gateway, which may still be at it, is asked, and its word is final', async () => {
    const tab = await loggedIn();
    const hangs: Fault = { kind: 'hangs', isCarriedOut: false };
    device.gateway.faults.push(hangs, hangs);
    const answer = create(tab);
    await device.time.fire(20_000);
    await until(() => device.gateway.faults.length === 0);
    await device.time.fire(39_800);
    expect(await answer).toMatchObject({ error: { code: 'not-carried-out' } });
    expect(await create(tab, OTHER)).toMatchObject({ ok: true });
    expect(demo.orders).toHaveLength(1);
  });

  test('nor any outcome for long: it is asked for ever more rarely, and not for ever', async () => {
    const tab = await loggedIn();
    device.gateway.on(calls.askOutcome.uri, () => refusal('internal'));
    device.gateway.on(calls.createCustodyOrder.uri, () => refusal('internal'));
    expect(await create(tab)).toMatchObject({ error: { code: 'outcome-unknown' } });
    const soon = Array.from({ length: 30 }, () => 2_000);
    for (const delayMs of [...soon, 15_000, 30_000, 60_000, 120_000, 240_000]) await device.time.fire(delayMs);
    await until(() => device.gateway.countOf(calls.askOutcome.uri) === 36 && device.time.pending.length === 0);
  });

  test('because the gateway failed inside: asked for before anything is said', async () => {
    const tab = await loggedIn();
    device.gateway.on(calls.createCustodyOrder.uri, () => refusal('internal'));
    expect(await create(tab)).toMatchObject({ error: { code: 'internal' } });
    expect(device.gateway.countOf(calls.askOutcome.uri)).toBe(1);
  });

  test('that can be understood: was carried out, so it is not a failure', async () => {
    const tab = await loggedIn();
    device.gateway.on(calls.createCustodyOrder.uri, () => ok({ surprise: true }));
    expect(await create(tab)).toMatchObject({ error: { code: 'outcome-unknown' } });
  });

  test('before the session is refused stays open until the person is back', async () => {
    const tab = await loggedIn();
    device.gateway.faults.push(answerLost);
    const kept = new Map(demo.sessions);
    const login = device.gateway.handlers.get(calls.createCustodyOrder.uri);
    device.gateway.on(calls.createCustodyOrder.uri, async (request) => {
      const reply = await login?.(request);
      demo.sessions.clear();
      return reply ?? ok({});
    });
    expect(await create(tab)).toMatchObject({ error: { code: 'outcome-unknown' } });
    expect(await eventOf(tab, 'session')).toMatchObject({ because: 'opened' });
    expect(await eventOf(tab, 'session')).toMatchObject({ because: 'refused' });
    for (const [token, person] of kept) demo.sessions.set(token, person);
    await tab.api.invoke('logInByEmail', LOGIN);
    expect(await eventOf(tab, 'settled')).toMatchObject({ intentId: INTENT, result: 'done' });
    expect(demo.orders).toHaveLength(1);
  });
});

describe('a request that arrives late', () => {
  let arrive: () => void;

  /** The login's own request is not to be held up. @param ofQuestion what happens to the question for its outcome */
  async function heldUp(...ofQuestion: Fault[]): Promise<Tab> {
    const tab = await loggedIn();
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    device.gateway.faults.push({ kind: 'held-up', until: arrival }, lost, lost, lost, ...ofQuestion);
    const code = ofQuestion.length === 0 ? 'not-carried-out' : 'outcome-unknown';
    expect(await create(tab)).toMatchObject({ error: { code } });
    return tab;
  }

  test('after nothing was found under its key is refused, and the next intent is the only order', async () => {
    const tab = await heldUp();
    expect(await create(tab, OTHER)).toMatchObject({ ok: true, source: 'network' });
    arrive();
    await until(() => created().length === 2);
    expect(demo.orders).toHaveLength(1);
    expect(await create(tab)).toMatchObject({ error: { code: 'idempotency-closed' } });
  });

  test('after the worker that sent it is gone is refused: the next one has settled it at its start', async () => {
    await loggedIn();
    device.gateway.faults.push({ kind: 'held-up', until: new Promise<void>((resolve) => (arrive = resolve)) });
    const mortal = new Mortal(device);
    const sending = await device.startedTab(mortal.environment());
    mortal.killAtStep(1, ['request']);
    void create(sending);
    await until(() => mortal.isDead);
    const next = await device.startedTab();
    expect(await eventOf(next, 'settled')).toMatchObject({ intentId: INTENT, result: 'absent' });
    arrive();
    await turns(20);
    expect(demo.orders).toHaveLength(0);
  });

  test('and no way to the gateway meanwhile: still not known, and not sent', async () => {
    const tab = await heldUp(lost);
    device.gateway.isReachable = false;
    expect(await create(tab)).toMatchObject({ error: { code: 'outcome-unknown' } });
    expect(created()).toEqual([]);
  });
});

describe('settle', () => {
  test('of an intent that nobody knows is absent', async () => {
    const tab = await loggedIn();
    expect(await tab.api.settle('createCustodyOrder', OTHER)).toEqual({ state: 'absent' });
  });

  test('of a call on its way waits for it', async () => {
    const tab = await loggedIn();
    const answer = create(tab);
    expect(await tab.api.settle('createCustodyOrder', INTENT)).toMatchObject({ state: 'done' });
    expect(await answer).toMatchObject({ ok: true });
  });

  test('without network, or without a session, is unknown', async () => {
    const tab = await loggedIn();
    device.gateway.isReachable = false;
    expect(await tab.api.settle('createCustodyOrder', INTENT)).toMatchObject({
      state: 'unknown',
      error: { code: 'network' },
    });
    await tab.api.logout();
    expect(await tab.api.settle('createCustodyOrder', INTENT)).toMatchObject({ error: { code: 'session-closed' } });
  });
});

describe('a worker that dies', () => {
  async function dieAtStep(step: number, counted?: readonly Step[], faults: readonly Fault[] = []) {
    await loggedIn();
    const mortal = new Mortal(device);
    const doomed = await device.startedTab(mortal.environment());
    mortal.killAtStep(step, counted);
    device.gateway.faults.push(...faults);
    let isAnswered = false;
    void create(doomed).then(() => (isAnswered = true));
    await until(() => mortal.isDead || isAnswered);
    // Requests that were already on their way to the gateway arrive.
    await turns(20);
    device.gateway.faults.length = 0;
    return { isAnswered };
  }

  /** Final at once: either it was done, or it never will be and a new intent does it. */
  async function expectOneOrder(): Promise<void> {
    const next = await device.startedTab();
    const settlement = await next.api.settle('createCustodyOrder', INTENT);
    const isDone = demo.orders.length === 1;
    expect(settlement.state).toBe(isDone ? 'done' : 'absent');
    expect(await create(next, isDone ? INTENT : OTHER)).toMatchObject({ ok: true, data: { order: { id: '1' } } });
    expect(demo.orders).toHaveLength(1);
  }

  test.each([
    ['request', 'absent', 0],
    ['answer', 'done', 1],
  ] as const)('before its %s is settled by the next one at once: %s', async (before, result, placed) => {
    await dieAtStep(1, [before]);
    expect(demo.orders).toHaveLength(placed);
    expect(await device.everythingStored()).toContain(INTENT);
    const next = await device.startedTab();
    expect(await eventOf(next, 'settled')).toMatchObject({ intentId: INTENT, result });
    await expectOneOrder();
  });

  test('anywhere, on any network, places one order', async () => {
    const fault = fc.constantFrom<Fault>(
      lost,
      answerLost,
      { kind: 'status', status: 502, isCarriedOut: true },
      { kind: 'status', status: 503 },
      { kind: 'garbage', text: '<html>' },
      { kind: 'replayed' },
    );
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 16 }),
      fc.array(fault, { maxLength: 4 }),
      async (step, faults) => {
        newDevice();
        await dieAtStep(step, undefined, faults);
        await expectOneOrder();
        device.close();
      },
    );
    await fc.assert(property, { numRuns: sequences(30, 300), verbose: 1 });
  });
});
