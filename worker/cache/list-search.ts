/**
 * Looks through a cached list without handing it to the page: one bounded step at a time, each from where the last one
 * ended. A step that nobody asks for is not made, so giving up is simply not asking again.
 *
 * [Note: In clear] Rows are sealed, and an index can only hold what is in clear. That is what the list's order needs,
 * the moment of each row, and for calls that declare it (contract/call.ts, `tag`) the kind: so kinds and dates are read
 * by key. Amounts, balances, references and names are in no index: looking for those unseals the rows of a batch,
 * compares them, and forgets all but the matches.
 */
import type { ListPolicy } from '../../contract/call';
import type { ListQuery, SearchPosition } from '../api';
import { UnreadableRowError, type RowCipher } from '../session/row-cipher';
import { HIGHEST, LOWEST, type Key, type Range } from './database';
import { dropFrom, listRange, rowContext, type ListKey } from './list-cache';
import type { CacheTables, ListRow } from './schema';
import type { Store } from './store';

/** Rows that one step unseals at most, and how many of them side by side: other calls get their turn between. */
export const ROWS_PER_STEP = 1_000;
const BATCH = 250;

export interface SearchStepOptions {
  query: ListQuery;
  policy: Pick<ListPolicy, 'tag' | 'search'>;
  /** The last row of the step before, null for the newest. */
  after: SearchPosition | null;
  /** Matches that are wanted. */
  limit: number;
}

export interface SearchStep {
  items: unknown[];
  /** The last row that was looked at; null when there was none at all. */
  position: SearchPosition | null;
  /** Nothing is kept beyond it that could match. */
  isEnd: boolean;
  /** Rows that were looked at. */
  looked: number;
}

/** @throws StoreClosedError */
export async function searchStep(
  store: Store<CacheTables>,
  cipher: RowCipher,
  key: ListKey,
  { query, policy, after, limit }: SearchStepOptions,
): Promise<SearchStep> {
  const step: SearchStep = { items: [], position: after, isEnd: false, looked: 0 };
  const isSealedAway = query.text !== undefined || Object.keys(query.fields ?? {}).length > 0;
  const most = isSealedAway ? ROWS_PER_STEP : limit;
  while (step.items.length < limit && step.looked < most && !step.isEnd) {
    const size = Math.min(isSealedAway ? BATCH : limit, most - step.looked);
    const range = rangeOf(key, query, step.position);
    const rows = range ? await store.run(({ tables }) => tables.rows.newest(range, size)) : [];
    const opened = await openAll(cipher, rows);
    take(step, rows, opened, limit, (item) => matches(item, query, policy));
    if (opened.length < rows.length && step.items.length < limit) {
      await store.run((database) => dropFrom(database, key, rows[opened.length]));
      return { ...step, isEnd: true };
    }
    // A batch that was only taken up to the last wanted match has more to give.
    step.isEnd = rows.length < size && step.items.length < limit;
  }
  return step;
}

/** The rows' items, up to the first that cannot be read. */
async function openAll(cipher: RowCipher, rows: readonly ListRow[]): Promise<unknown[]> {
  const opened = await Promise.all(
    rows.map((row) =>
      cipher.open(rowContext(row), row.body).catch((error: unknown) => {
        if (error instanceof UnreadableRowError) return UNREADABLE;
        throw error;
      }),
    ),
  );
  const end = opened.indexOf(UNREADABLE);
  return end < 0 ? opened : opened.slice(0, end);
}

const UNREADABLE = Symbol('unreadable');

/** Takes over the rows up to the one that fills the step. */
function take(
  step: SearchStep,
  rows: readonly ListRow[],
  opened: readonly unknown[],
  limit: number,
  fits: (item: unknown) => boolean,
): void {
  for (const [index, item] of opened.entries()) {
    const row = rows[index];
    if (!row || step.items.length === limit) return;
    if (fits(item)) step.items.push(item);
    step.position = { sort: row.sort, order: row.order };
    step.looked += 1;
  }
}

/** Rows that the keys alone leave over, newest first from `after` on; null when there can be none. */
export function rangeOf(key: ListKey, query: ListQuery, after: SearchPosition | null): Range | null {
  const { tag, from, until } = query;
  if (from !== undefined && until !== undefined && from >= until) return null;
  const head: Key[] = tag === undefined ? [key.partition, key.list] : [key.partition, key.list, tag];
  const tail: Key[] = after ? [after.sort, after.order] : [until ?? HIGHEST];
  return {
    ...(tag === undefined ? {} : { index: '[partition+list+tag+sort+order]' }),
    lower: [...head, from ?? LOWEST],
    upper: [...head, ...tail],
    isUpperOpen: true,
  };
}

/** Returns whether an unsealed item meets the conditions that keys cannot tell. Pure. */
export function matches(
  item: unknown,
  { fields, text, textTags }: ListQuery,
  { tag, search = [] }: Pick<ListPolicy, 'tag' | 'search'>,
): boolean {
  const values = item as Record<string, unknown>;
  for (const [name, wanted] of Object.entries(fields ?? {})) if (values[name] !== wanted) return false;
  if (text === undefined) return true;
  if (tag !== undefined && textTags?.some((kind) => values[tag] === kind)) return true;
  const needle = plain(text);
  return search.some((name) => plain(String(values[name] ?? '')).includes(needle));
}

/** As amounts are typed and shown: grouping commas, spaces, a typographic minus and the case do not matter. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s,]/g, '')
    .replace(/\u2212/g, '-');
}

export interface ListExtent {
  asOf: number;
  isStale: boolean;
  /** Moments of the newest and the oldest row that are kept; null for an empty list. */
  newestAt: number | null;
  oldestAt: number | null;
  /** The oldest kept row is the list's end. */
  isComplete: boolean;
  /** The gateway's cursor for what is older. */
  olderCursor: string | null;
}

/** Tells how far back a list is kept; null where nothing of it is kept. */
export function extentOf(store: Store<CacheTables>, key: ListKey): Promise<ListExtent | null> {
  return store.run((database) =>
    database.snapshot(['rows', 'scopes'], async ({ rows, scopes }) => {
      const scope = await scopes.get([key.partition, key.list]);
      if (scope?.shape !== key.shape || !scope) return null;
      const [newest] = await rows.newest(listRange(key), 1);
      const [oldest] = await rows.oldest(listRange(key), 1);
      return {
        asOf: scope.asOf,
        isStale: scope.freshRevision < scope.revision,
        newestAt: newest?.sort ?? null,
        oldestAt: oldest?.sort ?? null,
        isComplete: scope.isComplete,
        olderCursor: oldest?.cursor ?? null,
      };
    }),
  );
}

/** Counts the rows that the keys leave over: a search has to look at all of them. */
export function countIn(store: Store<CacheTables>, key: ListKey, query: ListQuery): Promise<number> {
  const range = rangeOf(key, query, null);
  return range ? store.run(({ tables }) => tables.rows.count(range)) : Promise.resolve(0);
}
