/**
 * A database that does not wedge: a lost connection (WebKit) is dropped and reopened, at most three times for one
 * operation, then everything runs from memory and the page is told "not saved on this device".
 *
 * [Note: Full disk] Where nothing more fits, the lists that were read longest ago go. Where that does not help, memory keeps the
 * new rows over those on the disk ([Note: Layers] in layers.ts), and writes them there once they fit. What is stale lies in that memory too, which other workers do
 * not see: each takes for young only what it has read itself (invoke.ts). Rows that are nowhere else (session, drafts, money intents) are
 * never thrown away, nor kept in memory only, which could lose them: they have to fit, for which all lists may go, or the store
 * refuses them.
 */
import type { StorageMode } from '../../contract/events';
import type { Database, DatabaseLayout } from './database';
import type { FullDisk } from './full-disk';
import { deleteIndexedDatabase, openIndexedDatabase } from './indexed-database';
import { atMost, upgradeLock } from './opening';
import type { StoreOptions } from './store-options';

const MAX_REOPENINGS = 3;

/** Pause before a database that the browser refused is looked for again, ms. */
export const LOOK_AGAIN_MS = 3_000;

/** The user has logged out: nothing may be written any more. */
export class StoreClosedError extends Error {
  override name = 'StoreClosedError';
}

class OpenFailedError extends Error {
  override name = 'OpenFailedError';
}

export class Store<Tables> {
  #database: Promise<Database<Tables>> | null = null;
  #mode: StorageMode = 'persistent';
  #isFull = false;
  #isClosed = false;
  #full: FullDisk<Tables> | undefined;
  #hasAnswered = false;
  /** Counts the openings, and first operations after an opening, that are late and have not ended. */
  #late = 0;
  /** True once the browser has refused to open the database. */
  #isRefused = false;
  readonly #running = new Set<Promise<unknown>>();

  constructor(private readonly options: StoreOptions<Tables>) {}

  get mode(): StorageMode {
    return this.#mode;
  }

