/**
 * Lays memory over a full disk: old rows are read from the disk as before, and new rows lie in memory until the worker ends.
 *
 * [Note: Layers] Only cached answers (`CACHED`) and the number of the last one get a layer. The disk below stays whole and as it
 * was, so that the next start finds no list with a hole. Session, drafts and money intents are kept on the disk alone: a row of
 * theirs that does not fit there is refused. Emptying a table goes through to the disk. Once everything fits again, the rows of the
 * layer are written to the disk, in one transaction, and the layer has ended. An answer that another tab has kept on the disk since is
 * newer and stays; as stale, for that tab may have kept it in a memory of its own meanwhile.
 */
import {
  HIGHEST,
  LOWEST,
  type Database,
  type Key,
  type Range,
  type DatabaseLayout,
  type Table,
  type TablesOf,
} from './database';
import { compareKeys, createMemoryDatabase, keyOf } from './memory-database';
import type { CacheTables, MetaRow } from './schema';
import { SEQUENCE_ROW } from './sequence';

/** The gateway has these rows as well, so memory may lose them. */
export const CACHED = ['records', 'scopes', 'rows'] as const;

const isCached = (name: string): boolean => (CACHED as readonly string[]).includes(name);

type Row = Record<string, unknown>;

export interface MemoryLayer<Tables> {
  /** Lays the same memory over a connection, and later over the next connection. */
  lay: (disk: Database<Tables>) => Database<Tables>;
  /** Writes to the disk what memory has, and ends the layer. @throws where it does not fit */
  settle: (disk: Database<Tables>) => Promise<void>;
}

/** A table on the disk, and what lies over it. */
interface Layers<R> {
  /** Path of the primary key. */
  primary: string;
  /** Each row is an answer; of lists, an answer has many (`dropOvertakenLists`). */
  isWholeAnswer: boolean;
  disk: Table<R>;
  over: Table<R>;
  covered: Table<R>;
}

/** The layer has ended: the operation is to be run again on the disk itself. */
class LayerEndedError extends Error {
  override name = 'LayerEndedError';
}

export function makeMemoryLayer<Tables>(layout: DatabaseLayout<Tables>): MemoryLayer<Tables> {
  const names = Object.keys(layout) as (keyof Tables & string)[];
  /** `over` holds new rows; `covered` marks the rows of the disk that were changed or deleted since. */
  const over = createMemoryDatabase<Tables>(layout);
  const covered = createMemoryDatabase<Tables>(layout);
  let turn: Promise<unknown> = Promise.resolve();
  let isSettled = false;
  const inTurn = <R>(work: () => Promise<R>): Promise<R> => {
    const done = turn.then(work);
    turn = done.catch(() => {});
    return done;
  };

  const layersOf = (name: keyof Tables & string, disk: TablesOf<Tables>): Layers<Row> =>
    ({
      primary: layout[name][0],
      isWholeAnswer: name === 'records',
      disk: disk[name],
      over: over.tables[name],
      covered: covered.tables[name],
    }) as unknown as Layers<Row>;

  const lay = (below: TablesOf<Tables>, used: readonly (keyof Tables & string)[]): TablesOf<Tables> => {
    const layerOf = (name: keyof Tables & string): unknown => {
      if (isCached(name)) return layTable(layersOf(name, below));
      return name === 'meta' ? laySequence(below[name], over.tables[name]) : below[name];
    };
    const tables = used.map((name) => [name, layerOf(name)]);
    return Object.fromEntries(tables) as TablesOf<Tables>;
  };

  return {
    lay: (disk) => ({
      mode: 'full',
      tables: lay(disk.tables, names),
      atomically: (used, work) =>
        inTurn(async () => {
          if (isSettled) throw new LayerEndedError();
          const undo = [over.capture(), covered.capture()];
          try {
            return await disk.atomically(used, (tables) => work(lay(tables, used)));
          } catch (error) {
            for (const back of undo) back();
            throw error;
          }
        }),
      snapshot: (used, work) => disk.snapshot(used, (tables) => work(lay(tables, used))),
      close: () => disk.close(),
    }),
    settle: (disk) =>
      inTurn(async () => {
        const laid = names.filter((name) => isCached(name) || name === 'meta');
        await disk.atomically(laid, async (tables) => {
          if (laid.includes('scopes' as keyof Tables & string))
            await dropOvertakenLists(tables, over.tables, covered.tables);
          for (const name of laid) {
            if (name === 'meta') await settleSequence(tables[name], over.tables[name]);
            else await settleTable(layersOf(name, tables));
          }
        });
        isSettled = true;
      }),
  };
}

/** Returns whether another tab has kept an answer since the layer covered this row; the disk's number of an answer never comes twice. */
function isOvertaken(below: unknown, hidden: unknown): boolean {
  const sequenceOf = (row: unknown) => (row as { sequence?: number } | undefined)?.sequence;
  return below !== undefined && sequenceOf(below) !== sequenceOf(hidden);
}

