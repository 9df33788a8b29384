import { describe, expect, it } from 'vitest';
import { accountStatement } from '../../../contract/calls/profile';
import type { Answer } from '../../../worker/api';
import { joinOlder, joinTop, ListEntry, PAGE_SIZE } from '../../../src/bridge/lists';
import { TestTimers, watched } from './mortal-worker';

const rows = (...ids: number[]) => ids.map((id) => ({ id: String(id) }));
const ids = (page: { items: readonly { id: string }[] }) => page.items.map(({ id }) => Number(id));

describe('joinTop', () => {
  it('puts new rows over old ones and keeps the older page', () => {
    const joined = joinTop(
      { items: rows(8, 7, 6, 5), nextCursor: 'after 5' },
      { items: rows(6, 5, 4, 3), nextCursor: 'after 3' },
    );
    expect(ids(joined)).toEqual([8, 7, 6, 5, 4, 3]);
    expect(joined.nextCursor).toBe('after 3');
  });

  it('lets the top decide its range: what is gone from it is gone', () => {
    const joined = joinTop({ items: rows(6, 4), nextCursor: 'after 4' }, { items: rows(6, 5, 4, 3), nextCursor: null });
    expect(ids(joined)).toEqual([6, 4, 3]);
  });

  it('drops the older rows rather than leave a hole', () => {
    const joined = joinTop(
      { items: rows(20, 19), nextCursor: 'after 19' },
      { items: rows(6, 5), nextCursor: 'after 5' },
    );
    expect(ids(joined)).toEqual([20, 19]);
    expect(joined.nextCursor).toBe('after 19');
  });

  it('is the whole list when there is nothing after it', () => {
    const joined = joinTop({ items: rows(2), nextCursor: null }, { items: rows(3, 2, 1), nextCursor: 'x' });
    expect(ids(joined)).toEqual([2]);
    expect(joined.nextCursor).toBeNull();
  });
});

it('joinOlder shows no row twice', () => {
  const joined = joinOlder({ items: rows(5, 4), nextCursor: 'after 4' }, { items: rows(4, 3), nextCursor: null });
  expect(ids(joined)).toEqual([5, 4, 3]);
});

/** A list of `count` rows, newest first, whose cursor is the last id of a page. */
function listOf(count: number) {
  let isOffline = false;
  const asked: { cursor?: string; limit: number; source: string }[] = [];
  const ask = async (_call: unknown, input: unknown, source: 'cache' | 'network'): Promise<Answer<unknown>> => {
    const { cursor, limit } = input as { cursor?: string; limit: number };
    asked.push({ ...(cursor === undefined ? {} : { cursor }), limit, source });
    if (source === 'cache' ? !isOffline : isOffline) return { ok: false, error: { code: 'offline', retryable: true } };
    const from = cursor === undefined ? count : Number(cursor) - 1;
    const items = Array.from({ length: Math.min(limit, from) }, (_, n) => ({ id: String(from - n) }));
    const last = items.at(-1)?.id;
    return {
      ok: true,
      data: { items, nextCursor: last === '1' ? null : (last ?? null) },
      asOf: 7,
      source,
      isStale: false,
    };
  };
  const entry = new ListEntry(accountStatement, { account: 'cash' }, ask, new TestTimers());
  return { entry, asked, goOffline: () => (isOffline = true) };
}

describe('ListEntry', () => {
  it('reads page after page to the end', async () => {
    const { entry, asked } = listOf(45);
    await watched(entry);
    expect(entry.snapshot()).toMatchObject({ hasMore: true, asOf: 7, isLoading: false });
    expect(entry.snapshot().items).toHaveLength(PAGE_SIZE);
    await entry.loadMore();
    await entry.loadMore();
    expect(entry.snapshot().items?.map(({ id }) => Number(id))).toEqual(Array.from({ length: 45 }, (_, n) => 45 - n));
    expect(entry.snapshot().hasMore).toBe(false);
    const before = asked.length;
    await entry.loadMore();
    expect(asked).toHaveLength(before);
  });

  it('takes older pages from the device when there is no connection', async () => {
    const { entry, goOffline } = listOf(45);
    await watched(entry);
    goOffline();
    await entry.loadMore();
    expect(entry.snapshot().items).toHaveLength(45);
    expect(entry.snapshot().error).toBeNull();
  });
});
