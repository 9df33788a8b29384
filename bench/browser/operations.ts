/** In a worker: each operation of the database under the cache, through Dexie and by bare IndexedDB. */
import { expose } from 'comlink';
import { HIGHEST, LOWEST, type Database, type Key, type Range } from '../../worker/cache/database';
import { openIndexedDatabase } from '../../worker/cache/indexed-database';
import { listRowKey, USER_LAYOUT, type UserTables } from '../../worker/cache/schema';
import { compare, type Comparison, type Rounds, type Side } from '../measure';
import { openBareDatabase } from './bare-database';
import { keptRow } from './statement';

export interface OperationSettings {
  /** Rows that are there before. */
  rows: number;
  /** Operations per round. */
  times: number;
  rounds: Rounds;
}

const BULK = 200;
const PAGE = 20;
const COUNTED = 1_000;
const LIST = 'accountStatement {"account":"cash"}';
const OTHER_LIST = 'accountStatement {"account":"other"}';
const META_KEY = 'sequence';

const rowsFrom = (from: number, size: number, list = LIST) =>
  Array.from({ length: size }, (_, index) => keptRow({ partition: '10', list }, from + index));

const wholeOf = (list: string): Range => ({ lower: ['10', list, LOWEST], upper: ['10', list, HIGHEST] });

interface Operation {
  subject: string;
  /** Before each run, not measured. */
  before?: (database: Database<UserTables>) => Promise<unknown>;
  run: (database: Database<UserTables>, turn: number) => Promise<unknown>;
}

/** @param rows the rows that are there */
function operationsOn(rows: number): Operation[] {
  const bulk = rowsFrom(rows, BULK, OTHER_LIST);
  const keys = rowsFrom(0, rows).map(listRowKey);
  const keyAt = (index: number): Key => keys[index] ?? [];
  /** The rows of these numbers; keys fall as numbers rise. */
  const between = (newest: number, oldest: number): Range => ({ lower: keyAt(oldest), upper: keyAt(newest) });
  const somewhere = (turn: number) => (turn * 7_919) % (rows - COUNTED);
  const refill = ({ tables }: Database<UserTables>) => tables.rows.putAll(bulk);
  const [one] = bulk;
  if (!one) throw new RangeError('no row');
  const scope = { partition: '10', list: LIST };
  return [
    { subject: 'get a row', run: ({ tables }, turn) => tables.rows.get(keyAt(somewhere(turn))) },
    { subject: 'put a row', run: ({ tables }) => tables.rows.putAll([one]) },
    { subject: `put ${BULK} rows`, run: ({ tables }) => tables.rows.putAll(bulk) },
    {
      subject: `put ${BULK} rows within a transaction`,
      run: (database) => database.atomically(['rows'], (tables) => tables.rows.putAll(bulk)),
    },
    {
      subject: `the newest ${PAGE} rows of a range`,
      run: ({ tables }, turn) => tables.rows.newest(between(somewhere(turn), rows - 1), PAGE),
    },
    {
      subject: `the newest ${PAGE} rows of a kind, by index`,
      run: ({ tables }) =>
        tables.rows.newest(
          {
            index: '[partition+list+tag+sort+order]',
            lower: ['10', LIST, 'airdrop', LOWEST],
            upper: ['10', LIST, 'airdrop', HIGHEST],
          },
          PAGE,
        ),
    },
    {
      subject: `the oldest ${PAGE} rows of a range`,
      run: ({ tables }, turn) => tables.rows.oldest(between(somewhere(turn), rows - 1), PAGE),
    },
    {
      subject: `all ${BULK} rows of a range`,
      run: ({ tables }, turn) => tables.rows.all(between(somewhere(turn), somewhere(turn) + BULK - 1)),
    },
    {
      subject: `count ${COUNTED} rows of a range`,
      run: ({ tables }, turn) => tables.rows.count(between(somewhere(turn), somewhere(turn) + COUNTED - 1)),
    },
    {
      subject: `delete ${BULK} rows by key`,
      before: refill,
      run: ({ tables }) => tables.rows.deleteAll(bulk.map(listRowKey)),
    },
    {
      subject: `delete a range of ${BULK} rows`,
      before: refill,
      run: ({ tables }) => tables.rows.deleteRange(wholeOf(OTHER_LIST)),
    },
    {
      subject: `clear a table of ${BULK} rows`,
      before: ({ tables }) => tables.drafts.putAll(bulk.map(({ body, order }) => ({ form: order, body }))),
      run: ({ tables }) => tables.drafts.clear(),
    },
    {
      subject: 'a transaction of a read and a write',
      run: (database, turn) =>
        database.atomically(['meta'], async ({ meta }) => {
          await meta.get(META_KEY);
          await meta.putAll([{ key: META_KEY, value: turn }]);
        }),
    },
    {
      subject: 'a transaction that keeps an answer: three reads, three writes',
      run: (database, turn) =>
        database.atomically(['rows', 'scopes', 'meta'], async (tables) => {
          await Promise.all([tables.scopes.get([scope.partition, scope.list]), tables.rows.newest(wholeOf(LIST), 1)]);
          await tables.rows.putAll([one]);
          await tables.meta.get(META_KEY);
          await tables.meta.putAll([{ key: META_KEY, value: turn }]);
          await tables.scopes.putAll([
            { ...scope, call: 'accountStatement', isComplete: false, revision: 1, freshRevision: 1, asOf: turn },
          ]);
        }),
    },
    {
      subject: `a snapshot of a row and a page of ${PAGE}`,
      run: (database) =>
        database.snapshot(['rows', 'scopes'], (tables) =>
          Promise.all([tables.scopes.get([scope.partition, scope.list]), tables.rows.newest(wholeOf(LIST), PAGE)]),
        ),
    },
  ];
}

function sideOf(name: string, database: Database<UserTables>, operation: Operation, times: number): Side {
  let turn = 0;
  return {
    name,
    round: async () => {
      let spent = 0;
      for (let count = 0; count < times; count += 1) {
        await operation.before?.(database);
        const startedAt = performance.now();
        await operation.run(database, (turn += 1));
        spent += performance.now() - startedAt;
      }
      return spent / times;
    },
  };
}

async function run({ rows, times, rounds }: OperationSettings): Promise<Comparison[]> {
  const bare = await openBareDatabase('bench-bare');
  const dexie = await openIndexedDatabase('bench-dexie', USER_LAYOUT, { indexedDB, keyRange: IDBKeyRange }, () => {});
  for (const { tables } of [bare, dexie]) {
    for (let from = 0; from < rows; from += COUNTED) await tables.rows.putAll(rowsFrom(from, COUNTED));
  }
  const comparisons: Comparison[] = [];
  for (const operation of operationsOn(rows)) {
    const sides = [sideOf('bare IndexedDB', bare, operation, times), sideOf('Dexie', dexie, operation, times)] as const;
    comparisons.push(...(await compare(operation.subject, 'ms', [sides[0]], [sides[1]], rounds)));
  }
  return comparisons;
}

expose({ run });
