import { describe, expect, it } from 'vitest';
import type { ScreensStatus } from '../../../contract/sw-messages';
import { LaterFiles, WAVE_URL } from '../../../worker/service/later-files';
import { at, BASE_URL, memoryCache } from './memory-cache';

const ENTRIES = [
  { url: 'index.html', revision: 'r1', screens: 1 },
  { url: 'assets/home-AAAAAAAA.js', revision: null, screens: 2 },
  { url: 'assets/lock-AAAAAAAA.css', revision: null, integrity: 'sha384-style', later: true },
  { url: 'assets/lock-AAAAAAAA.js', revision: null, integrity: 'sha384-lock', later: true, screens: 1 },
  { url: 'assets/orders-AAAAAAAA.js', revision: null, integrity: 'sha384-orders', later: true, screens: 4 },
];
const [STYLE, LOCK, ORDERS] = ENTRIES.slice(2).map(({ url }) => at(url)) as [string, string, string];
const WHOLE = { done: 8, total: 8, isWhole: true };

interface Given {
  kept?: ReturnType<typeof memoryCache>;
  build?: string;
  answer?: (url: string) => Promise<Response>;
  entries?: typeof ENTRIES;
}

/** A life of the service worker, on what an earlier one has kept. */
function life({ kept = memoryCache(), build = 'one', answer, entries = ENTRIES }: Given = {}) {
  const asked: string[] = [];
  const inits: (RequestInit | undefined)[] = [];
  const told: ScreensStatus[] = [];
  const state = { isSavingData: false, pauses: 0, isOnline: true };
  const fetch = async (url: string, init?: RequestInit) => {
    asked.push(url);
    inits.push(init);
    if (!state.isOnline) throw new TypeError('failed');
    return answer ? answer(url) : new Response('fresh');
  };
  const later = new LaterFiles(entries, {
    fetch,
    baseUrl: BASE_URL,
    build,
    openCache: async () => kept.cache,
    isSavingData: () => state.isSavingData,
    pause: async () => void (state.pauses += 1),
    tell: (status) => told.push(status),
  });
  return { later, asked, inits, told, state, kept };
}

