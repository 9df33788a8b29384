/** Makes room when nothing more fits on the disk. The worker loads this module only then. */
import { HIGHEST, LOWEST, type Database } from './database';
import type { Environment } from '../environment';
import { openIndexedDatabase, type IndexedDbTools } from './indexed-database';
import { makeMemoryLayer, type MemoryLayer } from './layers';
import { DEVICE_LAYOUT, USER_LAYOUT, type CacheTables, type ScopeRow } from './schema';
import { StoreFullError } from './store-errors';
import type { StoreOptions } from './store-options';

/**
 * A part of the lists, the oldest, is thrown away this often before the disk is left as it is: somebody else may fill it. Never
 * twice in a row: the room may come later (`SETTLE_AFTER_MS`).
 */
const ROUNDS = 3;
const PART = 1 / 4;

/**
 * Pause before memory is written to a disk that was full, ms. Chromium gives the room of deleted rows back when it next tidies its
 * files, long after they are gone (docs/benchmarks.md, Rows).
 */
export const SETTLE_AFTER_MS = 30_000;

/** Stores of one worker share the disk, and tell each other by this. */
interface DiskState {
  /** Counts the layers. */
  laid: number;
  /** True while the room that was made last may still come. */
  isAwaited: boolean;
}
const diskStates = new WeakMap<object, DiskState>();

function diskStateIn(environment: object): DiskState {
  const shared = diskStates.get(environment) ?? { laid: 0, isAwaited: false };
  diskStates.set(environment, shared);
  return shared;
}

/** Makes room for a store when nothing more fits; [Note: Full disk] in store.ts. */
export class FullDisk<Tables> {
  /** Set while somebody makes room; the others wait for the same promise. */
  #room: Promise<boolean> | null = null;
  /** Counts how often room was made since something last fitted. */
  #rounds = 0;
  #isLaid = false;
  readonly #layer: MemoryLayer<Tables>;
  readonly #shared: DiskState;
  #disk: Database<Tables> | undefined;

  constructor(
    private readonly options: StoreOptions<Tables>,
    private readonly store: { readonly isClosed: boolean; useDisk(): Promise<void> },
  ) {
    this.#layer = makeMemoryLayer(options.layout);
    this.#shared = diskStateIn(options.environment);
  }

  /** Lays what is new over a connection to the disk, and over the next one. */
  readonly lay = (disk: Database<Tables>): Database<Tables> => {
    this.#disk = disk;
    return this.#layer.lay(disk);
  };

  hasFitted(): void {
    this.#rounds = 0;
  }

  /**
   * Makes room; of several operations that do not fit one does it for all.
   * @param hasLayer the operation had memory over the disk, so what did not fit is nowhere else
   * @returns whether to try again; if not, memory is to be laid over the disk first
   * @throws StoreFullError
   */
  async cope(hasLayer: boolean, isUrgent: boolean): Promise<boolean> {
    if (hasLayer && !isUrgent) throw new StoreFullError();
    this.#room ??= this.#makeRoom(isUrgent).finally(() => (this.#room = null));
    if (await this.#room) return true;
    if (hasLayer) throw new StoreFullError();
    // Another operation may have laid it meanwhile.
    if (this.#isLaid) return true;
    this.#isLaid = true;
    this.#shared.laid += 1;
    this.options.emit({ type: 'storage', mode: 'full' });
    this.#settleLater();
    return false;
  }

  /** The layer is no longer used. */
  end(): void {
    if (this.#isLaid) this.#shared.laid -= 1;
    this.#isLaid = false;
  }

  async #makeRoom(isUrgent: boolean): Promise<boolean> {
    const { environment } = this.options;
    const shared = this.#shared;
    if (!isUrgent && shared.isAwaited) return false;
    shared.isAwaited = true;
    environment.setTimer(() => (shared.isAwaited = false), SETTLE_AFTER_MS);
    return makeRoom(environment, this.#rounds++, isUrgent);
  }

  #settleLater(): void {
    this.options.environment.setTimer(() => void this.#settle(), SETTLE_AFTER_MS);
  }

  async #settle(): Promise<void> {
    if (this.store.isClosed) this.end();
    if (!this.#isLaid || !this.#disk) return;
    try {
      await this.#layer.settle(this.#disk);
    } catch {
      await this.#makeRoom(false);
      return this.#settleLater();
    }
    await this.store.useDisk();
    if (this.#shared.laid === 0) this.options.emit({ type: 'storage', mode: 'persistent' });
  }
}

/** The part of a store that is looked at; the store itself imports this module. */
interface PreparedStore {
  run<T>(work: (database: Database<CacheTables>) => Promise<T>): Promise<T>;
  useMemory(): void;
}

/**
 * Moves a new database into memory, because not even its key fits on the disk. An older database can still be read, but
 * nothing can be added to it.
 * @returns whether the database is new
 */
export async function isNothingKept(store: PreparedStore): Promise<boolean> {
  const isNew = (await store.run(({ tables }) => tables.meta.all())).length === 0;
  if (isNew) store.useMemory();
  return isNew;
}

type EvictionTools = Pick<Environment, 'indexedDB' | 'keyRange' | 'databasePrefix'>;

/**
 * Throws lists away, those that were read longest ago first, and never a part of one ([Note: Contiguous lists]). Session,
 * drafts and money intents stay, and so do single answers, which are small. Never throws.
 * @param round how often room was made before, in vain
 * @param isUrgent for what is nowhere else: every list may go for it
 * @returns whether anything has gone
 */
async function makeRoom(
  { indexedDB, keyRange, databasePrefix: prefix }: EvictionTools,
  round: number,
  isUrgent: boolean,
): Promise<boolean> {
  if (!indexedDB || !keyRange || (!isUrgent && round >= ROUNDS)) return false;
  const databases: Database<CacheTables>[] = [];
  try {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    for (const name of names.filter((one) => one.startsWith(`${prefix}-`)))
      databases.push(await open(name, prefix, { indexedDB, keyRange }));
    return await evictLists(databases, isUrgent);
  } catch {
    // Not even that, or an older browser that does not tell what there is.
    return false;
  } finally {
    for (const database of databases) database.close();
  }
}

function open(name: string, prefix: string, tools: IndexedDbTools): Promise<Database<CacheTables>> {
  const layout = name.startsWith(`${prefix}-user-`) ? USER_LAYOUT : DEVICE_LAYOUT;
  return openIndexedDatabase<CacheTables>(name, layout, tools, () => {});
}

async function evictLists(databases: readonly Database<CacheTables>[], isUrgent: boolean): Promise<boolean> {
  const kept = await Promise.all(databases.map(async ({ tables }) => tables.scopes.all()));
  const lists = kept.flatMap((scopes, at) => scopes.map((scope) => ({ scope, at })));
  lists.sort((a, b) => a.scope.asOf - b.scope.asOf);
  // The newest may be the one that is being written.
  const spare = isUrgent ? lists : lists.slice(0, -1);
  const gone = spare.slice(0, Math.ceil(spare.length * PART));
  for (const [at, database] of databases.entries()) {
    const own = gone.filter((list) => list.at === at).map(({ scope }) => scope);
    if (own.length > 0) await evict(database, own);
  }
  return gone.length > 0;
}

function evict(database: Database<CacheTables>, lists: readonly ScopeRow[]): Promise<void> {
  return database.atomically(['scopes', 'rows'], async ({ scopes, rows }) => {
    for (const { partition, list } of lists)
      await rows.deleteRange({ lower: [partition, list, LOWEST], upper: [partition, list, HIGHEST] });
    await scopes.deleteAll(lists.map(({ partition, list }) => [partition, list]));
  });
}