  /** True while nothing new fits on the disk; where not even the first row did, everything is in memory. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** True while the browser has neither opened the database nor refused to: the rows on disk may still become readable. */
  get isSilent(): boolean {
    return this.#mode === 'memory' && this.#late > 0;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Runs one operation, again from the start when the connection was lost: it must be one transaction or one query.
   * @throws StoreClosedError
   * @param isUrgent all lists may go for what it writes
   * @throws StoreFullError where it writes what must not be in memory alone
   */
  async run<R>(operation: (database: Database<Tables>) => Promise<R>, isUrgent = false): Promise<R> {
    if (this.#isClosed) throw new StoreClosedError();
    const running = this.#run(operation, isUrgent);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Moves everything into memory. The disk must be empty, so that memory hides nothing. */
  useMemory(): void {
    this.#database?.then((database) => database.close()).catch(() => {});
    this.#moveToMemory();
  }

  /** Keeps new rows on the disk again, because room was made there. */
  async useDisk(): Promise<void> {
    if (!this.#isFull || this.#mode === 'memory') return;
    const database = this.#database;
    this.#database = null;
    this.#full?.end();
    this.#full = undefined;
    this.#isFull = false;
    await database?.then((opened) => opened.close());
  }

  /** Stops all writers, waiting for what runs already, and lets go of the connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#atMost(Promise.allSettled(this.#running));
    const database = this.#database;
    this.#database = null;
    await this.#atMost(database?.then((opened) => opened.close()));
  }

  /** Stops the writers, empties the tables, deletes the database. Never throws, never hangs. @returns whether no row is left */
  async destroy(): Promise<boolean> {
    this.#isClosed = true;
    await this.#atMost(Promise.allSettled(this.#running));
    const isEmpty = await this.#atMost((this.#database ?? this.#open()).then((database) => this.#empty(database)));
    await this.close();
    return (await deleteDatabase(this.options.name, this.options.environment)) || isEmpty;
  }

  /** @throws OpenFailedError where the rows are not those on the disk */
  async #empty(database: Database<Tables>): Promise<void> {
    if (database.mode === 'memory') throw new OpenFailedError();
    const names = Object.keys(this.options.layout) as (keyof Tables & string)[];
    await database.atomically(names, async (tables) => {
      for (const name of names) await tables[name].clear();
    });
  }

  #atMost(work: Promise<unknown> | undefined): Promise<boolean> {
    return atMost(this.options.environment.setTimer, work);
  }

  async #run<R>(operation: (database: Database<Tables>) => Promise<R>, isUrgent: boolean): Promise<R> {
    let didNotFit = false;
    for (let failures = 1; ; failures += 1) {
      const used = (this.#database ??= this.#open());
      let database: Database<Tables> | null = null;
      try {
        database = await used;
        const result = await this.#firstInTime(operation(database), database.mode);
        this.#hasAnswered = true;
        if (didNotFit) this.#full?.hasFitted();
        return result;
      } catch (error) {
        if (database?.mode === 'memory' || isDefect(error)) throw error;
        if (this.#isClosed) throw new StoreClosedError();
        if (database && isQuotaExceeded(error)) {
          didNotFit = true;
          await this.#onFull(database.mode === 'full', isUrgent);
          failures -= 1;
          continue;
        }
        // Another operation may have reopened it already.
        if (this.#database === used) this.#database = null;
        database?.close();
        // The last two are of memory, whose code cannot be loaded.
        if (failures > MAX_REOPENINGS + 2) throw error;
        if (this.#mode === 'memory') continue;
        this.#isFull ||= isQuotaExceeded(error);
        if (isQuotaExceeded(error) || failures > MAX_REOPENINGS) this.#moveToMemory();
      }
    }
  }

  /** See [Note: Full disk]. @throws StoreFullError */
  async #onFull(hasLayer: boolean, isUrgent: boolean): Promise<void> {
    const { FullDisk } = await import('./full-disk');
    this.#full ??= new FullDisk(this.options, this);
    if (await this.#full.cope(hasLayer, isUrgent)) return;
    this.#isFull = true;
    this.#database = this.#database?.then(this.#full.lay) ?? null;
  }

  async #open(): Promise<Database<Tables>> {
    const { name, layout, environment, onDeleted } = this.options;
    const { indexedDB, keyRange, locks, setTimer } = environment;
    if (this.#mode === 'memory') return openMemory(layout);
    if (!indexedDB || !keyRange) {
      this.#moveToMemory();
      return this.#database ?? openMemory(layout);
    }
    const onGone = () => {
      if (!onDeleted || this.#isClosed) return;
      this.#isClosed = true;
      onDeleted();
    };
    let isUpgrading = false;
    const opening: Promise<Database<Tables>> = openIndexedDatabase(
      name,
      layout,
      { indexedDB, keyRange },
      onGone,
      () => {
        isUpgrading = true;
        void locks?.request(upgradeLock(name), () => opening).catch(() => {});
      },
    );
    let hasFailed = false;
    opening.catch(() => (hasFailed = true));
    const isOpen =
      (await atMost(setTimer, opening)) ||
      (await import('./upgrades')
        .then(({ upgraded }) => upgraded(this.options, opening, () => isUpgrading))
        .catch(() => false));
    if (isOpen) return this.#isFull && this.#full ? opening.then(this.#full.lay) : opening;
    if (hasFailed) {
      this.#isRefused = true;
      throw new OpenFailedError();
    }
    // Closes a connection that comes after all.
    throw this.#tooLate(opening.then((late) => late.close()));
  }

  /** Treats an open database whose rows another tab holds up like one that opens late ([Note: Held up] in patience.ts). */
  async #firstInTime<R>(work: Promise<R>, mode: StorageMode): Promise<R> {
    if (this.#hasAnswered || mode === 'memory') return work;
    let isLate = true;
    const ended = () => (isLate = false);
    await atMost(this.options.environment.setTimer, work.then(ended, ended));
    if (isLate) throw this.#tooLate(work);
    return work;
  }

  #tooLate(work: Promise<unknown>): OpenFailedError {
    this.#late += 1;
    const end = () => {
      this.#late -= 1;
      if (this.#mode === 'memory') this.options.onAnswer?.();
    };
    void work.then(end, end);
    return new OpenFailedError();
  }

  #moveToMemory(): void {
    this.#mode = 'memory';
    this.#database = openMemory(this.options.layout);
    this.options.emit({ type: 'storage', mode: this.#isFull ? 'full' : 'memory' });
    // The browser may refuse for a moment, as while it ends a killed worker. Looking again at once would find the same, for ever.
    if (this.#isRefused) this.options.environment.setTimer(() => this.options.onAnswer?.(), LOOK_AGAIN_MS);
  }
}

/** Few browsers need it: it is loaded when they do. */
async function openMemory<Tables>(layout: DatabaseLayout<Tables>): Promise<Database<Tables>> {
  const { createMemoryDatabase } = await import('./memory-database');
  return createMemoryDatabase(layout);
}

/**
 * Never throws, and waits 2 s at most: another tab may hold the database, and its own log-out lets it go.
 * @returns whether it is gone
 */
export async function deleteDatabase(
  name: string,
  environment: StoreOptions<unknown>['environment'],
): Promise<boolean> {
  const { indexedDB, keyRange, setTimer } = environment;
  return !indexedDB || !keyRange || atMost(setTimer, deleteIndexedDatabase(name, { indexedDB, keyRange }));
}

/** The operation itself is wrong: no other connection would help, and hiding it would cost the person their storage. */
function isDefect(error: unknown): boolean {
  return error instanceof Error && ['DataError', 'NotFoundError'].includes(error.name);
}

function isQuotaExceeded(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}