describe('files of the second wave', () => {
  it('come one after the other, whole and past the HTTP cache; pages hear how many screens are there', async () => {
    const { later, asked, inits, told } = life();
    expect(await later.status()).toEqual({ done: 3, total: 8, isWhole: false });
    await later.keepAll();
    expect(asked).toEqual([STYLE, LOCK, ORDERS]);
    expect(inits[1]).toMatchObject({ cache: 'reload', integrity: 'sha384-lock' });
    expect(told.map(({ done }) => done)).toEqual([4, 8, 8]);
    expect(await later.status()).toEqual(WHOLE);
    await later.keepAll();
    expect(asked).toHaveLength(3);
  });

  it('go on in the next life, without what is there', async () => {
    const first = life();
    // Killed after the first file: the second is never answered.
    const hanging = life({
      kept: first.kept,
      answer: (url) => (url === STYLE ? Promise.resolve(new Response('fresh')) : new Promise(() => {})),
    });
    void hanging.later.keepAll();
    await expect.poll(() => hanging.asked).toEqual([STYLE, LOCK]);
    const next = life({ kept: first.kept });
    await next.later.goOn();
    expect(next.state.pauses).toBe(1);
    expect(next.asked).toEqual([LOCK, ORDERS]);
    expect(await next.later.status()).toEqual(WHOLE);
  });

  it('come with no wave where they are large and used by few, and stay once they were opened', async () => {
    const large = {
      url: 'assets/pdf-AAAAAAAA.js',
      revision: null,
      integrity: 'sha384-pdf',
      later: true,
      onDemand: true,
    };
    const { later, asked, state } = life({ entries: [...ENTRIES, large] });
    await later.keepAll();
    expect(asked).toEqual([STYLE, LOCK, ORDERS]);
    expect(await later.status()).toEqual(WHOLE);
    const url = new URL(at(large.url));
    expect(later.has(url)).toBe(true);
    await later.answer(url);
    await expect.poll(async () => (await later.answer(url)).text()).toBe('fresh');
    state.isOnline = false;
    expect(await (await later.answer(url)).text()).toBe('fresh');
    expect(asked.filter((one) => one === url.href)).toHaveLength(1);
  });

  it('do not begin by an event: a page says when it has nothing else to do', async () => {
    const { later, asked } = life();
    await later.goOn();
    expect(asked).toEqual([]);
  });

  it('are not looked for again where the wave is over, and are with the next version', async () => {
    const { later, kept } = life();
    await later.keepAll();
    const same = life({ kept });
    await same.later.goOn();
    expect([same.state.pauses, same.asked]).toEqual([0, []]);
    const entries = ENTRIES.map((entry) => ({
      ...entry,
      url: entry.url.replace('orders-AAAAAAAA', 'orders-BBBBBBBB'),
    }));
    const next = life({ kept, build: 'two', entries });
    await next.later.goOn();
    expect(next.asked, 'what has not changed is there').toEqual([at('assets/orders-BBBBBBBB.js')]);
  });

  it('are not fetched ahead where data is saved, and what is opened is', async () => {
    const { later, asked, state } = life();
    state.isSavingData = true;
    await later.keepAll();
    expect(asked).toEqual([]);
    const response = await later.answer(new URL(`${ORDERS}?retry=1`));
    expect(await response.text()).toBe('fresh');
    expect(asked).toEqual([ORDERS]);
    expect(await later.status()).toEqual({ done: 7, total: 8, isWhole: false });
  });

  it('that do not come are no fault: the others come, and a screen asks for itself', async () => {
    const kept = memoryCache();
    const first = life({ kept, answer: async (url) => new Response('', { status: url === LOCK ? 500 : 200 }) });
    await first.later.keepAll();
    expect(first.asked).toEqual([STYLE, LOCK, ORDERS]);
    expect(await first.later.status()).toEqual({ done: 7, total: 8, isWhole: false });
    await expect(first.later.answer(new URL(LOCK))).rejects.toThrow();
    const next = life({ kept });
    await next.later.goOn();
    expect(next.asked).toEqual([LOCK]);
  });

  it('are given up without a connection, until the next time', async () => {
    const entries = [1, 2, 3, 4, 5].map((n) => ({ url: `assets/x${n}-AAAAAAAA.js`, revision: null, later: true }));
    const { later, asked, state } = life({ entries: entries as typeof ENTRIES });
    state.isOnline = false;
    await later.keepAll();
    expect(asked).toHaveLength(3);
    state.isOnline = true;
    await later.keepAll();
    expect(await later.status()).toMatchObject({ isWhole: true });
  });

  it('are fetched once for everybody who waits for them', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { later, asked } = life({ answer: () => held.then(() => new Response('fresh')) });
    const all = later.keepAll();
    const named = later.answer(new URL(LOCK));
    await expect.poll(() => asked.toSorted()).toEqual([STYLE, LOCK].toSorted());
    release();
    expect(await (await named).text()).toBe('fresh');
    const opened = later.answer(new URL(ORDERS));
    await all;
    expect(await (await opened).text()).toBe('fresh');
    expect(asked.toSorted()).toEqual([STYLE, LOCK, ORDERS].toSorted());
  });

  it('are answered where nothing can be stored', async () => {
    const { cache } = memoryCache();
    const full = { ...cache, put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) } as Cache;
    const { later } = life({ kept: { cache: full, kept: new Map() } });
    expect(await (await later.answer(new URL(LOCK))).text()).toBe('fresh');
    await later.keepAll();
  });

  it('are told from all others', () => {
    const { later } = life();
    expect(later.has(new URL(`${LOCK}?retry=2`))).toBe(true);
    for (const other of ['assets/home-AAAAAAAA.js', 'index.html', WAVE_URL])
      expect(later.has(new URL(at(other))), other).toBe(false);
    expect(later.urls).toEqual([STYLE, LOCK, ORDERS]);
  });
});
