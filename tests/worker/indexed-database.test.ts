/** IndexedDB under the cache: ranges in both directions, layouts of other versions, transactions that fail. */
import { Dexie } from 'dexie/dist/modern/dexie.min.mjs';
import fc from 'fast-check';
import { IDBFactory, IDBIndex, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Key, DatabaseLayout } from '../../worker/cache/database';
import { openIndexedDatabase } from '../../worker/cache/indexed-database';
import { createMemoryDatabase } from '../../worker/cache/memory-database';
import { sequences } from '../support/seed';
import { withConnections } from './support/faulty-storage';

interface Tables {
  rows: { list: string; sort: number; tag?: string };
}

const LAYOUT: DatabaseLayout<Tables> = { rows: ['[list+sort]', '[list+tag+sort]'] };

let indexedDB: IDBFactory;

beforeEach(() => {
  indexedDB = new IDBFactory();
});

const openNamed = (name: string, factory: globalThis.IDBFactory = indexedDB) =>
  openIndexedDatabase<Tables>(name, LAYOUT, { indexedDB: factory, keyRange: IDBKeyRange }, () => {});

/** A factory that hands its connections to the test, before anybody else has them. */
function watchedFactory(onOpen: (connection: IDBDatabase) => void = () => {}) {
  const connections: IDBDatabase[] = [];
  const factory = withConnections(indexedDB, (connection) => {
    onOpen(connection);
    connections.push(connection);
  });
  return { factory, connections };
}

const row = fc.record(
  { list: fc.constantFrom('a', 'b'), sort: fc.integer({ min: 0, max: 9 }), tag: fc.constantFrom('x', 'y') },
  { requiredKeys: ['list', 'sort'] },
);
const bound = fc.oneof(
  fc.integer({ min: -1, max: 10 }),
  fc.constant(-Infinity),
  fc.constant([] as Key[]).map((highest) => [...highest]),
);

test.each(['by direction', 'by cursor'])('ranges hold what memory says they hold, read %s', async (way) => {
  if (way === 'by cursor') {
    // Browsers that cannot read from the highest key down at once.
    for (const { prototype } of [IDBObjectStore, IDBIndex]) {
      const known = Reflect.getOwnPropertyDescriptor(prototype, 'getAllRecords') ?? {};
      Reflect.deleteProperty(prototype, 'getAllRecords');
      onTestFinished(() => void Reflect.defineProperty(prototype, 'getAllRecords', known));
    }
  }
  let count = 0;
  const property = fc.asyncProperty(
    fc.array(row, { maxLength: 12 }),
    fc.record({ isTagged: fc.boolean(), lower: bound, upper: bound, isUpperOpen: fc.boolean() }),
    fc.integer({ min: 1, max: 5 }),
    async (rows, { isTagged, lower, upper, isUpperOpen }, limit) => {
      const kept = await openNamed(`ranges-${(count += 1)}`);
      const memory = createMemoryDatabase<Tables>(LAYOUT);
      for (const { tables } of [kept, memory]) await tables.rows.putAll(rows);
      const head: Key[] = isTagged ? ['a', 'x'] : ['a'];
      const range = {
        ...(isTagged ? { index: '[list+tag+sort]' } : {}),
        lower: [...head, lower],
        upper: [...head, upper],
        isUpperOpen,
      };
      const ask = async ({ tables }: typeof kept) => [
        await tables.rows.newest(range, limit),
        await tables.rows.oldest(range, limit),
        await tables.rows.all(range),
        await tables.rows.count(range),
      ];
      expect(await ask(kept)).toEqual(await ask(memory));
      kept.close();
    },
  );
  await fc.assert(property, { numRuns: sequences(50, 1_000) });
});

test('a transaction that fails leaves nothing behind and says why', async () => {
  const { atomically, tables } = await openNamed('failing');
  const broken = atomically(['rows'], async ({ rows }) => {
    await rows.putAll([{ list: 'a', sort: 1 }]);
    throw new RangeError('no');
  });
  await expect(broken).rejects.toThrow(new RangeError('no'));
  // The second row has no key.
  const unkeyed = tables.rows.putAll([{ list: 'a', sort: 2 }, { list: 'a' } as Tables['rows']]);
  await expect(unkeyed).rejects.toMatchObject({ name: 'DataError' });
  expect(await tables.rows.all()).toEqual([]);
});

test('a disk that is full only at the end of a transaction says so', async () => {
  const { factory } = watchedFactory((connection) => {
    const begin = connection.transaction.bind(connection);
    connection.transaction = (...args) => {
      const transaction = begin(...args);
      transaction.commit = () => {
        Object.defineProperty(transaction, 'error', { value: new DOMException('full', 'QuotaExceededError') });
        transaction.abort();
      };
      return transaction;
    };
  });
  const { atomically, tables } = await openNamed('full', factory);
  const put = atomically(['rows'], ({ rows }) => rows.putAll([{ list: 'a', sort: 1 }]));
  await expect(put).rejects.toMatchObject({ name: 'QuotaExceededError' });
  await expect(tables.rows.clear()).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(await tables.rows.all()).toEqual([]);
});

test('a lost connection is let go, and not opened anew behind the back of the store', async () => {
  const { factory, connections } = watchedFactory();
  const single = await openNamed('lost', factory);
  const several = await openNamed('lost too', factory);
  for (const connection of connections) connection.close();
  await expect(single.tables.rows.all()).rejects.toMatchObject({ name: 'InvalidStateError' });
  await expect(several.snapshot(['rows'], ({ rows }) => rows.all())).rejects.toMatchObject({
    name: 'InvalidStateError',
  });
  for (const { atomically, tables } of [single, several]) {
    const put = tables.rows.putAll([{ list: 'a', sort: 1 }]);
    await expect(put).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    const clear = atomically(['rows'], ({ rows }) => rows.clear());
    await expect(clear).rejects.toMatchObject({ name: 'DatabaseClosedError' });
  }
  expect(connections).toHaveLength(2);
});

test('nobody is told which keys have changed', async () => {
  const { atomically, tables } = await openNamed('quiet');
  const onMutated = vi.fn<(parts: object) => void>();
  Dexie.on('storagemutated', onMutated);
  onTestFinished(() => Dexie.on.storagemutated.unsubscribe(onMutated));
  await tables.rows.putAll([{ list: 'a', sort: 1 }]);
  await atomically(['rows'], ({ rows }) => rows.deleteAll([['a', 1]]));
  await tables.rows.clear();
  expect(onMutated).not.toHaveBeenCalled();
});

test('transactions and single operations side by side stay apart', async () => {
  const { atomically, snapshot, tables } = await openNamed('apart');
  const one = (sort: number) => ({ list: 'a', sort });
  const writes = Array.from({ length: 10 }, (_, sort) =>
    atomically(['rows'], async ({ rows }) => {
      const before = (await rows.all()).length;
      await Promise.all([rows.putAll([one(sort)]), rows.get(['a', 0])]);
      return (await rows.all()).length - before;
    }),
  );
  const reads = Array.from({ length: 10 }, async (_, sort) => {
    await tables.rows.get(['a', sort]);
    await tables.rows.putAll([one(100 + sort)]);
    const [some, again] = await snapshot(['rows'], async ({ rows }) => [await rows.all(), await rows.all()]);
    return some?.length === again?.length;
  });
  expect(await Promise.all(writes)).toEqual(writes.map(() => 1));
  expect(await Promise.all(reads)).toEqual(reads.map(() => true));
  expect(await tables.rows.all()).toHaveLength(20);
});
