import { beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../contract/index';
import { SHARED_CACHE } from '../../contract/share';
import { memoryCaches } from './service/memory-cache';
import { BOB_LOGIN, type DemoGateway, demoDevice, LOGIN, loggedIn as logIn, SUB_LOGIN } from './support/demo-gateway';
import { overriding, withStores } from './support/faulty-storage';
import { type Device, eventOf, ORIGIN, type Tab } from './support/harness';
import { ok } from './support/test-gateway';
import { turn, until } from './support/virtual-time';

let device: Device;
let demo: DemoGateway;

beforeEach(() => {
  ({ device, demo } = demoDevice());
});

async function loggedIn(): Promise<Tab> {
  const tab = await logIn(device);
  await eventOf(tab, 'session');
  return tab;
}

/** A browser whose databases of people can be neither emptied nor deleted, from the moment that `isStuck` says so. */
function undeletable(factory: IDBFactory, isStuck: () => boolean): IDBFactory {
  const kept = withStores(factory, (store, { name }) => {
    if (!isStuck() || !name.startsWith('rab-user')) return;
    store.clear = () => {
      throw new DOMException('no', 'UnknownError');
    };
  });
  return overriding(kept, 'deleteDatabase', () => {
    const request = { onerror: (_event: unknown) => {}, error: new DOMException('no', 'UnknownError') };
    queueMicrotask(() => request.onerror({ target: request, preventDefault: () => {}, stopPropagation: () => {} }));
    return request as unknown as IDBOpenDBRequest;
  });
}

const databases = () => device.databases();

describe('a session', () => {
  test('outlives the worker, sealed on disk', async () => {
    await loggedIn();
    const next = await device.tab();
    expect(await next.api.start({ origin: 'https://gateway.test', lang: 'EN' })).toEqual({
      state: 'open',
      userId: '1',
      accountId: '10',
    });
    expect(await next.api.invoke('userInfo', {})).toMatchObject({ ok: true });
    expect(await device.everythingStored()).not.toContain('token0');
  });

  test('that the gateway ends is wiped; drafts stay for the same person', async () => {
    const tab = await loggedIn();
    await tab.api.invoke('userInfo', {});
    await tab.api.saveDraft('order', { amount: '5' });
    demo.sessions.clear();
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ error: { code: 'unauthorized' } });
    expect(await eventOf(tab, 'session')).toEqual({
      type: 'session',
      because: 'refused',
      session: { state: 'anonymous' },
    });
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ error: { code: 'session-closed' } });
    expect(await device.everythingStored()).not.toContain('userInfo');

    await tab.api.invoke('logInByEmail', LOGIN);
    expect(await tab.api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({ error: { code: 'offline' } });
    expect(await tab.api.loadDraft('order')).toEqual({ amount: '5' });
  });

  test('that the gateway ended leaves nothing to the next person', async () => {
    const tab = await loggedIn();
    await tab.api.saveDraft('order', { amount: '5' });
    demo.sessions.clear();
    await tab.api.invoke('userInfo', {});
    await tab.api.invoke('logInByEmail', BOB_LOGIN);
    expect(await databases()).toEqual(['rab-device', 'rab-user-2']);
    expect(await tab.api.loadDraft('order')).toBeNull();
  });

  test('is not ended by a refusal of an older one', async () => {
    const tab = await loggedIn();
    const release = device.gateway.holdNext();
    const late = tab.api.invoke('userInfo', {});
    await until(() => device.gateway.faults.length === 0);
    demo.sessions.clear();
    await tab.api.invoke('logInByEmail', LOGIN);
    release();
    expect(await late).toMatchObject({ error: { code: 'session-closed' } });
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ ok: true });
  });

  test('on a sub-account sees nothing of the main account', async () => {
    const tab = await loggedIn();
    await tab.api.invoke('tradingAccounts', {});
    await tab.api.invoke('logInByEmail', SUB_LOGIN);
    expect(await tab.api.invoke('tradingAccounts', {}, { source: 'cache' })).toMatchObject({
      error: { code: 'offline' },
    });
    await tab.api.invoke('tradingAccounts', {});
    await tab.api.invoke('logInByEmail', LOGIN);
    expect(await tab.api.invoke('tradingAccounts', {}, { source: 'cache' })).toMatchObject({
      data: { accounts: [{ id: '10' }] },
    });
  });

  test('whose token cannot be read any more is over', async () => {
    await loggedIn();
    // Another key: as after a browser lost the stored one.
    device.subtle = undefined;
    const next = await device.tab();
    expect(await next.api.start({ origin: 'https://gateway.test', lang: 'EN' })).toEqual({ state: 'anonymous' });
    expect(await next.api.invoke('logInByEmail', LOGIN)).toMatchObject({ ok: true });
  });
});

