/** The record of [Note: Releases on the device] (state.ts), in a cache of its own. */
import { INITIAL_STATE, releaseState, type ReleaseState } from './state';

const CACHE_NAME = 'rab-releases';
const RECORD_URL = '/.rab-releases';

async function read(caches: CacheStorage): Promise<ReleaseState> {
  try {
    const cache = await caches.open(CACHE_NAME);
    const parsed = releaseState.safeParse(await (await cache.match(RECORD_URL))?.json());
    return parsed.success ? parsed.data : INITIAL_STATE;
  } catch {
    // Storage is refused, or the record is broken: the base build is always there.
    return INITIAL_STATE;
  }
}

export class ReleaseStore {
  readonly #caches: CacheStorage;
  #known: Promise<ReleaseState> | null = null;

  constructor(caches: CacheStorage) {
    this.#caches = caches;
  }

  /** The record, read once: only the active service worker writes it. */
  get(): Promise<ReleaseState> {
    this.#known ??= read(this.#caches);
    return this.#known;
  }

  /** Reads again: another service worker was the active one until now. */
  reread(): void {
    this.#known = null;
  }

  /**
   * Changes the record; changes happen one after the other. @returns the record after it
   * @throws when it cannot be stored; then it is as before
   */
  update(change: (state: ReleaseState) => ReleaseState): Promise<ReleaseState> {
    const before = this.get();
    const after = before.then(async (state) => {
      const next = change(state);
      if (next === state) return state;
      const cache = await this.#caches.open(CACHE_NAME);
      await cache.put(RECORD_URL, Response.json(next));
      return next;
    });
    this.#known = after.catch(() => before);
    return after;
  }
}
