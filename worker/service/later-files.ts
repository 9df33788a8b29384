/**
 * The files that a version keeps after its install.
 *
 * [Note: Two waves] What the shell, the login page and the five tabs need comes with the install, all or nothing; every
 * other screen while nothing else is to do, file by file, when a page says that it is idle (`KEEP_SCREENS`). A wave that
 * is broken off is no fault: a screen that is not there is fetched when it is opened, and kept. A service worker that was
 * killed goes on at its next event. A browser that saves data fetches only the files that are opened.
 * Parts that are large and used by few (`onDemand`) come with no wave: whoever opens one has it from then on.
 * The files belong to their version by their names, which have digests, and lie beside its others ([Note: Two versions]).
 */
import type { ScreensStatus } from '../../contract/sw-messages';
import { fetchWhole, knownFile, type BuildEntry, type Fetch, type KnownFile } from './build-list';

/** Cache key of a note on whether a page has begun this version's wave, and whether it is over. No page's request gets it. */
export const WAVE_URL = '/.rab-later-files';

/** After an event that woke the service worker; mostly it is a start, whose own files come first. */
const GO_ON_AFTER_MS = 3_000;

/** So many in a row that do not come: there is no connection, or the server has another version by now. */
const MAX_FAILURES = 3;

interface WaveNote {
  build: string;
  isOver: boolean;
}

export interface LaterFilesDeps {
  fetch: Fetch;
  /** Addresses of the build's list are relative to it. */
  baseUrl: string;
  build: string;
  openCache: () => Promise<Cache>;
  isSavingData: () => boolean;
  pause: (delayMs: number) => Promise<void>;
  /** Tells every page. */
  tell: (status: ScreensStatus) => void;
}

export class LaterFiles {
  readonly #deps: LaterFilesDeps;
  readonly #files: readonly (KnownFile & { screens: number; onDemand: boolean })[];
  /** Screens that came with the install. */
  readonly #screensAtOnce: number;
  readonly #loading = new Map<string, Promise<void>>();
  #running: Promise<void> | null = null;
  #hasLooked = false;

  constructor(entries: readonly BuildEntry[], deps: LaterFilesDeps) {
    this.#deps = deps;
    const sum = (some: readonly BuildEntry[]) => some.reduce((total, { screens = 0 }) => total + screens, 0);
    this.#screensAtOnce = sum(entries.filter(({ later }) => !later));
    this.#files = entries
      .filter(({ later }) => later)
      .map((entry) => ({
        ...knownFile(entry, deps.baseUrl),
        screens: entry.screens ?? 0,
        onDemand: entry.onDemand ?? false,
      }));
  }

  /** Absolute addresses, cached or not. */
  get urls(): string[] {
    return this.#files.map(({ url }) => url);
  }

  has(url: URL): boolean {
    return this.#find(url) !== undefined;
  }

  async status(): Promise<ScreensStatus> {
    const kept = new Set((await (await this.#deps.openCache()).keys()).map(({ url }) => url));
    const ofWave = this.#ofWave;
    const there = ofWave.filter(({ url }) => kept.has(url));
    const screens = (files: typeof there) => files.reduce((total, file) => total + file.screens, this.#screensAtOnce);
    return { done: screens(there), total: screens(ofWave), isWhole: there.length === ofWave.length };
  }

  /** A page has nothing else to do: keeps what is missing. Resolves when that has ended, however. */
  async keepAll(): Promise<void> {
    if (!this.#deps.isSavingData()) await this.#run();
  }

  /** Goes on with a wave that ended with an earlier life of this service worker. Looks once in each life. */
  async goOn(): Promise<void> {
    if (this.#hasLooked) return;
    this.#hasLooked = true;
    const wave = (await (await (await this.#deps.openCache()).match(WAVE_URL))?.json()) as WaveNote | undefined;
    if (!wave || (wave.build === this.#deps.build && wave.isOver)) return;
    await this.#deps.pause(GO_ON_AFTER_MS);
    await this.keepAll();
  }

  /** A file for a page, from the cache or the network, and kept from then on. */
  async answer(url: URL): Promise<Response> {
    const { fetch, openCache } = this.#deps;
    const file = this.#find(url);
    if (!file) return fetch(url.href);
    const cache = await openCache();
    for (;;) {
      const kept = await cache.match(file.url);
      if (kept) return kept;
      const loading = this.#loading.get(file.url);
      if (!loading) break;
      await loading.catch(() => undefined);
    }
    const fetching = fetchWhole(fetch, file);
    void this.#keeping(cache, file, fetching);
    return fetching;
  }

  get #ofWave() {
    return this.#files.filter(({ onDemand }) => !onDemand);
  }

  /** A page that asks again after a failure does so under a fresh query. */
  #find({ origin, pathname }: URL) {
    return this.#files.find(({ url }) => url === origin + pathname);
  }

  #run(): Promise<void> {
    this.#running ??= this.#keepMissing()
      // Storage is refused: files come from the network.
      .catch(() => undefined)
      .finally(() => (this.#running = null));
    return this.#running;
  }

  async #keepMissing(): Promise<void> {
    const { build, isSavingData, openCache, tell } = this.#deps;
    const remember = async (isOver: boolean) => {
      const wave: WaveNote = { build, isOver };
      await (await openCache()).put(WAVE_URL, Response.json(wave));
    };
    if ((await this.status()).isWhole) return remember(true);
    await remember(false);
    let failures = 0;
    for (const file of this.#ofWave) {
      if (isSavingData() || failures === MAX_FAILURES) return;
      const isNew = await this.#keep(file).then(
        (isFetched) => {
          failures = 0;
          return isFetched;
        },
        () => {
          failures += 1;
          return false;
        },
      );
      if (isNew && file.screens > 0) tell(await this.status());
    }
    const status = await this.status();
    tell(status);
    if (status.isWhole) await remember(true);
  }

  /** @returns whether it was missing. @throws when it does not come whole, or there is no space */
  async #keep(file: KnownFile): Promise<boolean> {
    const cache = await this.#deps.openCache();
    if (await cache.match(file.url)) return false;
    const lowPriority = { priority: 'low' } as RequestInit;
    const fetching = () => fetchWhole(this.#deps.fetch, file, lowPriority);
    await (this.#loading.get(file.url) ?? this.#keeping(cache, file, fetching()));
    return true;
  }

  /** Whoever wants the file meanwhile waits for this. */
  #keeping(cache: Cache, { url }: KnownFile, fetching: Promise<Response>): Promise<void> {
    const keeping = fetching
      .then((response) => cache.put(url, response.clone()))
      .finally(() => this.#loading.delete(url));
    // Without space a page is answered all the same.
    keeping.catch(() => undefined);
    this.#loading.set(url, keeping);
    return keeping;
  }
}
