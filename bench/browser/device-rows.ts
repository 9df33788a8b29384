/** In a page beside the app, by bare IndexedDB: gives the app's database the layout of before, and says what is in it. */

/** The layout of before has no such index. */
const NEW_INDEX = '[partition+list+tag+sort+order]';
const NEW_INDEX_PATH = ['partition', 'list', 'tag', 'sort', 'order'];
const ROWS = 'rows';
const [VERSION_BEFORE, VERSION] = [10, 20];
const CHUNK = 5_000;

export interface DeviceRows {
  databaseName(): Promise<string>;
  layOutAsBefore(from: string, into: string): Promise<void>;
  upgradeMs(name: string): Promise<number>;
  countByList(name: string): Promise<Record<string, number>>;
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

function open(name: string, version?: number, onUpgrade: (request: IDBOpenDBRequest) => void = () => {}) {
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => onUpgrade(opening);
  return resultOf(opening);
}

interface KeptTable {
  name: string;
  keyPath: string | string[];
  indexes: { name: string; keyPath: string | string[] }[];
  rows: unknown[];
}

async function readAll(name: string): Promise<KeptTable[]> {
  const database = await open(name);
  const tables: KeptTable[] = [];
  for (const table of database.objectStoreNames) {
    const store = database.transaction(table).objectStore(table);
    const indexes = [...store.indexNames].map((one) => ({ name: one, keyPath: store.index(one).keyPath }));
    const { keyPath } = store;
    tables.push({ name: table, keyPath: keyPath ?? '', indexes, rows: await resultOf(store.getAll()) });
  }
  database.close();
  return tables;
}

async function layOutAsBefore(from: string, into: string): Promise<void> {
  const tables = await readAll(from);
  await resultOf(indexedDB.deleteDatabase(into));
  const database = await open(into, VERSION_BEFORE, ({ result }) => {
    for (const { name, keyPath, indexes } of tables) {
      const store = result.createObjectStore(name, { keyPath });
      for (const index of indexes) if (index.name !== NEW_INDEX) store.createIndex(index.name, index.keyPath);
    }
  });
  for (const { name, rows } of tables) {
    for (let start = 0; start < rows.length; start += CHUNK) {
      const transaction = database.transaction(name, 'readwrite');
      for (const row of rows.slice(start, start + CHUNK)) transaction.objectStore(name).put(row);
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
      });
    }
  }
  database.close();
}

/** The least that the upgrade costs: the browser makes the index over the rows that are there. */
async function upgradeMs(name: string): Promise<number> {
  const startedAt = performance.now();
  const database = await open(name, VERSION, ({ transaction }) => {
    transaction?.objectStore(ROWS).createIndex(NEW_INDEX, NEW_INDEX_PATH);
  });
  const spent = performance.now() - startedAt;
  database.close();
  return spent;
}

/** Rows of each list. @throws Error when the database is not of the new layout */
async function countByList(name: string): Promise<Record<string, number>> {
  const database = await open(name);
  if (database.version !== VERSION) throw new Error(`the layout is of version ${database.version}`);
  const transaction = database.transaction(['scopes', ROWS]);
  if (!transaction.objectStore(ROWS).indexNames.contains(NEW_INDEX)) throw new Error('the index was not made');
  const scopes = (await resultOf(transaction.objectStore('scopes').getAll())) as { partition: string; list: string }[];
  const counts: Record<string, number> = {};
  for (const { partition, list } of scopes) {
    const range = IDBKeyRange.bound([partition, list], [partition, list, []]);
    counts[list] = await resultOf(database.transaction(ROWS).objectStore(ROWS).count(range));
  }
  database.close();
  return counts;
}

async function databaseName(): Promise<string> {
  const name = (await indexedDB.databases()).find((one) => one.name?.includes('-user-'))?.name;
  if (name === undefined) throw new Error('nobody has a database here');
  return name;
}

Object.assign(globalThis, { deviceRows: { databaseName, layOutAsBefore, upgradeMs, countByList } });
