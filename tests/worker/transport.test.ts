import { beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../contract/index';
import { retryDelayMs } from '../../worker/transport/retry-policy';
import { demoDevice, LOGIN } from './support/demo-gateway';
import { type Device, eventOf, type Tab } from './support/harness';
import { refusal, type Fault } from './support/test-gateway';
import { until } from './support/virtual-time';

let device: Device;

beforeEach(() => {
  ({ device } = demoDevice());
});

const lost: Fault = { kind: 'lost' };
const status = (code: number, headers: Record<string, string> = {}): Fault => ({
  kind: 'status',
  status: code,
  headers,
});

describe('a read', () => {
  test.each<[string, Fault]>([
    ['the network fails', lost],
    ['the answer is lost', { kind: 'answer-lost' }],
    ['408', status(408)],
    ['429', status(429)],
    ['502', status(502)],
    ['503', status(503)],
    ['504', status(504)],
  ])('is sent again when: %s', async (_name, fault) => {
    const { api } = await device.startedTab();
    device.gateway.faults.push(fault, fault);
    expect(await api.invoke('config', {})).toMatchObject({ ok: true });
    expect(device.gateway.posts).toBe(3);
    // Half of 400 and of 800 ms: exponential, jitter 0.5.
    expect(device.time.fired).toEqual([200, 400]);
  });

  test.each([400, 401, 403, 404, 413, 500])('is not sent again after HTTP %i', async (code) => {
    const { api } = await device.startedTab();
    device.gateway.faults.push({ kind: 'status', status: code, text: 'no way' });
    expect(await api.invoke('config', {})).toEqual({
      ok: false,
      error: { code: 'http-status', message: 'no way', data: { status: code }, retryable: code >= 500 },
    });
    expect(device.gateway.posts).toBe(1);
  });

  test.each(['unauthorized', 'invalid-input', 'internal', 'rate-limited'] as const)(
    'is not sent again after %s',
    async (code) => {
      device.gateway.on(calls.config.uri, () => refusal(code));
      const { api } = await device.startedTab();
      expect(await api.invoke('config', {})).toMatchObject({ error: { code } });
      expect(device.gateway.posts).toBe(1);
    },
  );

  test('gives up after four tries, and the page is told that the gateway is away', async () => {
    const tab = await device.startedTab();
    device.gateway.faults.push(lost, lost, lost, lost, lost);
    expect(await tab.api.invoke('config', {})).toEqual({ ok: false, error: { code: 'network', retryable: true } });
    expect(device.gateway.posts).toBe(4);
    expect(await eventOf(tab, 'connection')).toEqual({ type: 'connection', online: false });
  });

  test('waits as long as Retry-After says, in seconds or as a date', async () => {
    const { api } = await device.startedTab();
    const later = new Date(device.time.now() + 7_000 + 30_000).toUTCString();
    device.gateway.faults.push(status(429, { 'retry-after': '7' }), status(429, { 'retry-after': later }));
    const answer = api.invoke('config', {});
    await device.time.fire(7_200);
    const rest = Date.parse(later) - device.time.now() + 400;
    await device.time.fire(rest);
    expect(await answer).toMatchObject({ ok: true });
  });

  test('does not wait when Retry-After is longer than anybody would', async () => {
    const { api } = await device.startedTab();
    device.gateway.faults.push(status(429, { 'retry-after': '600' }));
    expect(await api.invoke('config', {})).toMatchObject({
      error: { code: 'http-status', data: { status: 429, retryAfterMs: 600_000 } },
    });
  });

  test('is cut at its deadline, tried again, and bounded in time over all tries', async () => {
    const { api } = await device.startedTab();
    const hangs: Fault = { kind: 'hangs', isCarriedOut: false };
    device.gateway.faults.push(hangs, hangs, hangs, hangs);
    const before = device.time.now();
    const answer = api.invoke('config', {});
    await device.time.fire(20_000);
    await until(() => device.gateway.posts === 2);
    await device.time.fire(39_800);
    expect(await answer).toEqual({ ok: false, error: { code: 'timeout', retryable: true } });
    expect(device.gateway.posts).toBe(2);
    expect(device.time.now() - before).toBe(60_000);
  });

  test.each(['', '<html>', '{"code":200}', '{"code":200,"handshake":"aaaaaaaaaaaaaaaa","data":"AAAA"}'])(
    'refuses an answer that is no envelope: %s',
    async (text) => {
      const { api } = await device.startedTab();
      device.gateway.faults.push({ kind: 'garbage', text });
      expect(await api.invoke('config', {})).toMatchObject({ error: { code: 'bad-answer' } });
      expect(device.gateway.posts).toBe(1);
    },
  );
});

describe('a write', () => {
  test.each<[string, Fault, string]>([
    ['the network fails', lost, 'network'],
    ['502', status(502), 'http-status'],
    ['504', status(504), 'http-status'],
  ])('that may have happened is not sent again: %s', async (_name, fault, code) => {
    const { api } = await device.startedTab();
    device.gateway.faults.push(fault);
    expect(await api.invoke('logInByEmail', LOGIN)).toMatchObject({ error: { code } });
    expect(device.gateway.posts).toBe(1);
  });

  test('has one try of 60 s', async () => {
    const { api } = await device.startedTab();
    device.gateway.faults.push({ kind: 'hangs', isCarriedOut: false });
    const answer = api.invoke('logInByEmail', LOGIN);
    await device.time.fire(60_000);
    expect(await answer).toMatchObject({ error: { code: 'timeout' } });
    expect(device.gateway.posts).toBe(1);
  });

  test.each([408, 429, 503])('that was turned away is sent again: %i', async (code) => {
    const { api } = await device.startedTab();
    device.gateway.faults.push(status(code));
    expect(await api.invoke('logInByEmail', LOGIN)).toMatchObject({ ok: true });
  });
});

describe('the server clock', () => {
  test.each([3 * 3_600_000, -3 * 3_600_000])('is taken up when this device is off by %i ms', async (skewMs) => {
    device.gateway.now = () => device.time.now() + skewMs;
    const tab = await device.startedTab();
    expect(await tab.api.invoke('config', {})).toMatchObject({ ok: true, asOf: device.time.now() + skewMs });
    expect(device.gateway.posts).toBe(2);
    await tab.api.invoke('config', {});
    expect(device.gateway.posts).toBe(3);
    // A worker that starts later knows it already.
    const later = await device.startedTab();
    await later.api.invoke('config', {});
    expect(device.gateway.posts).toBe(4);
    // Both pages hear it, for their countdowns.
    for (const { events } of [tab, later])
      await until(() => events.some((event) => event.type === 'clock' && event.aheadMs === skewMs));
  });

  test('is asked once only', async () => {
    device.gateway.on(calls.config.uri, () => refusal('time-window', { data: { serverTime: device.time.now() } }));
    const { api } = await device.startedTab();
    expect(await api.invoke('config', {})).toMatchObject({ error: { code: 'time-window' } });
    expect(device.gateway.posts).toBe(2);
  });

  test('corrects writes too: nothing was done', async () => {
    device.gateway.now = () => device.time.now() + 3_600_000;
    const { api } = await device.startedTab();
    expect(await api.invoke('logInByEmail', LOGIN)).toMatchObject({ ok: true });
  });
});

test('a handshake seen before is replaced once', async () => {
  const { api } = await device.startedTab();
  device.gateway.faults.push({ kind: 'replayed' });
  expect(await api.invoke('config', {})).toMatchObject({ ok: true });
  device.gateway.faults.push({ kind: 'replayed' }, { kind: 'replayed' });
  expect(await api.invoke('config', {})).toMatchObject({ error: { code: 'replayed' } });
});

describe('the connection', () => {
  test('that the browser says is gone is tried once', async () => {
    const tab = await device.startedTab();
    device.gateway.isReachable = false;
    device.hintOnline(false);
    expect(await tab.api.invoke('config', {})).toMatchObject({ error: { code: 'offline' } });
    expect(await eventOf(tab, 'connection')).toMatchObject({ online: false });
  });

  test('that the page is told is gone is gone, though an answer was still on its way', async () => {
    const tab = await device.startedTab();
    const release = device.gateway.holdNext();
    const answer = tab.api.invoke('config', {});
    await until(() => device.gateway.faults.length === 0);
    device.gateway.isReachable = false;
    await tab.api.hintNetwork(false);
    expect(await eventOf(tab, 'connection')).toMatchObject({ online: false });
    release();
    expect(await answer).toMatchObject({ ok: true });
    await device.time.fire(2_000);
    await device.time.fire(4_000);
    expect(tab.events.filter(({ type }) => type === 'connection')).toEqual([]);
  });

  test('that the page is told is gone is back when the gateway answers all the same', async () => {
    const tab = await device.startedTab();
    await tab.api.hintNetwork(false);
    expect(await eventOf(tab, 'connection')).toMatchObject({ online: false });
    expect(await tab.api.invoke('config', {})).toMatchObject({ ok: true });
    expect(await eventOf(tab, 'connection')).toMatchObject({ online: true });
  });

  test('that the browser wrongly says is gone works', async () => {
    device.isHintedOnline = false;
    const { api } = await device.startedTab();
    expect(await api.invoke('config', {})).toMatchObject({ ok: true });
  });

  test('is looked for while it is away, ever more rarely', async () => {
    const tab = await device.startedTab();
    device.gateway.isReachable = false;
    await tab.api.invoke('config', {});
    await device.time.fire(2_000);
    await device.time.fire(4_000);
    device.gateway.isReachable = true;
    await device.time.fire(8_000);
    expect(await eventOf(tab, 'connection')).toMatchObject({ online: false });
    expect(await eventOf(tab, 'connection')).toMatchObject({ online: true });
    expect(device.time.pending).toEqual([]);
  });

  test('is looked for out of step with other devices', async () => {
    const tab = await device.startedTab();
    device.gateway.isReachable = false;
    device.random = 0.25;
    await tab.api.invoke('config', {});
    await device.time.fire(1_500);
    await until(() => device.time.pending.includes(3_000));
    device.gateway.isReachable = true;
    await device.time.fire(3_000);
    expect(await eventOf(tab, 'connection')).toMatchObject({ online: false });
    expect(await eventOf(tab, 'connection')).toMatchObject({ online: true });
  });

  test.each([502, 503, 504])('that only a proxy answers is away, for calls as for probes: %i', async (code) => {
    const tab = await device.startedTab();
    device.gateway.isProxied = code;
    expect(await tab.api.invoke('logInByEmail', LOGIN)).toMatchObject({ error: { code: 'http-status' } });
    expect(await eventOf(tab, 'connection')).toMatchObject({ online: false });
    // Another call gets the same answer: nothing is told, least of all that the connection is back.
    await tab.api.invoke('logInByEmail', LOGIN);
    await device.time.fire(2_000);
    expect(tab.events.filter(({ type }) => type === 'connection')).toEqual([]);
    device.gateway.isProxied = null;
    await device.time.fire(4_000);
    expect(await eventOf(tab, 'connection')).toMatchObject({ online: true });
  });

  test('that comes back is noticed when the browser says so', async () => {
    const tab = await device.startedTab();
    device.gateway.isReachable = false;
    await tab.api.invoke('config', {});
    device.gateway.isReachable = true;
    device.hintOnline(true);
    await until(() => tab.events.some((event) => event.type === 'connection' && event.online));
  });

  test('that is away is told to a page that subscribes later', async () => {
    const { api } = await device.startedTab();
    device.gateway.isReachable = false;
    await api.invoke('config', {});
    const { port1, port2 } = new MessageChannel();
    const told = new Promise((resolve) => {
      port1.addEventListener('message', (message: MessageEvent<unknown>) => resolve(message.data));
      port1.start();
    });
    await api.subscribe(port2);
    expect(await told).toEqual({ type: 'connection', online: false });
    port1.close();
  });
});

describe('a slow line', () => {
  /** The tab's gateway; `isSilent` is a line over which nothing has come yet. */
  const slowTab = async (line: { isSilent: boolean }) => {
    const { fetch } = device.environment();
    const probes = { count: 0 };
    const tab = await device.startedTab({
      fetch: async (input, init) => {
        if (!String(input).endsWith('/healthz')) return fetch(input, init);
        probes.count += 1;
        if (!line.isSilent) return fetch(input, init);
        return new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        );
      },
    });
    return { tab, probes };
  };
  const connections = (tab: Tab) => tab.events.filter(({ type }) => type === 'connection');

  test('is told after 5 s of waiting, probed, and over with the answer', async () => {
    const { tab, probes } = await slowTab({ isSilent: false });
    const release = device.gateway.holdNext();
    const answer = tab.api.invoke('config', {});
    await device.time.fire(5_000);
    expect(await eventOf(tab, 'line')).toEqual({ type: 'line', isSlow: true });
    expect(probes.count).toBe(1);
    release();
    expect(await answer).toMatchObject({ ok: true });
    expect(await eventOf(tab, 'line')).toEqual({ type: 'line', isSlow: false });
    expect(connections(tab)).toEqual([]);
  });

  test('is not offline, however late a probe is answered', async () => {
    const { tab } = await slowTab({ isSilent: true });
    const release = device.gateway.holdNext();
    const answer = tab.api.invoke('config', {});
    await device.time.fire(5_000);
    await device.time.fire(10_000);
    device.hintOnline(true);
    await device.time.fire(10_000);
    release();
    expect(await answer).toMatchObject({ ok: true });
    expect(connections(tab)).toEqual([]);
  });

  test('that breaks is told at the probe, long before the call gives up', async () => {
    const tab = await device.startedTab();
    device.gateway.faults.push({ kind: 'hangs', isCarriedOut: false });
    void tab.api.invoke('logInByEmail', LOGIN);
    await until(() => device.gateway.posts === 1);
    device.gateway.isReachable = false;
    await device.time.fire(5_000);
    expect(await eventOf(tab, 'connection')).toMatchObject({ online: false });
    expect(device.time.pending).toContain(60_000);
  });

  test('is told once for several calls, with one probe, until the last has its answer', async () => {
    const { tab, probes } = await slowTab({ isSilent: false });
    const releases = [device.gateway.holdNext(), device.gateway.holdNext()];
    const answers = [tab.api.invoke('config', {}), tab.api.invoke('marquee', {})];
    await until(() => device.gateway.faults.length === 0);
    await device.time.fire(5_000);
    await device.time.fire(5_000);
    for (const release of releases) {
      expect(tab.events.filter((event) => event.type === 'line' && !event.isSlow)).toEqual([]);
      release();
      await Promise.race(answers);
      answers.shift();
    }
    await until(() => tab.events.some((event) => event.type === 'line' && !event.isSlow));
    expect(probes.count).toBe(1);
  });
});

test('back-off grows, is jittered over its whole width, and is capped', () => {
  const network = { kind: 'network' } as const;
  expect([1, 2, 3, 4].map((tries) => retryDelayMs(network, tries, 0.999_999))).toEqual(
    [400, 800, 1_600, 3_200].map((ms) => expect.closeTo(ms, 1) as number),
  );
  expect(retryDelayMs(network, 1, 0)).toBe(0);
  expect(retryDelayMs(network, 40, 0.5)).toBe(4_000);
});
