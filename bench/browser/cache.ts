/** In a worker: the list cache with statement rows, with and without row encryption, against bare IndexedDB. */
import { expose } from 'comlink';
import { LOWEST } from '../../worker/cache/database';
import type { ListKey } from '../../worker/cache/list-cache';
import { orderOf, type ListRow } from '../../worker/cache/schema';
import { openUserVault, type UserVault } from '../../worker/cache/vault';
import { browserEnvironment } from '../../worker/environment';
import { interleave, meanMs, type Comparison, type Measured, type Rounds, type Side } from '../measure';
import { openBareDatabase, type BareDatabase } from './bare-database';
import { keptRow, statementRow } from './statement';

export interface CacheSettings {
  /** Rows that are written, in pages of 100. */
  rows: number;
  /** Written in this many turns; each is one round of the comparison. */
  turns: number;
  /** Reads per round. */
  reads: number;
  readRounds: Rounds;
}

type Protection = 'encrypted' | 'plain';

/** One database of each kind with equal rows. */
interface Pair {
  protection: Protection;
  vault: UserVault;
  raw: BareDatabase;
}

const WRITTEN_PAGE = 100;
/** The page that a screen asks for. */
const READ_PAGE = 20;
const LIST: ListKey = { partition: '10', call: 'accountStatement', list: 'accountStatement {"account":"cash"}' };
const WARM_UP_LIST: ListKey = { ...LIST, list: 'warm-up' };
const WARM_UP_ROWS = 2_000;

const cursorAfter = (rows: number) => (rows === 0 ? null : `c${rows}`);

function itemAt(index: number) {
  const item = statementRow(index);
  return { id: item.id, sort: item.createdAt, tag: item.kind, item };
}

const pageItems = (from: number, size: number) => Array.from({ length: size }, (_, index) => itemAt(from + index));

function rawRow({ protection }: Pair, key: ListKey, index: number): ListRow {
  const cursor = (index + 1) % WRITTEN_PAGE === 0 ? { cursor: `c${index + 1}` } : {};
  return { ...keptRow(key, index, protection === 'encrypted'), ...cursor };
}

async function openPair(protection: Protection): Promise<Pair> {
  const browser = browserEnvironment();
  const environment = {
    ...browser,
    databasePrefix: `bench-${protection}`,
    subtle: protection === 'plain' ? undefined : browser.subtle,
  };
  const refuse = (why: string) => () => {
    throw new Error(why);
  };
  const vault = await openUserVault(environment, '1', {
    emit: refuse('the cache is not kept on the disk'),
    onDeleted: refuse('somebody deleted the cache'),
  });
  if (vault.cipher.isSealed !== (protection === 'encrypted')) throw new Error('the rows are not kept as asked');
  return { protection, vault, raw: await openBareDatabase(`bench-${protection}-raw`) };
}

/** Pages of the list from row `from` on, made before the clock starts. Answers ms per page. */
function writeOurs({ vault }: Pair, key: ListKey, from: number, rows: number): Promise<number> {
  const starts = Array.from({ length: rows / WRITTEN_PAGE }, (_, page) => from + page * WRITTEN_PAGE);
  const pages = starts.map((start) => ({
    cursor: cursorAfter(start),
    items: pageItems(start, WRITTEN_PAGE),
    nextCursor: cursorAfter(start + WRITTEN_PAGE),
    asOf: Date.now(),
    isStale: false,
  }));
  return meanMs(pages.length, async (turn) => {
    const page = pages[turn];
    if (page) await (await vault.lists()).write(key, page);
  });
}

/** The same by bare IndexedDB. */
function writeRaw(pair: Pair, key: ListKey, from: number, rows: number): Promise<number> {
  const pages = Array.from({ length: rows / WRITTEN_PAGE }, (_, page) =>
    Array.from({ length: WRITTEN_PAGE }, (_row, index) => rawRow(pair, key, from + page * WRITTEN_PAGE + index)),
  );
  return meanMs(pages.length, (turn) => pair.raw.tables.rows.putAll(pages[turn] ?? []));
}

