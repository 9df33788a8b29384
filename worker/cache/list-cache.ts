/**
 * Cached lists, paged by key and never by offset.
 *
 * [Note: Contiguous lists] The rows of a list (`ScopeRow`) are always without gaps from the newest on: a first page
 * that does not touch what is there throws the older rows away, and a later page is only kept when the row that its
 * cursor stands for is there. So a page read from here never skips anything that the server had between its rows.
 *
 * [Note: Cursors] Cursors are the server's and opaque. The one that came with a page is kept on the page's last row,
 * and a page is read up to such a row: the cursor that is handed out works on the network and here alike. Where the
 * asked-for limit falls between two of them, the page ends at the last one before it (fewer rows) or, when there is
 * none, at the first one after it (more rows, at most the server's own page size).
 *
 * An item's `sort` field never changes (contract/call.ts: lists are by when something was made).
 */
import type { ListPolicy } from '../../contract/call';
import { MAX_PAGE_SIZE } from '../../contract/paging';
import { UnreadableRowError, type RowCipher } from '../session/row-cipher';
import { HIGHEST, LOWEST, type Database, type Key, type Range, type Table, type TablesOf } from './database';
import { orderOf, listRowKey, type CacheTables, type ListRow, type ScopeRow } from './schema';
import { nextSequence } from './sequence';
import type { Store } from './store';

/** Names one cached list. */
export interface ListKey {
  partition: string;
  /** The call with its filters, without cursor and limit. */
  list: string;
  call: string;
  /** Fingerprint of this version's answers; a list of another one is not read and begins anew. */
  shape?: string | undefined;
}

export interface PageItem {
  id: string;
  sort: number;
  /** The row's kind in clear, for reading by kind; see [Note: In clear] in list-search.ts. */
  tag?: string;
  item: unknown;
}

export interface FetchedPage {
  /** The page was asked for with this cursor; null for the newest rows. */
  cursor: string | null;
  items: readonly PageItem[];
  nextCursor: string | null;
  asOf: number;
  /** A write made the list stale while the page was on its way. */
  isStale: boolean;
}

export interface CachedPage {
  items: unknown[];
  nextCursor: string | null;
  /** Time of the page's oldest answer by the server's clock, UTC ms. */
  asOf: number;
  isStale: boolean;
  /** Sequence of the newest first page; of two the higher is the later. */
  sequence: number | undefined;
}

/** The rows of a page as they are kept, before they are unsealed. */
interface SealedPage {
  rows: ListRow[];
  nextCursor: string | null;
}

const DEFAULT_LIMIT = 20;

export class ListCache {
  constructor(
    private readonly store: Store<CacheTables>,
    private readonly cipher: RowCipher,
  ) {}

  /** A page from the cache, or null when it is not there without gaps. */
  async read(key: ListKey, cursor: string | null, limit = DEFAULT_LIMIT): Promise<CachedPage | null> {
    const found = await this.store.run((database) => findPage(database, key, cursor, limit));
    if (!found) return null;
    const { scope, page } = found;
    try {
      const items = await Promise.all(page.rows.map((row) => this.cipher.open(rowContext(row), row.body)));
      return {
        items,
        nextCursor: page.nextCursor,
        sequence: scope.sequence,
        asOf: page.rows.reduce((oldest, row) => Math.min(oldest, row.asOf), page.rows[0]?.asOf ?? scope.asOf),
        isStale:
          page.rows.some((row) => row.revision < scope.revision) ||
          (cursor === null && scope.freshRevision < scope.revision),
      };
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      await this.store.run((database) => dropFrom(database, key, page.rows[0]));
      return null;
    }
  }

  /**
   * The rows of a page, by the policy's sort field and tag.
   * @throws TypeError when the contract's output has not the shape that its own policy asks for
   */
  pageOf(data: unknown, { sort, tag }: ListPolicy): { items: PageItem[]; nextCursor: string | null } {
    const { items, nextCursor } = data as { items: Record<string, unknown>[]; nextCursor: string | null };
    return {
      nextCursor,
      items: items.map((item) => {
        const { id, [sort]: position } = item;
        const kind = tag === undefined ? undefined : item[tag];
        if (typeof id !== 'string' || typeof position !== 'number') throw new TypeError(`no list rows by ${sort}`);
        return { id, sort: position, item, ...(typeof kind === 'string' ? { tag: kind } : {}) };
      }),
    };
  }

