/** IndexedDB as the data layer needs it, carried by Dexie: its layout and versions, tables, ranges and transactions. */
import { Dexie, type DBCore, type Table as DexieTable, type Transaction } from 'dexie/dist/modern/dexie.min.mjs';
import type { Database, Range, DatabaseLayout, Table, TablesOf } from './database';

export interface IndexedDbTools {
  indexedDB: IDBFactory;
  keyRange: typeof IDBKeyRange;
}

/**
 * Number of the database's layout; a change of kept rows needs a new number with an upgrade. A version of the app that is put back
 * finds a higher number than its own: Dexie opens that database as it is, and a table that it does not know stays unread.
 */
const VERSION = 3;

/**
 * @param onDeleted another tab deletes this database; the connection is let go so that it can
 * @param onUpgrade rows of another layout are there, and the browser begins to change it
 * @throws when the browser refuses
 */
export async function openIndexedDatabase<Tables>(
  name: string,
  layout: DatabaseLayout<Tables>,
  tools: IndexedDbTools,
  onDeleted: () => void,
  onUpgrade: () => void = () => {},
): Promise<Database<Tables>> {
  const dexie = managed(name, tools);
  const names = Object.keys(layout) as (keyof Tables & string)[];
  dexie
    .version(VERSION)
    .stores(Object.fromEntries(names.map((table) => [table, layout[table].join(', ')])))
    .upgrade(onUpgrade);
  dexie.on('versionchange', (event) => {
    if (event.newVersion === null) onDeleted();
    dexie.close();
    return false;
  });
  await dexie.open();
  const tablesOf = (source: Pick<Transaction, 'table'>, used: readonly string[]): TablesOf<Tables> =>
    Object.fromEntries(used.map((table) => [table, createTable(source.table(table))])) as unknown as TablesOf<Tables>;

  // No async function here: Dexie would follow each `await` of it with a zone of its own, which tables of a transaction do not need.
  const atomically: Database<Tables>['atomically'] = (used, work) =>
    carried(
      dexie.transaction('rw!', [...used], (begun) =>
        work(tablesOf(begun, used)).then((result) => {
          // Spares the browser finding out that nothing more will come.
          begun.idbtrans.commit();
          return result;
        }),
      ),
    );
  const tables = tablesOf(dexie, names);
  // Dexie keeps what it could of many rows, unless a transaction is around them.
  for (const table of names) tables[table].putAll = (rows) => atomically([table], (own) => own[table].putAll(rows));

  return {
    mode: 'persistent',
    tables,
    atomically,
    // A read need not wait for the transaction's end: its result is the same.
    snapshot: (used, work) =>
      new Promise((resolve, reject) => {
        const reading = dexie.transaction('r!', [...used], (begun) => work(tablesOf(begun, used)).then(resolve));
        reading.catch((error: unknown) => reject(plain(error)));
      }),
    close: () => dexie.close(),
  };
}

/** Waits as long as another tab holds the database open. */
export async function deleteIndexedDatabase(name: string, tools: IndexedDbTools): Promise<void> {
  await managed(name, tools).delete();
}

function managed(name: string, { indexedDB, keyRange }: IndexedDbTools): Dexie {
  const dexie = new Dexie(name, { indexedDB, IDBKeyRange: keyRange, autoOpen: false });
  // Nobody observes queries: without these two Dexie tells no other tab which keys have changed, and keeps no results.
  for (const observer of ['Observability', 'Cache']) dexie.unuse({ stack: 'dbcore', name: observer });
  dexie.use({ stack: 'dbcore', create: (core) => ({ ...core, transaction: begunOn(dexie, core) }) });
  return dexie;
}

/** Dexie would open a lost connection anew, without an end where the browser does not answer. The store has a deadline for it. */
function begunOn(dexie: Dexie, { transaction }: DBCore): DBCore['transaction'] {
  return (...wanted) => {
    try {
      return transaction(...wanted);
    } catch (error) {
      dexie.close();
      throw error;
    }
  };
}

async function carried<R>(work: PromiseLike<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    throw plain(error);
  }
}

/** The browser's own error, which says more than those that Dexie puts around it. */
function plain(error: unknown): unknown {
  const { failures, inner } = error as { failures?: unknown[]; inner?: unknown };
  return failures?.[0] ?? inner ?? error;
}

function createTable(kept: DexieTable<unknown, unknown>): Table<never> {
  const within = ({ index = ':id', lower, upper, isUpperOpen = false }: Range) =>
    kept.where(index).between(lower, upper, true, !isUpperOpen);
  const table: Table<unknown> = {
    get: (key) => carried(kept.get(key)),
    putAll: (rows) => carried(kept.bulkPut(rows)).then(() => {}),
    deleteAll: (keys) => carried(kept.bulkDelete([...keys])),
    newest: (range, limit) => carried(within(range).reverse().limit(limit).toArray()),
    oldest: (range, limit) => carried(within(range).limit(limit).toArray()),
    all: (range) => carried((range ? within(range) : kept).toArray()),
    count: (range) => carried(within(range).count()),
    deleteRange: (range) => carried(within(range).delete()).then(() => {}),
    clear: () => carried(kept.clear()),
  };
  return table as Table<never>;
}
