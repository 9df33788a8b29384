import { beforeEach, describe, expect, test } from 'vitest';
import { staleAfter } from '../../contract/consequences';
import { calls } from '../../contract/index';
import { type DemoGateway, demoDevice, loggedIn as logIn, LOGIN, ZONES } from './support/demo-gateway';
import { type Device, eventOf, type Tab } from './support/harness';
import { ok, refusal } from './support/test-gateway';
import { until } from './support/virtual-time';

let device: Device;
let demo: DemoGateway;

beforeEach(() => {
  ({ device, demo } = demoDevice());
});

const loggedIn = () => logIn(device);

describe('a call', () => {
  test('keeps the token from the page and sends it with the next call', async () => {
    const tab = await device.startedTab();
    const answer = await tab.api.invoke('logInByEmail', LOGIN);
    expect(answer).toMatchObject({ ok: true, data: { userId: '1', accountId: '10' } });
    expect(JSON.stringify(answer)).not.toContain('token');
    expect(await eventOf(tab, 'session')).toEqual({
      type: 'session',
      because: 'opened',
      session: { state: 'open', userId: '1', accountId: '10' },
    });
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ ok: true, data: { nickname: 'user-1' } });
    expect(JSON.stringify(tab.events)).not.toContain('token0');
  });

  test('names the fields that the contract refuses, and sends nothing', async () => {
    const { api } = await loggedIn();
    const before = device.gateway.posts;
    const bad = { planId: '30', amount: '1e3', addTo: { orderId: '1', version: 1.5 }, tradePassword: '1' };
    const answer = await api.invoke('createCustodyOrder', bad);
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-input', retryable: false } });
    expect(answer).toHaveProperty('error.fields.amount', 'not-decimal');
    expect(answer).toHaveProperty(['error', 'fields', 'addTo.version']);
    expect(answer).toHaveProperty('error.fields.tradePassword');
    expect(device.gateway.posts).toBe(before);
  });

  test('refuses unknown fields and unknown calls', async () => {
    const { api } = await device.startedTab();
    expect(await api.invoke('config', { surprise: 1 } as never)).toMatchObject({ error: { code: 'invalid-input' } });
    for (const name of ['nothing', '__proto__', 'constructor']) {
      expect(await api.invoke(name as 'config', {})).toMatchObject({ error: { code: 'unknown-call' } });
    }
  });

  test('of a user needs a session', async () => {
    const { api } = await device.startedTab();
    expect(await api.invoke('userInfo', {})).toMatchObject({ ok: false, error: { code: 'session-closed' } });
    expect(device.gateway.posts).toBe(0);
  });

  test.each([
    ['missing field', { isDemo: true }],
    ['null', null],
  ])('refuses an answer that is not as declared: %s', async (_name, body) => {
    device.gateway.on(calls.config.uri, () => ok(body));
    const { api } = await device.startedTab();
    expect(await api.invoke('config', {})).toEqual({ ok: false, error: { code: 'bad-answer', retryable: false } });
    expect(await api.invoke('config', {}, { source: 'cache' })).toMatchObject({ error: { code: 'offline' } });
  });
});