  /** Keeps a page that the server answered, in one transaction. @returns the sequence of a first page that was kept */
  async write(key: ListKey, page: FetchedPage): Promise<number | undefined> {
    const last = page.items.length - 1;
    const rows = await Promise.all(
      page.items.map(async ({ id, sort, tag, item }, index) => {
        const rowKey = { partition: key.partition, list: key.list, sort, order: orderOf(id) };
        const cursor = index === last ? page.nextCursor : null;
        const body = await this.cipher.seal(rowContext(rowKey), item);
        const clear = { ...(cursor === null ? {} : { cursor }), ...(tag === undefined ? {} : { tag }) };
        return { ...rowKey, ...clear, asOf: page.asOf, revision: 0, body };
      }),
    );
    return this.store.run((database) =>
      database.atomically(['rows', 'scopes', 'meta'], (tables) => storePage(tables, key, page, rows)),
    );
  }
}

export function rowContext({
  partition,
  list,
  sort,
  order,
}: Pick<ListRow, 'partition' | 'list' | 'sort' | 'order'>): string {
  return `row ${partition} ${list} ${sort} ${order}`;
}

/** All rows of the list. */
export function listRange(key: ListKey): Range {
  return olderThan(key, undefined);
}

/** All rows of the list that are older than `above`, or all when it is absent. */
function olderThan({ partition, list }: ListKey, above: ListRow | undefined): Range {
  const upper: Key = above ? listRowKey(above) : [partition, list, HIGHEST];
  return { lower: [partition, list, LOWEST], upper, isUpperOpen: true };
}

async function findPage(
  database: Database<CacheTables>,
  key: ListKey,
  cursor: string | null,
  limit: number,
): Promise<{ scope: ScopeRow; page: SealedPage } | null> {
  return database.snapshot(['rows', 'scopes'], (tables) => findPageIn(tables, key, cursor, limit));
}

async function findPageIn(
  tables: TablesOf<CacheTables>,
  key: ListKey,
  cursor: string | null,
  limit: number,
): Promise<{ scope: ScopeRow; page: SealedPage } | null> {
  // Requests that do not wait for each other are sent at once.
  const [scope, above, newest] = await Promise.all([
    tables.scopes.get([key.partition, key.list]),
    boundaryOf(tables.rows, key, cursor),
    cursor === null ? tables.rows.newest(listRange(key), limit + 1) : null,
  ]);
  if (scope?.shape !== key.shape || !scope || (cursor !== null && !above)) return null;
  const older = olderThan(key, above);
  const near = cutPage(newest ?? (await tables.rows.newest(older, limit + 1)), limit, scope.isComplete);
  if (near) return { scope, page: near };
  const far = cutPage(await tables.rows.newest(older, MAX_PAGE_SIZE + 1), MAX_PAGE_SIZE, scope.isComplete, 'first');
  return far && { scope, page: far };
}

/**
 * The page at the start of `rows` (newest first, one more than `limit` where there are so many): all of them when the
 * list ends within it, else up to the last (or first) row with a cursor. Null when there is no such row.
 */
function cutPage(
  rows: ListRow[],
  limit: number,
  isComplete: boolean,
  which: 'last' | 'first' = 'last',
): SealedPage | null {
  const hasCursor = (row: ListRow) => row.cursor !== undefined;
  const within = rows.slice(0, limit);
  if (isComplete && rows.length <= limit && (which === 'last' || !within.some(hasCursor))) {
    return { rows: within, nextCursor: null };
  }
  const end = which === 'last' ? within.findLastIndex(hasCursor) : within.findIndex(hasCursor);
  const last = within[end];
  return last?.cursor === undefined ? null : { rows: within.slice(0, end + 1), nextCursor: last.cursor };
}