/** Forgets whole lists, so that none is made up of parts of two. */
async function dropOvertakenLists<Tables>(
  disk: unknown,
  over: TablesOf<Tables>,
  covered: TablesOf<Tables>,
): Promise<void> {
  const below = (disk as TablesOf<CacheTables>).scopes;
  const layers = [over, covered] as unknown as [TablesOf<CacheTables>, TablesOf<CacheTables>];
  for (const { partition, list } of await layers[0].scopes.all()) {
    const key = [partition, list];
    const newer = await below.get(key);
    if (!newer || !isOvertaken(newer, await layers[1].scopes.get(key))) continue;
    await below.putAll([{ ...newer, revision: newer.revision + 1 }]);
    for (const { scopes, rows } of layers) {
      await scopes.deleteAll([key]);
      await rows.deleteRange({ lower: [...key, LOWEST], upper: [...key, HIGHEST] });
    }
  }
}

/** Another tab may have gone on counting on the disk. */
async function settleSequence(below: unknown, above: unknown): Promise<void> {
  const [disk, over] = [below as Table<MetaRow>, above as Table<MetaRow>];
  const highest = await laySequence(disk, over).get(SEQUENCE_ROW);
  if (highest) await disk.putAll([highest]);
}

async function settleTable<R>(layers: Layers<R>): Promise<void> {
  const { primary, isWholeAnswer, disk, over, covered } = layers;
  const keyOfRow = (row: R): Key => keyOf(row as Row, primary) ?? [];
  const laid = layTable(layers);
  const keptOf = async (row: R): Promise<R | undefined> => {
    const kept = await laid.get(keyOfRow(row));
    return !isWholeAnswer || !kept || kept === row ? kept : { ...kept, isStale: true };
  };
  // A row that reads as missing in the layer is not written.
  const kept = await Promise.all((await over.all()).map(keptOf));
  const gone: Key[] = [];
  for (const key of (await covered.all()).map(keyOfRow)) if (!(await over.get(key))) gone.push(key);
  await disk.deleteAll(gone);
  await disk.putAll(kept.filter((row) => row !== undefined));
}

/** Answers that memory keeps are numbered there too: no order would be known without. Everything else is the disk's. */
function laySequence(below: unknown, above: unknown): Table<MetaRow> {
  const [disk, over] = [below as Table<MetaRow>, above as Table<MetaRow>];
  return {
    ...disk,
    async get(key) {
      const [last, own] = [await disk.get(key), key === SEQUENCE_ROW ? await over.get(key) : undefined];
      return own && Number(own.value) > Number(last?.value ?? 0) ? own : last;
    },
    async putAll(rows) {
      const isOver = ({ key }: MetaRow) => key === SEQUENCE_ROW;
      const kept = rows.filter((row) => !isOver(row));
      await over.putAll(rows.filter(isOver));
      if (kept.length > 0) await disk.putAll(kept);
    },
  };
}

function layTable<R>({ primary, isWholeAnswer, disk, over, covered }: Layers<R>): Table<R> {
  const keyIn = (row: R, path: string): Key => keyOf(row as Row, path) ?? [];
  const keyOfRow = (row: R): Key => keyIn(row, primary);

  async function cover(key: Key): Promise<void> {
    if (await covered.get(key)) return;
    const below = await disk.get(key);
    if (below) await covered.putAll([below]);
  }
  async function uncovered(rows: readonly R[]): Promise<R[]> {
    const hidden = await Promise.all(rows.map((row) => covered.get(keyOfRow(row))));
    return rows.filter((_, index) => hidden[index] === undefined);
  }
  async function page(range: Range, limit: number, way: 'newest' | 'oldest'): Promise<R[]> {
    const hidden = await covered.count(range);
    const found = [...(await uncovered(await disk[way](range, limit + hidden))), ...(await over[way](range, limit))];
    const sorted = inOrder(found, range.index ?? primary);
    return (way === 'newest' ? sorted.reverse() : sorted).slice(0, limit);
  }
  const inOrder = (rows: R[], path: string): R[] =>
    rows
      .map((row) => ({ row, key: keyIn(row, path) }))
      .sort((a, b) => compareKeys(a.key, b.key))
      .map(({ row }) => row);

  const table: Table<R> = {
    async get(key) {
      const [below, above, hidden] = [await disk.get(key), await over.get(key), await covered.get(key)];
      if (!above) return hidden ? undefined : below;
      if (isWholeAnswer && isOvertaken(below, hidden)) return below;
      if (!hidden || below) return above;
      // A change of a row that another tab has thrown away is of no use: a list would be without its older rows.
      await over.deleteAll([key]);
      await covered.deleteAll([key]);
      return undefined;
    },
    async putAll(rows) {
      for (const row of rows) await cover(keyOfRow(row));
      await over.putAll(rows);
    },
    async deleteAll(keys) {
      for (const key of keys) await cover(key);
      await over.deleteAll(keys);
    },
    newest: (range, limit) => page(range, limit, 'newest'),
    oldest: (range, limit) => page(range, limit, 'oldest'),
    async all(range) {
      const found = [...(await uncovered(await disk.all(range))), ...(await over.all(range))];
      return inOrder(found, range?.index ?? primary);
    },
    count: async (range) => (await disk.count(range)) - (await covered.count(range)) + (await over.count(range)),
    deleteRange: async (range) => table.deleteAll((await table.all(range)).map(keyOfRow)),
    async clear() {
      await disk.clear();
      await over.clear();
      await covered.clear();
    },
  };
  return table;
}