async function compareWrites(pairs: readonly Pair[], { rows, turns }: CacheSettings): Promise<Comparison[]> {
  const perTurn = rows / turns;
  const inTurns = (name: string, write: (from: number) => Promise<number>): Side => {
    let turn = 0;
    return { name, round: () => write(perTurn * turn++) };
  };
  const sides = pairs.flatMap((pair) => [
    inTurns('bare put of equal rows', (from) => writeRaw(pair, LIST, from, perTurn)),
    inTurns('list cache', (from) => writeOurs(pair, LIST, from, perTurn)),
  ]);
  for (const pair of pairs) {
    await writeRaw(pair, WARM_UP_LIST, 0, WARM_UP_ROWS);
    await writeOurs(pair, WARM_UP_LIST, 0, WARM_UP_ROWS);
  }
  const measured = await interleave(sides, { rounds: turns, warmUps: 0 });
  return pairs.map(({ protection }, index) => ({
    subject: `write ${rows / 1_000},000 rows, per page of ${WRITTEN_PAGE}, ${protection}`,
    unit: 'ms',
    limit: at(measured, index * 2),
    ours: at(measured, index * 2 + 1),
  }));
}

function at(measured: readonly Measured[], index: number): Measured {
  const found = measured[index];
  if (!found) throw new RangeError(`no side ${index}`);
  return found;
}

function checkPage(ids: readonly unknown[], from: number): void {
  const expected = pageItems(from, READ_PAGE).map(({ id }) => id);
  if (ids.join() !== expected.join()) throw new Error(`not the page at ${from}: ${ids.join()}`);
}

/** The `READ_PAGE` rows that follow the newest `from` ones. */
async function compareReads(pair: Pair, from: number, settings: CacheSettings): Promise<Comparison[]> {
  const { vault, raw, protection } = pair;
  const cursor = cursorAfter(from);
  // A screen's page ends where the server's did (see "Cursors" in worker/cache/list-cache.ts).
  const fetched = { cursor, items: pageItems(from, READ_PAGE), nextCursor: cursorAfter(from + READ_PAGE) };
  await (await vault.lists()).write(LIST, { ...fetched, asOf: Date.now(), isStale: false });

  const keyOf = (index: number) => {
    const { sort, id } = itemAt(index);
    return [LIST.partition, LIST.list, sort, orderOf(id)];
  };
  const open = { lower: [LIST.partition, LIST.list, LOWEST], upper: keyOf(from) };
  const exact = { lower: keyOf(from + READ_PAGE - 1), upper: keyOf(from) };
  const idOf = ({ order }: ListRow) => String(Number(order));
  const side = (name: string, read: () => Promise<unknown[]>): Side => ({
    name,
    round: async () => {
      checkPage(await read(), from);
      return meanMs(settings.reads, read);
    },
  });
  const sides = [
    side('bare cursor', async () => (await raw.newestByCursor(open, READ_PAGE)).map(idOf)),
    side('bare getAll, both ends known', async () => (await raw.tables.rows.all(exact)).map(idOf).reverse()),
    side('list cache', async () => {
      const page = await (await vault.lists()).read(LIST, cursor, READ_PAGE);
      return (page?.items ?? []).map((item) => (item as { id: string }).id);
    }),
  ];
  const measured = await interleave(sides, settings.readRounds);
  const where = from === 0 ? 'at the newest end' : `${from / 1_000},000 rows down`;
  return [0, 1].map((limit) => ({
    subject: `read a page of ${READ_PAGE} ${where}, ${protection}`,
    unit: 'ms',
    limit: at(measured, limit),
    ours: at(measured, 2),
  }));
}

async function run(settings: CacheSettings): Promise<Comparison[]> {
  const pairs = [await openPair('encrypted'), await openPair('plain')];
  const comparisons = await compareWrites(pairs, settings);
  for (const pair of pairs) {
    for (const from of [0, settings.rows / 2]) comparisons.push(...(await compareReads(pair, from, settings)));
  }
  return comparisons;
}

expose({ run });