async function boundaryOf(
  rows: Table<ListRow>,
  { partition, list }: ListKey,
  cursor: string | null,
): Promise<ListRow | undefined> {
  if (cursor === null) return undefined;
  const key = [partition, list, cursor];
  const [row] = await rows.newest({ index: '[partition+list+cursor]', lower: key, upper: key }, 1);
  return row;
}

/** See [Note: Contiguous lists]. `rows` are the page's, sealed. */
async function storePage(
  tables: TablesOf<CacheTables>,
  key: ListKey,
  page: FetchedPage,
  rows: ListRow[],
): Promise<number | undefined> {
  const oldest = rows.at(-1);
  // An empty page that is not the last one tells nothing about where it is.
  if (!oldest && page.nextCursor !== null) return undefined;
  const scopeKey = [key.partition, key.list];
  const [kept, above] = await Promise.all([tables.scopes.get(scopeKey), boundaryOf(tables.rows, key, page.cursor)]);
  const scope = kept?.shape === key.shape ? kept : undefined;
  if (kept && !scope) {
    await tables.rows.deleteRange(listRange(key));
    await tables.scopes.deleteAll([scopeKey]);
  }
  if (page.cursor !== null && (!scope || !above)) return undefined;

  const touches = page.cursor !== null || (await touchesTop(tables.rows, key, oldest));
  const covered = olderThan(key, above);
  if (page.nextCursor !== null && touches && oldest) covered.lower = listRowKey(oldest);
  const replaced = await tables.rows.all(covered);
  const cursors = new Map(replaced.map((row) => [rowContext(row), row.cursor]));
  const stays = new Set(rows.map(rowContext));

  const current = scope?.revision ?? 1;
  const revision = page.isStale ? current - 1 : current;
  await tables.rows.deleteAll(replaced.filter((row) => !stays.has(rowContext(row))).map(listRowKey));
  await tables.rows.putAll(rows.map((row) => withCursor({ ...row, revision }, cursors.get(rowContext(row)), oldest)));
  // Only a list that was complete can stay so below a page that is not its last.
  const mayBeComplete = page.nextCursor !== null && oldest !== undefined && scope?.isComplete === true;
  const staysComplete = mayBeComplete && (await tables.rows.newest(olderThan(key, oldest), 1)).length > 0;
  const sequence = page.cursor === null ? await nextSequence(tables.meta) : undefined;
  await tables.scopes.putAll([
    {
      ...key,
      sequence: sequence ?? scope?.sequence,
      revision: current,
      isComplete: page.nextCursor === null || staysComplete,
      asOf: page.cursor === null ? page.asOf : (scope?.asOf ?? page.asOf),
      freshRevision: page.cursor === null ? revision : (scope?.freshRevision ?? revision),
    },
  ]);
  return sequence;
}

/** Pages on screen hold cursors of rows that a newer page now covers: those still mark the same place. */
function withCursor(row: ListRow, former: string | undefined, oldest: ListRow | undefined): ListRow {
  const isLast = oldest !== undefined && rowContext(row) === rowContext(oldest);
  return isLast || former === undefined ? row : { ...row, cursor: former };
}

/** Returns whether a first page reaches down to the newest kept row: then nothing can be missing between them. */
async function touchesTop(table: Table<ListRow>, key: ListKey, oldest: ListRow | undefined): Promise<boolean> {
  const [newest] = await table.newest(olderThan(key, undefined), 1);
  if (!newest || !oldest) return false;
  return newest.sort > oldest.sort || (newest.sort === oldest.sort && newest.order >= oldest.order);
}

/** An unreadable row leaves a hole: the rows from this page on are deleted, and what is newer stays. */
export async function dropFrom(
  database: Database<CacheTables>,
  key: ListKey,
  first: ListRow | undefined,
): Promise<void> {
  await database.atomically(['rows', 'scopes'], async ({ rows, scopes }) => {
    const scope = await scopes.get([key.partition, key.list]);
    if (!scope || !first) return;
    await rows.deleteRange({ ...olderThan(key, first), isUpperOpen: false });
    const isEmpty = (await rows.newest(olderThan(key, undefined), 1)).length === 0;
    if (isEmpty) await scopes.deleteAll([[key.partition, key.list]]);
    else await scopes.putAll([{ ...scope, isComplete: false }]);
  });
}
