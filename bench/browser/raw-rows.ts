/** The limit of the cache: the same rows in the same keys and indexes, put and read by bare IndexedDB. */
import type { ListRow } from '../../worker/cache/schema';

const ROWS = 'rows';
const KEY = ['partition', 'list', 'sort', 'order'];
const CURSOR_KEY = ['partition', 'list', 'cursor'];
const TAG_KEY = ['partition', 'list', 'tag', 'sort', 'order'];

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

export async function openRawRows(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    const rows = opening.result.createObjectStore(ROWS, { keyPath: KEY });
    rows.createIndex('cursor', CURSOR_KEY);
    rows.createIndex('tag', TAG_KEY);
  };
  return resultOf(opening);
}

/** One transaction, all requests at once, resolved when it is complete. */
export function putRows(database: IDBDatabase, rows: readonly ListRow[]): Promise<void> {
  const transaction = database.transaction(ROWS, 'readwrite');
  const store = transaction.objectStore(ROWS);
  for (const row of rows) store.put(row);
  transaction.commit();
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
  });
}

/** The newest `count` rows in the range, by a cursor that walks backwards. */
export function newestByCursor(database: IDBDatabase, range: IDBKeyRange, count: number): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  const request = database.transaction(ROWS).objectStore(ROWS).openCursor(range, 'prev');
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

/** All rows of a range whose both ends are known: the least that any page costs. */
export function allInRange(database: IDBDatabase, range: IDBKeyRange): Promise<ListRow[]> {
  return resultOf(database.transaction(ROWS).objectStore(ROWS).getAll(range)) as Promise<ListRow[]>;
}
