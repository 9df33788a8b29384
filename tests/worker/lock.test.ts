/** App lock: what lies on the disk, who gets in, and what a worker that dies at any step leaves behind (docs/rules.md §14). */
import { createHash, webcrypto } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../contract/index';
import type { LockRequest, NewLockProof } from '../../worker/api';
import type { Environment } from '../../worker/environment';
import { BOB_LOGIN, type DemoGateway, demoDevice, LOGIN, ORDER, tokenOf } from './support/demo-gateway';
import { FORM, keep, kept, ROOMY } from './support/form-images';
import { asPromise, type Device, eventOf, ORIGIN, type Row, type Tab } from './support/harness';
import { Mortal } from './support/mortal';
import { until } from './support/virtual-time';

const PIN = '204061';
const WRONG = { pin: '999999' };
const AFTER_MS = 300_000;
const CHEAP: Partial<Environment> = { ...ROOMY, pinCost: { t: 1, m: 8 } };

let device: Device;
let demo: DemoGateway;

beforeEach(() => {
  ({ device, demo } = demoDevice());
});

const disk = () => device.indexedDB as IDBFactory;
const start = (tab: Tab) => tab.api.start({ origin: ORIGIN, lang: 'EN' });
const newTab = (changes: Partial<Environment> = {}) => device.tab({ ...CHEAP, ...changes });
const ask = (tab: Tab, request: LockRequest) => tab.api.lock(request);
const turnOn = (tab: Tab) => ask(tab, { do: 'turn-on', by: { pin: PIN }, afterMs: AFTER_MS });
const unlock = (tab: Tab, pin = PIN) => ask(tab, { do: 'open', proof: { pin } });
const passkey = (): Extract<NewLockProof, { secret: unknown }> => ({
  credentialId: Uint8Array.of(1, 2, 3),
  salt: webcrypto.getRandomValues(new Uint8Array(32)),
  secret: webcrypto.getRandomValues(new Uint8Array(32)),
});

async function loggedIn(changes: Partial<Environment> = {}): Promise<Tab> {
  const tab = await newTab(changes);
  await start(tab);
  await tab.api.invoke('logInByEmail', LOGIN);
  await eventOf(tab, 'session');
  await tab.api.invoke('userInfo', {});
  await tab.api.saveDraft('order', { amount: '777.123456' });
  return tab;
}

async function guarded(changes: Partial<Environment> = {}): Promise<Tab> {
  const tab = await loggedIn(changes);
  expect(await turnOn(tab)).toMatchObject({
    result: 'done',
    lock: { isOn: true, isLocked: false, isProved: true, hasPin: true, triesLeft: 10, passkey: null },
  });
  await tab.api.invoke('userInfo', {});
  return tab;
}

/** The next start of the app on this device. */
async function again(): Promise<Tab> {
  const tab = await newTab();
  await start(tab);
  return tab;
}

async function everyRow(): Promise<{ database: string; table: string; row: Row }[]> {
  const found = [];
  for (const { name = '' } of await disk().databases()) {
    const database = await asPromise(disk().open(name));
    for (const table of database.objectStoreNames) {
      const rows = (await asPromise(database.transaction(table).objectStore(table).getAll())) as Row[];
      found.push(...rows.map((row) => ({ database: name, table, row })));
    }
    database.close();
  }
  return found;
}

/** Everything in a row that a key or a text could be, however deep. */
function partsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || 'usages' in value) return [value];
  return Object.values(value).flatMap(partsOf);
}

