import { describe, expect, it } from 'vitest';
import type { ScreensStatus } from '../../../contract/sw-messages';
import { LaterFiles } from '../../../worker/service/later-files';
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
});
