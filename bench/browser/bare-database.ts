/** The limit of the database under the cache: the same operations by bare IndexedDB requests, with nothing around them. */
import type { Database, Range, Table, TablesOf } from '../../worker/cache/database';
import { USER_LAYOUT, type ListRow, type UserTables } from '../../worker/cache/schema';

const NAMES = Object.keys(USER_LAYOUT) as (keyof UserTables)[];

export interface BareDatabase extends Database<UserTables> {
  /** Rows of a list from the highest key down, by a cursor that walks from row to row. */
  newestByCursor(range: Range, count: number): Promise<ListRow[]>;
}

/** Opens a database of the product's tables, keys and indexes. */
export async function openBareDatabase(name: string): Promise<BareDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    for (const table of NAMES) {
      const [primary, ...indexes] = USER_LAYOUT[table];
      const store = opening.result.createObjectStore(table, { keyPath: keyPathOf(primary) });
      for (const index of indexes) store.createIndex(index, keyPathOf(index));
    }
  };
  const connection = await resultOf(opening);
  const tablesBy = (access: (table: string) => Access) =>
    Object.fromEntries(NAMES.map((table) => [table, createTable(access(table))])) as unknown as TablesOf<UserTables>;
  const within = (transaction: IDBTransaction) =>
    tablesBy((table) => (_mode, work) => work(transaction.objectStore(table)));

  async function transact<R>(
    used: readonly string[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => Promise<R>,
  ): Promise<R> {
    const transaction = connection.transaction(used, mode);
    const result = await work(transaction);
    if (mode === 'readonly') return result;
    transaction.commit();
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
    });
    return result;
  }

  return {
    mode: 'persistent',
    tables: tablesBy((table) => (mode, work) => transact([table], mode, (begun) => work(begun.objectStore(table)))),
    atomically: (used, work) => transact(used, 'readwrite', (begun) => work(within(begun))),
    snapshot: (used, work) => transact(used, 'readonly', (begun) => work(within(begun))),
    close: () => connection.close(),
    newestByCursor: (range, count) =>
      transact(['rows'], 'readonly', (begun) => walk(begun.objectStore('rows'), range, count)),
  };
}

function walk(store: IDBObjectStore, range: Range, count: number): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  const request = store.openCursor(keysOf(range), 'prev');
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor) rows.push(cursor.value as ListRow);
      if (!cursor || rows.length === count) resolve(rows);
      else cursor.continue();
    };
  });
}

const keysOf = ({ lower, upper, isUpperOpen = false }: Range) => IDBKeyRange.bound(lower, upper, false, isUpperOpen);

const keyPathOf = (path: string) => (path.startsWith('[') ? path.slice(1, -1).split('+') : path);

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

type Access = <R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<R>) => Promise<R>;

/** Chromium 141: `getAll` also from the highest key down. */
interface DirectedSource {
  getAll(options: { query: IDBKeyRange; count: number; direction: 'prev' }): IDBRequest<unknown[]>;
}

function createTable(access: Access): Table<never> {
  const read = <R>(range: Range, work: (source: IDBObjectStore | IDBIndex, keys: IDBKeyRange) => IDBRequest<R>) =>
    access('readonly', (store) =>
      resultOf(work(range.index === undefined ? store : store.index(range.index), keysOf(range))),
    );
  const table: Table<unknown> = {
    get: (key) => access('readonly', (store) => resultOf(store.get(key))),
    putAll: (rows) => access('readwrite', (store) => lastOf(rows, (row) => store.put(row))),
    deleteAll: (keys) => access('readwrite', (store) => lastOf(keys, (key) => store.delete(key))),
    newest: (range, count) =>
      read(range, (source, query) => (source as unknown as DirectedSource).getAll({ query, count, direction: 'prev' })),
    oldest: (range, limit) => read(range, (source, keys) => source.getAll(keys, limit)),
    all: (range) =>
      range
        ? read(range, (source, keys) => source.getAll(keys))
        : access('readonly', (store) => resultOf(store.getAll())),
    count: (range) => read(range, (source, keys) => source.count(keys)),
    deleteRange: (range) => access('readwrite', (store) => resultOf(store.delete(keysOf(range)))),
    clear: () => access('readwrite', (store) => resultOf(store.clear())),
  };
  return table as Table<never>;
}

/** Sends all requests and waits for the last: they are carried out in order. */
async function lastOf<T>(values: readonly T[], request: (value: T) => IDBRequest): Promise<void> {
  let last: IDBRequest | undefined;
  for (const value of values) last = request(value);
  if (last) await resultOf(last);
}
