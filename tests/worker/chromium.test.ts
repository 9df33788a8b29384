/** The parts that only a browser shows: its own IndexedDB, a page without WebCrypto, the decoder of HEIC, and the service worker. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { calls } from '../../contract/index';
import { LOGIN } from './support/demo-gateway';
import { BrowserSite, LATER_NAMES, laterPath, launchChromium, type WorkerPage } from './support/chromium';
import { ok } from './support/test-gateway';

/** Limit for a step that hangs. */
const WAIT = { timeout: 60_000, interval: 50 };

/** 64 × 48, red and blue, HEVC; made with libheif's heif-enc. */
const HEIC = [...readFileSync('tests/worker/fixtures/red-blue.heic')];

let browser: Browser;
let context: BrowserContext;
let site: BrowserSite;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  site = new BrowserSite();
  await site.open();
  context = await browser.newContext();
});
afterEach(async () => {
  await context.close();
  await site.close();
});

describe('the worker', () => {
  /** A page whose worker has logged in. */
  async function loggedIn({ isInsecure = false } = {}) {
    const tab = await site.page(context, { isInsecure });
    expect(await tab.run('return isSecureContext')).toBe(!isInsecure);
    expect(await tab.startWorker()).toEqual({ state: 'anonymous' });
    const invoke = (...args: unknown[]) => tab.call('invoke', ...args);
    expect(await invoke('logInByEmail', LOGIN)).toMatchObject({ ok: true, data: { userId: '1' } });
    return { tab, invoke, cached: (name: string, input: object = {}) => invoke(name, input, { source: 'cache' }) };
  }

  test.each([
    ['sealed', false],
    ['as it is where a page has no WebCrypto', true],
  ])('keeps what it reads in the browser’s database, %s, and answers from it offline', async (_name, isInsecure) => {
    const { tab, invoke, cached } = await loggedIn({ isInsecure });
    expect(await invoke('userInfo', {})).toMatchObject({ source: 'network', data: { nickname: 'user-1' } });
    for (let count = 0; count < 5; count += 1) site.demo.addOrder();
    await invoke('custodyOrders', { limit: 2 });
    await invoke('custodyOrders', { limit: 2, cursor: 'c4' });
    site.gateway.isReachable = false;
    expect(await invoke('userInfo', {})).toMatchObject({ ok: false, error: { code: 'network' } });
    expect(await tab.event('connection')).toEqual({ type: 'connection', online: false });
    await tab.startWorker();
    expect(await cached('userInfo')).toMatchObject({ source: 'cache', data: { nickname: 'user-1' } });
    expect(await cached('custodyOrders', { limit: 2 })).toMatchObject({ data: { nextCursor: 'c4' } });
    const second = await cached('custodyOrders', { limit: 2, cursor: 'c4' });
    expect(second).toMatchObject({ data: { items: [{ id: '3' }, { id: '2' }], nextCursor: 'c2' } });
    expect(await cached('custodyOrders', { limit: 2, cursor: 'c2' })).toMatchObject({ error: { code: 'offline' } });
    expect(await tab.call('storage')).toMatchObject({ mode: 'persistent', isSealed: !isInsecure });
  });

  test('logs out offline, in every tab, and leaves nothing', async () => {
    const { tab, invoke } = await loggedIn();
    await invoke('userInfo', {});
    const other = await site.page(context);
    expect(await other.startWorker()).toMatchObject({ state: 'open' });
    site.gateway.isReachable = false;
    await tab.call('logout');
    expect(await tab.databases()).toEqual(['rab-device']);
    expect(await other.event('session')).toMatchObject({ because: 'logged-out' });
    expect(await other.call('invoke', 'userInfo', {})).toMatchObject({ error: { code: 'session-closed' } });
  });

  test('sends HEIC as JPEG, by a decoder that is loaded for it only', async () => {
    const { tab } = await loggedIn();
    const sent: Uint8Array[] = [];
    site.gateway.on(calls.uploadImage.uri, async ({ file }) => {
      sent.push(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0)));
      return ok({ id: 'f1', width: 64, height: 48, bytes: 3 });
    });
    const upload = (bytes: readonly number[]) =>
      tab.run(`return api.upload('u1', new Blob([new Uint8Array(${JSON.stringify(bytes)})]));`);
    await upload([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(site.hits).not.toContain('/heic.js');

    expect(await upload(HEIC)).toMatchObject({ ok: true, data: { id: 'f1' } });
    expect(site.hits.filter((path) => path === '/heic.js')).toHaveLength(1);
    const { data, info } = await sharp(sent[1]).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, (await sharp(sent[1]).metadata()).format]).toEqual([64, 48, 'jpeg']);
    const at = (x: number, y: number) => [...data.subarray((y * 64 + x) * 3, (y * 64 + x) * 3 + 3)];
    // Red on the left, blue on the right.
    for (const [pixel, wanted] of [
      [at(8, 24), [220, 30, 30]],
      [at(56, 24), [30, 60, 220]],
    ] as const)
      pixel.forEach((value, channel) => expect(Math.abs(value - (wanted[channel] ?? 0))).toBeLessThan(12));

    for (const broken of [HEIC.slice(0, 300), [...HEIC.slice(0, 100), ...HEIC.slice(110)]])
      expect(await upload(broken)).toMatchObject({ ok: false, error: { code: 'heic-unreadable' } });
    expect(sent).toHaveLength(2);
  });
});