describe('the device’s token', () => {
  const sent = () =>
    device.gateway.received
      .filter(({ inner }) => inner.uri === calls.logInByEmail.uri)
      .map(({ inner }) => inner.params['deviceToken']);

  test('goes with log-ins only, is the same after a log-out, for another person and in another tab', async () => {
    const tab = await loggedIn();
    await tab.api.invoke('userInfo', {});
    await tab.api.logout();
    await tab.api.invoke('logInByEmail', BOB_LOGIN);
    await tab.api.logout();
    const next = await device.startedTab();
    await next.api.invoke('logInByEmail', LOGIN);
    const tokens = sent();
    expect(tokens).toHaveLength(3);
    expect(tokens[0]).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(tokens).size).toBe(1);
    const others = device.gateway.received.filter(({ inner }) => inner.uri !== calls.logInByEmail.uri);
    expect(JSON.stringify(others)).not.toContain(tokens[0]);
  });

  test('is sealed on disk; two tabs that make it at once agree', async () => {
    const [first, second] = [await device.startedTab(), await device.startedTab()];
    const wrong = { ...LOGIN, loginName: 'nobody@example.com' };
    await Promise.all([first.api.invoke('logInByEmail', wrong), second.api.invoke('logInByEmail', wrong)]);
    await first.api.invoke('logInByEmail', wrong);
    const tokens = sent();
    expect(tokens).toHaveLength(3);
    expect(new Set(tokens).size).toBe(1);
    expect(await device.everythingStored()).not.toContain(tokens[0]);
  });

  test('the page neither gets it nor can set it', async () => {
    const tab = await device.startedTab();
    const answer = await tab.api.invoke('logInByEmail', { ...LOGIN, deviceToken: 'A'.repeat(43) });
    const [token] = sent();
    expect(token).not.toBe('A'.repeat(43));
    expect(JSON.stringify([answer, tab.events])).not.toContain(String(token));
  });
});