describe('reads', () => {
  test('at the same time share one request; later ones do not', async () => {
    const { api } = await loggedIn();
    const answers = await Promise.all([1, 2, 3].map(() => api.invoke('userInfo', {})));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(device.gateway.countOf(calls.userInfo.uri)).toBe(1);
    await api.invoke('userInfo', {});
    expect(device.gateway.countOf(calls.userInfo.uri)).toBe(2);
  });

  test('made after a write do not share a request made before it', async () => {
    const { api } = await loggedIn();
    const release = device.gateway.holdNext();
    const before = api.invoke('userInfo', {});
    await until(() => device.gateway.faults.length === 0);
    await api.invoke('bindTradePassword', { tradePassword: '204060', password: 'Tr1cky-Kelp' });
    const after = api.invoke('userInfo', {});
    expect(await after).toMatchObject({ ok: true, isStale: false });
    release();
    expect(await before).toMatchObject({ ok: true, isStale: true });
  });

  test('are kept, and answered offline with their age', async () => {
    const { api } = await loggedIn();
    await api.invoke('userInfo', {});
    const asOf = device.time.now();
    device.gateway.isReachable = false;
    device.time.pass(59_000);
    expect(await api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({
      source: 'cache',
      asOf,
      isStale: false,
    });
    device.time.pass(2_000);
    expect(await api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({
      source: 'cache',
      asOf,
      isStale: true,
    });
  });

  test('of secrets are never kept', async () => {
    device.gateway.on(calls.randomNickname.uri, () => ok({ nickname: 'Wanderer' }));
    const { api } = await device.startedTab();
    await api.invoke('randomNickname', {});
    expect(await api.invoke('randomNickname', {}, { source: 'cache' })).toMatchObject({ error: { code: 'offline' } });
  });
});

describe('a clock that is set', () => {
  const MINUTE = 60_000;
  let nickname: string;
  beforeEach(() => {
    nickname = 'before';
    const { handlers } = device.gateway;
    const answer = handlers.get(calls.userInfo.uri);
    device.gateway.now = device.time.uptime;
    device.gateway.on(calls.userInfo.uri, async (request) => {
      const reply = await answer?.(request);
      return ok({ ...(reply?.body as object), nickname });
    });
  });
  const cached = async ({ api }: Tab) => api.invoke('userInfo', {}, { source: 'cache' });

  test('right after some minutes ahead leaves the newer answer kept', async () => {
    device.time.setClockBy(4 * MINUTE);
    const tab = await loggedIn();
    const before = await tab.api.invoke('userInfo', {});
    device.time.setClockBy(-4 * MINUTE);
    nickname = 'after';
    const after = await tab.api.invoke('userInfo', {});
    expect(await cached(tab)).toMatchObject({ data: { nickname: 'after' }, isStale: false });
    expect(after.ok && before.ok && (after.sequence ?? 0) > (before.sequence ?? 0)).toBe(true);
  });

  test('right between two starts leaves the newer answer kept, in every tab', async () => {
    device.time.setClockBy(4 * MINUTE);
    const first = await loggedIn();
    await first.api.invoke('userInfo', {});
    device.time.setClockBy(-4 * MINUTE);
    nickname = 'after';
    const second = await device.startedTab();
    await second.api.invoke('userInfo', {});
    for (const tab of [first, second]) expect(await cached(tab)).toMatchObject({ data: { nickname: 'after' } });
  });

  test('back by an hour lets no answer pass for fresh', async () => {
    const tab = await loggedIn();
    await tab.api.invoke('userInfo', {});
    expect(await cached(tab)).toMatchObject({ isStale: false });
    device.time.setClockBy(-60 * MINUTE);
    device.time.pass(2 * MINUTE);
    expect(await cached(tab)).toMatchObject({ isStale: true });
  });

  test('ahead while a call is on its way leaves it its tries', async () => {
    const { api } = await loggedIn();
    // The pause between two tries.
    device.time.autoFire = (delayMs) => delayMs < 1_000;
    const answer = device.gateway.handlers.get(calls.userInfo.uri);
    let count = 0;
    device.gateway.on(calls.userInfo.uri, async (request) => {
      count += 1;
      if (count > 1) return (await answer?.(request)) ?? refusal('internal');
      device.time.setClockBy(60 * MINUTE);
      return refusal('unavailable');
    });
    expect(await api.invoke('userInfo', {})).toMatchObject({ ok: true, data: { nickname: 'before' } });
  });
});

test('an answer that a later one has overtaken is not kept, and says so', async () => {
  const { api } = await loggedIn();
  const answer = device.gateway.handlers.get(calls.userInfo.uri);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let count = 0;
  device.gateway.on(calls.userInfo.uri, async (request) => {
    const nickname = `answer ${(count += 1)}`;
    const reply = await answer?.(request);
    if (count === 1) await held;
    return ok({ ...(reply?.body as object), nickname });
  });
  const early = api.invoke('userInfo', {});
  await until(() => count === 1);
  await api.invoke('bindTradePassword', { tradePassword: '204060', password: 'Tr1cky-Kelp' });
  expect(await api.invoke('userInfo', {})).toMatchObject({ data: { nickname: 'answer 2' }, isStale: false });
  release();
  expect(await early).toMatchObject({ data: { nickname: 'answer 1' }, isStale: true, sequence: 0 });
  expect(await api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({
    data: { nickname: 'answer 2' },
    isStale: false,
  });
});

describe('writes', () => {
  test('make what they change stale and tell the screens', async () => {
    const tab = await loggedIn();
    await tab.api.invoke('userInfo', {});
    await tab.api.invoke('bindTradePassword', { tradePassword: '204060', password: 'Tr1cky-Kelp' });
    expect(await eventOf(tab, 'changed')).toEqual({ type: 'changed', calls: staleAfter(calls.bindTradePassword) });
    expect(await tab.api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({ ok: true, isStale: true });
    await tab.api.invoke('userInfo', {});
    expect(await tab.api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({ ok: true, isStale: false });
  });
});

test('another language asks again and keeps the old texts apart', async () => {
  const tab = await loggedIn();
  await tab.api.invoke('config', {});
  await tab.api.invoke('userInfo', {});
  await tab.api.setLang('JP');
  expect(await tab.api.invoke('config', {}, { source: 'cache' })).toMatchObject({ error: { code: 'offline' } });
  expect(await tab.api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({ isStale: true });
  expect(await tab.api.invoke('config', {})).toMatchObject({ data: { timeZone: ZONES['JP'] } });
  await tab.api.setLang('EN');
  expect(await tab.api.invoke('config', {}, { source: 'cache' })).toMatchObject({ data: { timeZone: ZONES['EN'] } });
  expect(demo.sessions.size).toBe(1);
});