describe('the service worker', () => {
  let tab: WorkerPage;

  beforeEach(async () => {
    tab = await site.page(context);
    await tab.page.goto(`${site.origin()}/`);
    await tab.run(`await navigator.serviceWorker.register('/service-worker.js');`);
    await tab.page.waitForFunction('navigator.serviceWorker.controller !== null');
  });

  /** Looks for a new version; answers how its installation ended. */
  const update = () =>
    tab.run<string>(`
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update();
      const next = registration.installing ?? registration.waiting;
      if (next?.state === 'installing') await new Promise((resolve) => next.addEventListener('statechange', resolve));
      return next?.state ?? 'none';
    `);

  const ask = (type: string, which: 'active' | 'waiting' = 'active') =>
    tab.run<{ build: string; screens: { done: number; total: number; isWhole: boolean } }>(`
      const registration = await navigator.serviceWorker.getRegistration();
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
      registration.${which}.postMessage({ protocol: 1, type: '${type}' }, [port2]);
      return answer;
    `);

  const moveOn = async () => {
    await tab.run(`
      globalThis.moved = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data), { once: true });
      });
      const registration = await navigator.serviceWorker.getRegistration();
      registration.waiting.postMessage({ protocol: 1, type: 'SKIP_WAITING' });
    `);
    return tab.run('return globalThis.moved;');
  };

  const screens = async () => (await ask('GET_SCREENS')).screens;
  const keepScreens = () =>
    tab.run(`(await navigator.serviceWorker.ready).active.postMessage({ protocol: 1, type: 'KEEP_SCREENS' });`);
  const fetched = (path: string) =>
    tab.run<string>(`return fetch('${path}').then((response) => response.text(), () => 'failed');`);
  const later = (name: (typeof LATER_NAMES)[number]) => laterPath(name, site.app.version);
  const timesAsked = (path: string) => site.hits.filter((hit) => hit === path).length;

  test('refuses a version with a corrupt file, and takes it when it is whole', async () => {
    const before = await ask('GET_VERSION');
    site.app = { version: 2, isCorrupt: true };
    expect(await update()).toBe('redundant');
    await tab.page.reload();
    expect(await tab.page.title()).toBe('version 1');
    // The corrupt chunk said "immutable": it must not come from the HTTP cache now.
    site.app = { version: 2 };
    expect(await update()).toBe('installed');
    const waiting = await ask('GET_VERSION', 'waiting');
    expect(waiting.build).not.toBe(before.build);
    expect(await ask('GET_VERSION')).toEqual(before);
  });

  test('takes over when told, and keeps the files of the version before for pages still open', async () => {
    await keepScreens();
    await vi.waitFor(async () => expect(await screens()).toMatchObject({ isWhole: true }), WAIT);
    site.app = { version: 2 };
    expect(await update()).toBe('installed');
    expect(await screens(), 'of the version that is active').toMatchObject({ isWhole: true });
    const { build } = await ask('GET_VERSION', 'waiting');
    expect(await moveOn()).toEqual({ protocol: 1, type: 'ACTIVATED', build });
    expect(await tab.page.title()).toBe('version 1');
    expect(await fetched('/assets/chunk-1.js')).toContain('chunk of 1');
    await vi.waitFor(async () => expect(await screens()).toMatchObject({ done: 7, isWhole: true }), WAIT);
    await context.setOffline(true);
    for (const version of [1, 2]) expect(await fetched(laterPath('about', version))).toContain(`about of ${version}`);
    await context.setOffline(false);
    await tab.page.reload();
    expect(await tab.page.title()).toBe('version 2');

    site.app = { version: 3 };
    await update();
    await moveOn();
    const kept = await tab.run<boolean[]>(`
      const matches = [1, 2, 3].map((version) => caches.match('/assets/chunk-' + version + '.js'));
      return (await Promise.all(matches)).map((match) => match !== undefined);
    `);
    expect(kept).toEqual([false, true, true]);
    expect(await fetched('/assets/chunk-2.js')).toContain('chunk of 2');
  });

  test('keeps the files of later screens when a page says so, and goes on with them after it was killed', async () => {
    expect(await screens()).toEqual({ done: 1, total: 7, isWhole: false });
    expect(
      LATER_NAMES.map((name) => timesAsked(later(name))),
      'by the install',
    ).toEqual([0, 0, 0]);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    site.hold = (pathname) => (pathname === later('orders') ? held : undefined);
    await keepScreens();
    await vi.waitFor(() => expect(timesAsked(later('orders'))).toBe(1), WAIT);
    const session = await context.newCDPSession(tab.page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    site.hold = () => undefined;
    release();
    expect(await fetched('/assets/same.js')).toContain('same');
    await vi.waitFor(async () => expect(await screens()).toMatchObject({ isWhole: true }), WAIT);
    expect(timesAsked(later('lock')), 'what was kept is not asked for again').toBe(1);
  });
});