describe('log-out', () => {
  test('leaves nothing of the user on the device, and tells the gateway', async () => {
    const tab = await loggedIn();
    await tab.api.invoke('userInfo', {});
    await tab.api.saveDraft('order', { amount: '5' });
    await tab.api.logout();
    expect(await eventOf(tab, 'session')).toMatchObject({ because: 'logged-out', session: { state: 'anonymous' } });
    expect(await databases()).toEqual(['rab-device']);
    expect(await device.everythingStored()).not.toMatch(/user-1|token|userInfo|rab-user/);
    await until(() => device.gateway.countOf(calls.logout.uri) === 1);
    expect(device.gateway.received.at(-1)).toMatchObject({ keepalive: true, inner: { uri: calls.logout.uri } });
    const next = await device.tab();
    expect(await next.api.start({ origin: 'https://gateway.test', lang: 'EN' })).toEqual({ state: 'anonymous' });
  });

  test.each([
    ['cannot be reached', () => (device.gateway.isReachable = false)],
    ['hangs', () => device.gateway.faults.push({ kind: 'hangs', isCarriedOut: false })],
  ])('does not wait for a gateway that %s', async (_name, fail) => {
    const tab = await loggedIn();
    fail();
    await tab.api.logout();
    expect(await databases()).toEqual(['rab-device']);
  });

  test('calls off what is on its way, and nothing of it is kept', async () => {
    const tab = await loggedIn();
    device.gateway.faults.push({ kind: 'waits', until: new Promise(() => {}) });
    const onItsWay = tab.api.invoke('userInfo', {});
    await until(() => device.gateway.faults.length === 0);
    const leaving = tab.api.logout();
    const tooLate = tab.api.invoke('userInfo', {});
    expect(await onItsWay).toEqual({ ok: false, error: { code: 'session-closed', retryable: false } });
    expect(await tooLate).toMatchObject({ error: { code: 'session-closed' } });
    await leaving;
    expect(await databases()).toEqual(['rab-device']);
  });

  test('that is not confirmed is done by the next start, before anything is asked for', async () => {
    await (await loggedIn()).api.invoke('userInfo', {});
    const [before] = [device.gateway.received.length];
    const next = await device.tab();
    expect(await next.api.start({ origin: ORIGIN, lang: 'EN', mustLeave: true })).toEqual({ state: 'anonymous' });
    expect(await databases()).toEqual(['rab-device']);
    await until(() => device.gateway.countOf(calls.logout.uri) === 1);
    expect(device.gateway.received.slice(before).map(({ inner }) => inner.uri)).toEqual([calls.logout.uri]);
  });

  test('offline ends the session at the gateway when there is a way to it again, also after a restart', async () => {
    const [tab, other] = [await loggedIn(), await device.startedTab()];
    device.hintOnline(false);
    device.gateway.isReachable = false;
    await tab.api.logout();
    expect(await device.everythingStored()).not.toMatch(/user-1|token|userInfo|rab-user/);
    expect(demo.sessions.size).toBe(1);
    // Whoever reads the row has no more than what ends the session.
    const said = new Promise<string | null>((resolve) =>
      device.gateway.on(calls.logout.uri, ({ token }) => {
        resolve(token);
        return ok({});
      }),
    );
    device.gateway.isReachable = true;
    device.hintOnline(true);
    await Promise.all([tab, other].map(({ api }) => api.hintNetwork(true)));
    const next = await device.startedTab();
    expect(await said).toMatch(/^end\.[\w-]{43}$/);
    while ((await device.everythingStored()).includes('goodbye')) await turn();
    // Said once more by nobody.
    await next.api.invoke('logInByEmail', BOB_LOGIN);
    expect(await next.api.invoke('userInfo', {})).toMatchObject({ ok: true });
  });

  test('takes images along that another app has shared', async () => {
    const { caches, kept } = memoryCaches();
    const tab = await device.startedTab({ caches });
    await tab.api.invoke('logInByEmail', LOGIN);
    await (await caches.open(SHARED_CACHE)).put('/.shared/0', new Response('a picture'));
    await tab.api.logout();
    expect([...kept.keys()]).not.toContain(SHARED_CACHE);
  });

  test('whose rows could not be deleted says so; the next start goes on with it, and a log-in of the same person ends it', async () => {
    let isStuck = false;
    const stuck = undeletable(device.indexedDB as IDBFactory, () => isStuck);
    const tab = await device.startedTab({ indexedDB: stuck });
    await tab.api.invoke('logInByEmail', LOGIN);
    await tab.api.invoke('userInfo', {});
    isStuck = true;
    expect(await tab.api.logout()).toBe(false);
    const next = await device.tab({ indexedDB: stuck });
    expect(await next.api.start({ origin: ORIGIN, lang: 'EN' })).toEqual({ state: 'anonymous' });
    expect(await databases()).toContain('rab-user-1');
    await next.api.invoke('logInByEmail', LOGIN);
    const again = await device.startedTab({ indexedDB: stuck });
    expect(await again.api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({ ok: true });
    expect(await again.api.logout()).toBe(false);
    const last = await device.startedTab();
    expect(await databases()).toEqual(['rab-device']);
    expect(await last.api.logout()).toBe(true);
  });

  test('that died half-way is finished by the next start', async () => {
    const tab = await loggedIn();
    await tab.api.invoke('userInfo', {});
    // The browser kills the worker when it is about to delete the user's database.
    const factory = device.indexedDB;
    const dying = await device.startedTab({
      indexedDB: new Proxy(factory as IDBFactory, {
        get: (target, name) =>
          name === 'deleteDatabase'
            ? () => new EventTarget()
            : (Reflect.get(target, name) as IDBFactory['open']).bind(target),
      }),
    });
    void dying.api.logout();
    await until(() => device.time.pending.includes(2_000));
    const next = await device.tab();
    const started = next.api.start({ origin: 'https://gateway.test', lang: 'EN' });
    expect(await started).toEqual({ state: 'anonymous' });
    expect(await databases()).toEqual(['rab-device']);
  });

  test('and switch in one tab leave no answer of the new account to a page that still shows the old one', async () => {
    const tab = await loggedIn();
    const other = await device.startedTab();
    const read = (accountId: string, source: 'cache' | 'network') =>
      tab.api.invoke('tradingAccounts', {}, { accountId, source });
    const find = (accountId: string) =>
      tab.api.search('accountStatement', { account: 'cash' }, { query: {}, after: null, limit: 20, accountId });
    expect(await read('10', 'network')).toMatchObject({ ok: true });
    await other.api.invoke('logInByEmail', SUB_LOGIN);
    await until(() => tab.confirmed().accountId === '11');
    expect(await read('10', 'network')).toMatchObject({ ok: false, error: { code: 'session-closed' } });
    expect(await read('10', 'cache')).toMatchObject({ ok: false, error: { code: 'session-closed' } });
    expect(await find('10')).toMatchObject({ ok: false, error: { code: 'session-closed' } });
    expect(await read('11', 'network')).toMatchObject({ ok: true });
    // It keeps no such list yet, which is another answer.
    expect(await find('11')).toMatchObject({ ok: false, error: { code: 'offline' } });
  });
});
