/**
 * IndexedDB as the data layer needs it. Dexie owns the database: its layout, versions, opening and deleting. Rows go through
 * the connection that Dexie opened, by requests of our own: bulk puts and pages cost less so (docs/benchmarks.md, Cache).
 */
import { Dexie } from 'dexie/dist/modern/dexie.min.mjs';
import type { Database, Range, Shape, Table, TablesOf } from './database';

export interface IndexedDbTools {
  indexedDB: IDBFactory;
  keyRange: typeof IDBKeyRange;
}

/** Number of the database's layout; a change of kept rows needs a new number with an upgrade. */
const VERSION = 2;

/**
 * @param onDeleted another tab deletes this database; the connection is let go so that it can
 * @param onUpgrade rows of another layout are there, and the browser begins to change it
 * @throws when the browser refuses
 */
export async function openIndexedDatabase<Tables>(
  name: string,
  shape: Shape<Tables>,
  tools: IndexedDbTools,
  onDeleted: () => void,
  onUpgrade: () => void = () => {},
): Promise<Database<Tables>> {
  const dexie = managed(name, tools);
  const names = Object.keys(shape) as (keyof Tables & string)[];
  dexie
    .version(VERSION)
    .stores(Object.fromEntries(names.map((table) => [table, shape[table].join(', ')])))
    .upgrade(onUpgrade);
  dexie.on('versionchange', (event) => {
    if (event.newVersion === null) onDeleted();
    dexie.close();
    return false;
  });
  await dexie.open();
  const connection = dexie.backendDB();
  const tablesBy = (access: (table: string) => Access): TablesOf<Tables> =>
    Object.fromEntries(names.map((table) => [table, createTable(access(table), tools)])) as unknown as TablesOf<Tables>;

  async function transact<R>(
    used: string[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => Promise<R>,
  ) {
    const transaction = connection.transaction(used, mode);
    const ended = endOf(transaction);
    try {
      const result = await work(transaction);
      // A read need not wait for the transaction's end: its result is the same.
      if (mode === 'readonly') return result;
      commit(transaction);
      await ended;
      return result;
    } catch (error) {
      abort(transaction);
      await ended.catch(() => {});
      throw transaction.error ?? error;
    }
  }

  const within = (transaction: IDBTransaction) =>
    tablesBy((table) => (_mode, work) => work(transaction.objectStore(table)));
  return {
    mode: 'persistent',
    tables: tablesBy((table) => (mode, work) => transact([table], mode, (begun) => work(begun.objectStore(table)))),
    atomically: (used, work) => transact([...used], 'readwrite', (begun) => work(within(begun))),
    snapshot: (used, work) => transact([...used], 'readonly', (begun) => work(within(begun))),
    close: () => dexie.close(),
  };
}

/** Waits as long as another tab holds the database open. */
export async function deleteIndexedDatabase(name: string, tools: IndexedDbTools): Promise<void> {
  await managed(name, tools).delete();
}

function managed(name: string, { indexedDB, keyRange }: IndexedDbTools): Dexie {
  return new Dexie(name, { indexedDB, IDBKeyRange: keyRange, autoOpen: false });
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException('the request failed', 'UnknownError'));
  });
}

function endOf(transaction: IDBTransaction): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException('the transaction was aborted', 'AbortError'));
  });
  // Whoever waits for it hears of it; a read waits for its requests only.
  ended.catch(() => {});
  return ended;
}

/** Spares the browser finding out that nothing more will come. */
function commit(transaction: IDBTransaction): void {
  try {
    transaction.commit();
  } catch {
    // It has ended already, one way or the other.
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

/** Runs `work` on a table's store within a transaction: one of its own, or the one that is going on. */
type Access = <R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<R>) => Promise<R>;

/** Chromium 141, Firefox 141: `getAll` also from the highest key down. Others walk there by cursor, row by row. */
interface DirectedSource {
  getAll(options: { query: IDBKeyRange; count: number; direction: 'prev' }): IDBRequest<unknown[]>;
}

function createTable(access: Access, { indexedDB, keyRange }: IndexedDbTools): Table<never> {
  /** Null where no key can be: IndexedDB refuses such a range. */
  const keysOf = ({ lower, upper, isUpperOpen = false }: Range): IDBKeyRange | null => {
    const order = indexedDB.cmp(lower, upper);
    return order > 0 || (order === 0 && isUpperOpen) ? null : keyRange.bound(lower, upper, false, isUpperOpen);
  };
  const read = <R>(
    range: Range,
    nothing: R,
    work: (source: IDBObjectStore | IDBIndex, keys: IDBKeyRange) => Promise<R>,
  ) => {
    const keys = keysOf(range);
    if (!keys) return Promise.resolve(nothing);
    return access('readonly', (store) => work(range.index === undefined ? store : store.index(range.index), keys));
  };
  const table: Table<unknown> = {
    get: (key) => access('readonly', (store) => resultOf(store.get(key))),
    putAll: (rows) => access('readwrite', (store) => lastOf(rows, (row) => store.put(row))),
    deleteAll: (keys) => access('readwrite', (store) => lastOf(keys, (key) => store.delete(key))),
    newest: (range, limit) => read(range, [], (source, keys) => newestOf(source, keys, limit)),
    oldest: (range, limit) => read(range, [], (source, keys) => resultOf(source.getAll(keys, limit))),
    all: (range) =>
      range
        ? read(range, [], (source, keys) => resultOf(source.getAll(keys)))
        : access('readonly', (store) => resultOf(store.getAll())),
    count: (range) => read(range, 0, (source, keys) => resultOf(source.count(keys))),
    deleteRange: async (range) => {
      const keys = keysOf(range);
      if (keys) await access('readwrite', (store) => resultOf(store.delete(keys)));
    },
    clear: () => access('readwrite', (store) => resultOf(store.clear())),
  };
  return table as Table<never>;
}

/** Sends all requests and waits for the last: they are carried out in order, and one that fails ends the transaction. */
async function lastOf<T>(values: readonly T[], request: (value: T) => IDBRequest): Promise<void> {
  let last: IDBRequest | undefined;
  for (const value of values) last = request(value);
  if (last) await resultOf(last);
}

function newestOf(source: IDBObjectStore | IDBIndex, query: IDBKeyRange, count: number): Promise<unknown[]> {
  if ('getAllRecords' in source) {
    return resultOf((source as unknown as DirectedSource).getAll({ query, count, direction: 'prev' }));
  }
  const rows: unknown[] = [];
  const request = source.openCursor(query, 'prev');
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error ?? new DOMException('the request failed', 'UnknownError'));
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor) rows.push(cursor.value);
      if (!cursor || rows.length >= count) resolve(rows);
      else cursor.continue();
    };
  });
}