/** Reads as a thief who has the storage: tries each key that lies there on each sealed part. */
async function whatAThiefReads(): Promise<string> {
  const rows = await everyRow();
  const parts = rows.flatMap(({ row }) => partsOf(row));
  const keys: CryptoKey[] = [];
  for (const part of parts) {
    if (typeof part === 'object' && part !== null && 'usages' in part) keys.push(part as CryptoKey);
    if (!(part instanceof Uint8Array) || part.length !== 32) continue;
    const raw = Uint8Array.from(part);
    keys.push(await webcrypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']));
  }
  const places = [
    'session',
    'draft order',
    ...rows.map(({ row }) => `record ${row['partition']} ${row['call']} ${row['input']}`),
  ];
  const read: unknown[] = [parts.filter((part) => typeof part === 'string')];
  for (const body of parts) {
    if (!(body instanceof Uint8Array) || body.length < 28) continue;
    for (const place of places) {
      const how = { name: 'AES-GCM', iv: body.slice(0, 12), additionalData: new TextEncoder().encode(place) };
      for (const key of keys) {
        const plain = await webcrypto.subtle.decrypt(how, key, body.slice(12)).catch(() => null);
        if (plain) read.push(Buffer.from(plain).toString());
      }
    }
  }
  return JSON.stringify(read);
}

describe('what lies on the disk', () => {
  test('opens the session and the rows for whoever has it without a lock, which the app says', async () => {
    await loggedIn();
    const read = await whatAThiefReads();
    expect(read).toContain('token0');
    expect(read).toContain('SECRETCODE1');
    expect(read).toContain('777.123456');
  });

  test('gives with a lock neither token nor key nor row', async () => {
    await guarded();
    const read = await whatAThiefReads();
    for (const secret of ['token0', 'SECRETCODE1', '777.123456', PIN]) expect(read).not.toContain(secret);
    const users = (await everyRow()).filter(({ database }) => database === 'rab-user-1');
    expect(users.some(({ table }) => table === 'records')).toBe(true);
    expect(
      users
        .flatMap(({ row }) => partsOf(row))
        .filter((part) => typeof part === 'object' && part !== null && 'usages' in part),
    ).toEqual([]);
  });

  test('of a person who logged in anew under the lock is sealed as well', async () => {
    const tab = await guarded();
    demo.sessions.clear();
    await tab.api.invoke('userInfo', {});
    await tab.api.invoke('logInByEmail', LOGIN);
    await tab.api.invoke('userInfo', {});
    const read = await whatAThiefReads();
    for (const secret of ['token', 'SECRETCODE1']) expect(read).not.toContain(secret);
    const next = await again();
    expect(await unlock(next)).toMatchObject({ result: 'done' });
    expect(await next.api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({ ok: true });
    expect(await next.api.loadDraft('order')).toEqual({ amount: '777.123456' });
  });
});

describe('a locked app', () => {
  test('opens nothing at its start, and everything for the PIN', async () => {
    await guarded();
    device.gateway.received.length = 0;
    const tab = await newTab();
    expect(await start(tab)).toEqual({ state: 'locked' });
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ error: { code: 'session-closed' } });
    expect(await tab.api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({
      error: { code: 'session-closed' },
    });
    expect(device.gateway.received).toEqual([]);
    expect(await tab.api.invoke('config', {})).toMatchObject({ ok: true });
    expect(await unlock(tab)).toMatchObject({ result: 'done', lock: { isLocked: false } });
    expect(await eventOf(tab, 'session')).toMatchObject({ session: { state: 'open', userId: '1', accountId: '10' } });
    expect(await tab.api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({ ok: true });
    expect(await tab.api.loadDraft('order')).toEqual({ amount: '777.123456' });
  });

  test('opens for its passkey, beside the PIN or in its place', async () => {
    const tab = await guarded();
    const by = passkey();
    expect(await ask(tab, { do: 'add', by })).toMatchObject({ result: 'done' });
    expect(await ask(tab, { do: 'remove', kind: 'pin' })).toMatchObject({ lock: { hasPin: false } });
    expect(await ask(tab, { do: 'remove', kind: 'passkey' })).toMatchObject({ result: 'refused' });
    const next = await again();
    expect(await ask(next, { do: 'look' })).toMatchObject({
      lock: { isLocked: true, hasPin: false, passkey: { credentialId: by.credentialId, salt: by.salt } },
    });
    expect(await unlock(next)).toMatchObject({ result: 'wrong' });
    expect(await ask(next, { do: 'open', proof: { secret: passkey().secret } })).toMatchObject({ result: 'wrong' });
    expect(await ask(next, { do: 'open', proof: { secret: by.secret } })).toMatchObject({ result: 'done' });
  });

  test('locks every tab, and drops the key in each', async () => {
    const first = await guarded();
    const second = await again();
    await unlock(second);
    await eventOf(second, 'session');
    await ask(first, { do: 'close' });
    expect(await eventOf(second, 'session')).toMatchObject({ session: { state: 'locked' }, because: 'locked' });
    for (const tab of [first, second]) {
      expect(await tab.api.invoke('userInfo', {})).toMatchObject({ error: { code: 'session-closed' } });
    }
  });

  test('is what another tab becomes when the lock is turned on', async () => {
    const first = await loggedIn();
    const second = await again();
    await turnOn(first);
    expect(await eventOf(second, 'session')).toMatchObject({ session: { state: 'locked' } });
    expect(await first.api.invoke('userInfo', {})).toMatchObject({ ok: true });
    expect(await device.databases()).toContain('rab-user-1');
  });

  test('keeps an open money intent, and settles it when it is unlocked', async () => {
    const tab = await guarded();
    device.gateway.faults.push({ kind: 'hangs', isCarriedOut: true });
    const confirmed = tab.confirmed();
    const paying = tab.api.invoke('createCustodyOrder', ORDER, confirmed);
    await until(() => device.gateway.countOf(calls.createCustodyOrder.uri) === 1);
    await ask(tab, { do: 'close' });
    expect(await paying).toMatchObject({ ok: false });
    tab.events.length = 0;
    await unlock(tab);
    expect(await eventOf(tab, 'settled')).toMatchObject({ intentId: confirmed.intentId, result: 'done' });
    expect(device.gateway.countOf(calls.createCustodyOrder.uri)).toBe(1);
  });

  test('is left by a log-out, which takes the lock along', async () => {
    const tab = await guarded();
    expect(await tab.api.logout()).toBe(true);
    expect(await device.everythingStored()).not.toContain('"lock"');
    await tab.api.invoke('logInByEmail', LOGIN);
    expect(await ask(tab, { do: 'look' })).toMatchObject({ lock: { isOn: false } });
  });

  test('lets whoever forgot the PIN log in again, with nothing left on the device', async () => {
    await guarded();
    const tab = await again();
    await ask(tab, { do: 'forget' });
    expect(await eventOf(tab, 'session')).toMatchObject({ session: { state: 'anonymous' }, because: 'logged-out' });
    expect(await device.databases()).toEqual(['rab-device']);
    expect(await tab.api.invoke('logInByEmail', LOGIN)).toMatchObject({ ok: true });
  });

  test('that is to be left, since a log-out was not confirmed, is left at its start', async () => {
    await guarded();
    const tab = await newTab();
    expect(await tab.api.start({ origin: ORIGIN, lang: 'EN', mustLeave: true })).toEqual({ state: 'anonymous' });
  });

  test("is not the next person's", async () => {
    const tab = await guarded();
    demo.sessions.clear();
    await tab.api.invoke('userInfo', {});
    await tab.api.invoke('logInByEmail', BOB_LOGIN);
    expect(await ask(tab, { do: 'look' })).toMatchObject({ lock: { isOn: false } });
    const next = await newTab();
    expect(await start(next)).toMatchObject({ state: 'open', userId: '2' });
  });
});

describe('tries', () => {
  test('are ten, across starts and tabs, and then nothing is left', async () => {
    await guarded();
    const tabs = [await again(), await again()];
    for (let tried = 1; tried < 10; tried += 1) {
      const tab = tried % 3 === 0 ? await again() : (tabs[tried % 2] as Tab);
      expect(await ask(tab, { do: 'open', proof: WRONG })).toMatchObject({
        result: 'wrong',
        lock: { triesLeft: 10 - tried },
      });
    }
    const last = await again();
    expect(await ask(last, { do: 'open', proof: WRONG })).toMatchObject({ result: 'wiped', lock: { isOn: false } });
    await until(() => last.events.some(({ type }) => type === 'session'));
    const told = last.events.map(({ type }) => type);
    expect(told.indexOf('wiped')).toBeLessThan(told.indexOf('session'));
    expect(told).toContain('wiped');
    expect(await eventOf(last, 'session')).toMatchObject({ session: { state: 'anonymous' } });
    expect(await device.databases()).toEqual(['rab-device']);
    expect(await device.everythingStored()).not.toContain('session');
  });

  test('that are used up end the session at the gateway, by what can do nothing else, also when it is reached later', async () => {
    const tab = await guarded();
    await ask(tab, { do: 'close' });
    for (let tried = 1; tried < 10; tried += 1) await ask(tab, { do: 'open', proof: WRONG });
    device.gateway.isReachable = false;
    expect(await ask(tab, { do: 'open', proof: WRONG })).toMatchObject({ result: 'wiped' });
    tab.close();
    device.gateway.isReachable = true;
    await again();
    await until(() => device.gateway.countOf(calls.logout.uri) > 0);
    const ending = `end.${createHash('sha256').update(tokenOf('token0')).digest('base64url')}`;
    expect(device.gateway.received.map(({ inner, token }) => [inner.uri, token])).toContainEqual([
      calls.logout.uri,
      ending,
    ]);
  });

  test.each<LockRequest>([{ do: 'open', proof: { pin: PIN } }, { do: 'look' }])(
    'are counted before they are made: ten workers that end meanwhile leave none to %j',
    async (request) => {
      await guarded();
      for (let tried = 0; tried < 10; tried += 1) {
        // It hears of the try, and is gone before it has an answer.
        const dying = await newTab({ subtle: withoutDecrypting() });
        await start(dying);
        await unlock(dying).catch(() => {});
        dying.close();
      }
      expect(await ask(await again(), request)).toMatchObject({ result: 'wiped', lock: { isOn: false } });
    },
  );

  test('begin anew after the right PIN', async () => {
    await guarded();
    const tab = await again();
    for (let tried = 0; tried < 9; tried += 1) await ask(tab, { do: 'open', proof: WRONG });
    expect(await unlock(tab)).toMatchObject({ result: 'done', lock: { triesLeft: 10 } });
  });

  test('are counted where the lock is to be changed, too', async () => {
    const tab = await guarded();
    await ask(tab, { do: 'leave' });
    expect(await ask(tab, { do: 'prove', proof: WRONG })).toMatchObject({ result: 'wrong', lock: { triesLeft: 9 } });
    for (let tried = 2; tried < 10; tried += 1) await ask(tab, { do: 'prove', proof: WRONG });
    expect(await ask(tab, { do: 'prove', proof: WRONG })).toMatchObject({ result: 'wiped' });
    expect(await tab.api.invoke('userInfo', {})).toMatchObject({ error: { code: 'session-closed' } });
  });
});

/** WebCrypto of a worker that is killed while it looks whether a PIN is right. */
function withoutDecrypting(): SubtleCrypto {
  const { subtle } = webcrypto;
  return new Proxy(subtle as unknown as SubtleCrypto, {
    get: (target, name) => {
      if (name === 'importKey') return () => Promise.reject(new Error('killed'));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('changing the lock', () => {
  test('needs a proof, which lasts five minutes', async () => {
    await guarded();
    const tab = await again();
    await unlock(tab);
    const changes: LockRequest[] = [
      { do: 'add', by: { pin: '111222' } },
      { do: 'remove', kind: 'passkey' },
      { do: 'set-delay', afterMs: 0 },
      { do: 'turn-off' },
    ];
    for (const change of changes) expect(await ask(tab, change)).toMatchObject({ result: 'refused' });
    await ask(tab, { do: 'prove', proof: { pin: PIN } });
    expect(await ask(tab, { do: 'add', by: { pin: '111222' } })).toMatchObject({ result: 'done' });
    device.time.pass(5 * 60_000 + 1);
    expect(await ask(tab, { do: 'set-delay', afterMs: 60_000 })).toMatchObject({ result: 'refused' });
    const next = await again();
    expect(await unlock(next)).toMatchObject({ result: 'wrong' });
    expect(await unlock(next, '111222')).toMatchObject({ result: 'done' });
  });

  test('refuses what is no PIN', async () => {
    const tab = await loggedIn();
    expect(await ask(tab, { do: 'turn-on', by: { pin: '12345' }, afterMs: 0 })).toMatchObject({
      result: 'refused',
      lock: { isOn: false },
    });
  });
});

const IMAGES = ['a', 'b=u1', 'c'];
const imageRows = () => device.rows('rab-user-1', 'formImages');

/** Somebody with a form's images, two that wait and one that is up. */
async function writing(changes: Partial<Environment> = {}): Promise<Tab> {
  const tab = await loggedIn(changes);
  for (const key of ['a', 'b', 'c']) await keep(tab, key);
  await tab.api.formImages({ do: 'sent', form: FORM, key: 'b', uploadId: 'u1' });
  return tab;
}

test('images of a form are there, sealed by the lock alone, while it is on, and after it was turned off and on', async () => {
  expect(await turnOn(await writing())).toMatchObject({ result: 'done' });
  expect((await imageRows()).map(({ form, key }) => [form, key])).toEqual(['a', 'b', 'c'].map((key) => [FORM, key]));
  expect(await device.everythingStored()).not.toContain('picture');
  const tab = await again();
  expect(await kept(tab)).toEqual([]);
  await unlock(tab);
  expect(await kept(tab)).toEqual(IMAGES);

  await ask(tab, { do: 'prove', proof: { pin: PIN } });
  expect(await ask(tab, { do: 'turn-off' })).toMatchObject({ result: 'done' });
  expect(await kept(tab)).toEqual(IMAGES);
  const [{ lockId } = {}] = await imageRows();
  expect(await turnOn(tab)).toMatchObject({ result: 'done' });
  expect(await kept(tab)).toEqual(IMAGES);
  expect((await imageRows()).map((row) => row['lockId'])).not.toContain(lockId);
});

/** More transactions than turning the lock off takes, or turning it on up to its last step. */
const STEPS = { off: 10, on: 30 };
const upTo = (count: number) => Array.from({ length: count }, (_, step) => step + 1);

describe('a worker that dies', () => {
  test.each(upTo(STEPS.on))(
    'at transaction %i of turning the lock on leaves it off or on, and all that it keeps',
    async (step) => {
      const mortal = new Mortal(device);
      const dying = await writing(mortal.environment());
      mortal.killAtStep(step, ['transaction']);
      const said = await turnOn(dying).catch(() => null);
      dying.close();
      const tab = await newTab();
      const { state } = await start(tab);
      // A dead worker answers nothing, whatever goes on in it here.
      if (said?.result === 'done' && !mortal.isDead) expect(state).toBe('locked');
      if (state === 'locked') {
        // Before anybody has unlocked.
        await ask(tab, { do: 'look' });
        const read = await whatAThiefReads();
        for (const secret of ['token0', 'SECRETCODE1', '777.123456']) expect(read).not.toContain(secret);
        expect(await unlock(tab)).toMatchObject({ result: 'done' });
      }
      expect(await tab.api.loadDraft('order')).toEqual({ amount: '777.123456' });
      expect(await tab.api.invoke('userInfo', {})).toMatchObject({ ok: true });
      expect(await kept(tab)).toEqual(IMAGES);
      if (state === 'locked') return;
      // The rest of an earlier try is in nobody's way.
      expect(await turnOn(tab)).toMatchObject({ result: 'done' });
      expect(await kept(tab)).toEqual(IMAGES);
      expect(await imageRows()).toHaveLength(IMAGES.length);
    },
  );

  test.each(upTo(STEPS.off))(
    'at transaction %i of turning it off leaves it on or off, and all that it keeps',
    async (step) => {
      const mortal = new Mortal(device);
      const dying = await guarded(mortal.environment());
      mortal.killAtStep(step, ['transaction']);
      await ask(dying, { do: 'turn-off' }).catch(() => null);
      dying.close();
      const tab = await newTab();
      const { state } = await start(tab);
      if (state === 'locked') expect(await unlock(tab)).toMatchObject({ result: 'done' });
      expect(await tab.api.loadDraft('order')).toEqual({ amount: '777.123456' });
      expect(await tab.api.invoke('userInfo', {}, { source: 'cache' })).toMatchObject({ ok: true });
    },
  );
});

describe('time', () => {
  const locked = async (tab: Tab) => (await ask(tab, { do: 'look' })).lock.isLocked;

  test.each([
    ['hidden', { do: 'seen', isVisible: false }],
    ['untouched', { do: 'touched' }],
  ] as const)('locks after being %s for as long as was chosen', async (_, last) => {
    const tab = await guarded();
    await ask(tab, last);
    device.time.pass(0.6 * AFTER_MS);
    await ask(tab, { do: 'touched' });
    expect(await locked(tab)).toBe(false);
    device.time.pass(AFTER_MS);
    // The first thing after a sleep extends nothing.
    await ask(tab, { do: 'seen', isVisible: true });
    await until(() => tab.events.some((event) => event.type === 'session' && event.session.state === 'locked'));
    expect(await locked(tab)).toBe(true);
  });

  test('locks at once where that was chosen', async () => {
    const tab = await guarded();
    await ask(tab, { do: 'set-delay', afterMs: 0 });
    expect(await locked(tab)).toBe(false);
    await ask(tab, { do: 'seen', isVisible: false });
    await until(() => tab.events.some((event) => event.type === 'session' && event.session.state === 'locked'));
  });

  test.each([
    ['the clock was set back and the device was awake', { wall: -AFTER_MS / 10, uptime: AFTER_MS }],
    ['the device slept', { wall: AFTER_MS, uptime: 0 }],
    ['the clock was set back by more than a correction', { wall: -3_600_000, uptime: 0 }],
  ])('locks where %s', async (_, passed) => {
    const clocks = { wall: 0, uptime: 0 };
    const tab = await guarded({
      now: () => device.time.now() + clocks.wall,
      uptime: () => clocks.uptime,
    });
    Object.assign(clocks, passed);
    await ask(tab, { do: 'touched' });
    await until(() => tab.events.some((event) => event.type === 'session' && event.session.state === 'locked'));
  });

  test('is the same for all tabs: what is touched in one keeps the others open', async () => {
    const first = await guarded();
    const second = await again();
    await unlock(second);
    await ask(first, { do: 'seen', isVisible: false });
    device.time.pass(0.6 * AFTER_MS);
    await ask(second, { do: 'touched' });
    device.time.pass(0.6 * AFTER_MS);
    expect(await locked(first)).toBe(false);
    expect(await locked(second)).toBe(false);
  });
});
