import { describe, expect, it } from 'vitest';
import { accountStatement } from '../../../contract/calls/profile';
import type { Answer, SearchAnswer, SearchRequest } from '../../../worker/api';
import { SearchEntry } from '../../../src/bridge/search';
import { TestTimers, watched } from './mortal-worker';

const OFFLINE = { ok: false, error: { code: 'offline', retryable: true } } as const;

/** A device that keeps the newest `kept` of `count` rows; every tenth one matches. A step looks at ten. */
function device(count: number, kept: number) {
  let isOffline = false;
  const fetched: number[] = [];
  const find = async (_call: unknown, _filters: object, request: SearchRequest): Promise<SearchAnswer<unknown>> => {
    const from = request.after ? request.after.sort - 1 : count;
    const last = count - kept + 1;
    const to = Math.max(last, from - 9);
    const rows = Array.from({ length: Math.max(0, from - to + 1) }, (_, index) => from - index);
    return {
      ok: true,
      page: {
        items: rows.filter((id) => id % 10 === 0).map((id) => ({ id: String(id) })),
        position: { sort: Math.min(to, from + 1), order: '' },
        isEnd: to === last,
        looked: rows.length,
        total: request.after ? null : kept,
        asOf: 7,
        isStale: false,
        newestAt: count,
        oldestAt: last,
        olderCursor: last === 1 ? null : String(last),
      },
    };
  };
  const ask = async (_call: unknown, input: unknown): Promise<Answer<unknown>> => {
    if (isOffline) return OFFLINE;
    const { cursor, limit } = input as { cursor?: string; limit: number };
    if (cursor === undefined) kept = Math.max(kept, limit);
    else {
      fetched.push(Number(cursor));
      kept = Math.min(count, kept + limit);
    }
    const data = { items: [{ id: String(count), createdAt: count }], nextCursor: null };
    return { ok: true, data, asOf: 9, source: 'network', isStale: false };
  };
  const entry = new SearchEntry(accountStatement, { account: 'cash' }, { text: 'x' }, find, ask, new TestTimers());
  const shown = () => (entry.snapshot().items ?? []).map(({ id }) => Number(id));
  return {
    entry,
    fetched,
    shown,
    goOffline: () => (isOffline = true),
  };
}

const tens = (from: number, to: number) =>
  Array.from({ length: (from - to) / 10 + 1 }, (_, index) => from - index * 10);

describe('a search', () => {
  it('shows the matches of what is kept, and is complete at its end', async () => {
    const { entry, shown } = device(150, 150);
    await watched(entry);
    expect(shown()).toEqual(tens(150, 10));
    expect(entry.snapshot()).toMatchObject({
      end: 'complete',
      hasMore: false,
      isSearching: false,
      looked: 150,
      total: 150,
    });
  });

  it('works offline, and says that older rows are not here', async () => {
    const { entry, shown, goOffline } = device(1_000, 100);
    goOffline();
    await watched(entry);
    expect(shown()).toEqual(tens(1_000, 910));
    expect(entry.snapshot()).toMatchObject({ end: 'cut', reachedAt: 901, isLoading: false });
  });

  it('fetches older rows, pauses after some, and goes on when asked', async () => {
    const { entry, fetched, shown } = device(5_000, 20);
    await watched(entry);
    const first = fetched.length;
    expect(first).toBeGreaterThan(0);
    for (let times = 0; times < 3; times += 1) {
      await entry.loadMore();
      expect(fetched.length - first).toBeLessThanOrEqual((times + 1) * 6);
    }
    expect(shown()).toEqual(tens(5_000, 5_000 - (shown().length - 1) * 10));
    expect(shown().length).toBeGreaterThan(100);
  });

  it('of another person is forgotten', async () => {
    const { entry, shown } = device(20, 20);
    const leave = await watched(entry);
    leave();
    entry.reset();
    expect(shown()).toEqual([]);
    expect(entry.snapshot().items).toBeUndefined();
  });
});
