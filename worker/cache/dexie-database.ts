import type { Table as DexieTable } from 'dexie';
import { Dexie } from 'dexie/dist/modern/dexie.min.mjs';
import type { Database, Key, Range, Shape, Table, TablesOf } from './database';

export interface IndexedDbTools {
  indexedDB: IDBFactory;
  keyRange: typeof IDBKeyRange;
}

/** How the database looks; a change of kept rows needs a new number with an upgrade. */
const VERSION = 2;

/**
 * @param onDeleted another tab deletes this database; the connection is let go so that it can
 * @throws when the browser refuses
 */
export async function openDexieDatabase<Tables>(
  name: string,
  shape: Shape<Tables>,
  { indexedDB, keyRange }: IndexedDbTools,
  onDeleted: () => void,
): Promise<Database<Tables>> {
  const dexie = new Dexie(name, { indexedDB, IDBKeyRange: keyRange, autoOpen: false });
  const names = Object.keys(shape) as (keyof Tables & string)[];
  dexie.version(VERSION).stores(Object.fromEntries(names.map((table) => [table, shape[table].join(', ')])));
  dexie.on('versionchange', (event) => {
    if (event.newVersion === null) onDeleted();
    dexie.close();
    return false;
  });
  await dexie.open();
  const tables = Object.fromEntries(names.map((table) => [table, adapt(dexie.table<unknown, Key>(table))]));
  return {
    mode: 'persistent',
    tables: tables as unknown as TablesOf<Tables>,
    atomically: (used, work) => dexie.transaction('rw', [...used], work),
    snapshot: (used, work) => dexie.transaction('r', [...used], work),
    close: () => dexie.close(),
  };
}

/** Waits as long as another tab holds the database open. */
export async function deleteDexieDatabase(name: string, { indexedDB, keyRange }: IndexedDbTools): Promise<void> {
  await new Dexie(name, { indexedDB, IDBKeyRange: keyRange }).delete();
}

function adapt<Row>(table: DexieTable<Row, Key>): Table<Row> {
  const select = ({ index = ':id', lower, upper, isUpperOpen = false }: Range) =>
    table.where(index).between(lower, upper, true, !isUpperOpen);
  return {
    get: (key) => table.get(key),
    putAll: async (rows) => {
      await table.bulkPut(rows);
    },
    deleteAll: (keys) => table.bulkDelete([...keys]),
    newest: (range, limit) => select(range).reverse().limit(limit).toArray(),
    oldest: (range, limit) => select(range).limit(limit).toArray(),
    all: (range) => (range ? select(range) : table.toCollection()).toArray(),
    count: (range) => select(range).count(),
    deleteRange: async (range) => {
      await select(range).delete();
    },
    clear: () => table.clear(),
  };
}
