/** The packages of this device: serving the active one, loading the next, trying it, going back. See state.ts. */
import type { ReleaseManifest } from '../../../contract/release';
import { START_LIMIT_MS } from '../../../contract/start-limit';
import type { ReleaseDescription, ReleaseStatus, ReleaseTarget } from '../../../contract/sw-messages';
import { CancelledError, ReleaseError } from './failure';
import { keepVersions, releaseCacheName } from './files';
import { loadPackage, type LoadDeps } from './load';
import { judgePackage, openPackage, packageUrl } from './package';
import type { SignatureVerifier } from './signature';
import { missingBytes, stagePackage } from './stage';
import {
  adopt,
  confirm,
  countStart,
  forgetActive,
  forgetStarts,
  isNewer,
  isOnTrial,
  rollBack,
  settleWithBase,
  withFailure,
  withFailureKnown,
  type ReleaseState,
} from './state';
import { ReleaseStore } from './store';

const START_PAGE = '/index.html';

/** Pages are told of progress at most this often. */
const PROGRESS_INTERVAL_MS = 150;

export interface ReleasesDeps extends Omit<LoadDeps, 'signal'> {
  caches: CacheStorage;
  /** Of the gateway, without a path. */
  origin: string;
  /** UTC ms. */
  now: () => number;
  /** Of the build that this service worker belongs to. */
  baseVersion: string;
  /** Null: no package is ever taken. */
  verify: SignatureVerifier | null;
  /** A file of the base build. */
  matchBase: (path: string) => Promise<Response | undefined>;
  /** Tells every page. */
  tell: (status: ReleaseStatus) => void;
  /** Opens the app anew in a page that is visible and still open; the page's own script may be broken. */
  reopen: (clientId: string) => Promise<void>;
  isVisible: (clientId: string) => Promise<boolean>;
}

interface Download {
  target: ReleaseTarget;
  stop: AbortController;
  done: Promise<void>;
}

export class Releases {
  readonly #deps: ReleasesDeps;
  readonly #store: ReleaseStore;
  #job: ReleaseStatus['job'] = null;
  #download: Download | null = null;
  #isTellingSoon = false;
  /** By page id, the time at which the page last said that it changes the layout of the device's database. */
  readonly #upgrades = new Map<string, number>();

  constructor(deps: ReleasesDeps) {
    this.#deps = deps;
    this.#store = new ReleaseStore(deps.caches);
  }

  /** Reads the record ahead of the first request. */
  warm(): void {
    void this.#store.get();
  }

  async status(): Promise<ReleaseStatus> {
    const { active, trial, refused, failure } = await this.#store.get();
    const base = this.#deps.baseVersion;
    return {
      installed: active?.version ?? base,
      full: active?.full ?? base,
      base,
      isTrial: trial !== null,
      takesPackages: this.#deps.verify !== null,
      refused,
      job: this.#job,
      failure,
    };
  }

  /** Returns whether pages get the files of a package, which has all of them, and not the base build's. */
  async hasPackage(): Promise<boolean> {
    return (await this.#store.get()).active !== null;
  }

  /**
   * The start page for a navigation; undefined when it is the base build's. On trial the start is counted, and watched
   * by what `keepAlive` is given.
   */
  async startPage(clientId: string, keepAlive: (watch: Promise<unknown>) => void): Promise<Response | undefined> {
    let state = await this.#store.get();
    if (state.trial) {
      let isCounted = true;
      state = await this.#store.update((current) => {
        const counted = countStart(current, clientId, this.#deps.now());
        isCounted = counted !== null;
        return counted ?? current;
      });
      if (isCounted) keepAlive(this.#watch(clientId));
      else state = await this.#rollBack('started several times in vain');
    }
    if (!state.active) return undefined;
    const page = await this.#match(state.active.version, START_PAGE);
    if (page) return page;
    // The browser has cleared it.
    await this.#store.update(forgetActive);
    await this.#tell();
    return undefined;
  }

  /** A file of the active package, under its own path. */
  async match(path: string): Promise<Response | undefined> {
    const { active } = await this.#store.get();
    return active ? this.#match(active.version, path) : undefined;
  }

  /** A file of the package before, for pages of it that are still open. */
  async matchFormer(path: string): Promise<Response | undefined> {
    const { former } = await this.#store.get();
    return former ? this.#match(former.version, path) : undefined;
  }

  /** Tells a package's news and its bytes that are missing here; null when it cannot be loaded, or would not be installed. */
  async describe(target: ReleaseTarget): Promise<ReleaseDescription | null> {
    const deps: LoadDeps = { ...this.#deps, signal: new AbortController().signal };
    try {
      const manifest = await this.#genuine(deps, target);
      const { caches } = this.#deps;
      const missing = await missingBytes({ caches, matchKept: (path) => this.#matchKept(path) }, manifest);
      return { missingBytes: missing, notes: manifest.notes ?? {} };
    } catch {
      // The download tells what is wrong, if the person wants it.
      return null;
    }
  }

  /** Loads, verifies and switches. Joins a download that runs. Resolves when it has ended, however. */
  download(target: ReleaseTarget): Promise<void> {
    if (this.#download) return this.#download.done;
    const stop = new AbortController();
    const done = this.#run(target, stop).finally(() => {
      this.#download = null;
      return this.#tell();
    });
    this.#download = { target, stop, done };
    return done;
  }

  cancelDownload(): Promise<void> {
    this.#download?.stop.abort();
    return this.#download?.done ?? this.#clearJob();
  }

  /** A page has come up: when its version was on trial, that is confirmed. */
  async started(clientId: string): Promise<void> {
    if (!isOnTrial(await this.#store.get(), clientId)) return;
    await this.#store.update(confirm);
    await this.#tell();
    await this.#sweep();
  }

  /** A page is coming up, and changes the layout of what is kept. Said again while it does. */
  async upgrading(clientId: string): Promise<void> {
    if (!isOnTrial(await this.#store.get(), clientId)) return;
    this.#upgrades.set(clientId, this.#deps.now());
    await this.#store.update(forgetStarts);
  }

  /** A page has not. @returns whether it should load again, because the former version is back */
  async didNotStart(clientId: string, detail: string): Promise<boolean> {
    if (!isOnTrial(await this.#store.get(), clientId)) return false;
    await this.#rollBack(detail);
    return true;
  }

  async failureKnown(by: 'isTold' | 'isReported'): Promise<void> {
    await this.#store.update((state) => withFailureKnown(state, by));
    await this.#tell();
  }

  /** The service worker of this base build has taken over. */
  async takeOver(): Promise<void> {
    this.#store.reread();
    await this.#store.update((state) => settleWithBase(state, this.#deps.baseVersion));
    await this.#sweep();
    await this.#tell();
  }

  async #run(target: ReleaseTarget, stop: AbortController): Promise<void> {
    const { caches } = this.#deps;
    const deps: LoadDeps = { ...this.#deps, signal: stop.signal };
    this.#job = { phase: 'downloading', target, doneBytes: 0, totalBytes: 0 };
    await this.#tell();
    try {
      const manifest = await this.#genuine(deps, target);
      const { full } = await this.status();
      await this.#sweep(manifest.version);
      const matchKept = (path: string) => this.#matchKept(path);
      await stagePackage({ ...deps, caches, matchKept }, manifest, (progress) => {
        this.#job = { phase: 'downloading', target, ...progress };
        this.#tellSoon();
      });
      const newFull = manifest.kind === 'full' && isNewer(manifest.version, full) ? manifest.version : full;
      await this.#store.update((current) => adopt(current, manifest.version, manifest.kind, newFull));
      this.#job = null;
    } catch (error) {
      await this.#failed(target, error);
    }
  }

  /** The package's list: signed by the publisher, and to be installed here. @throws ReleaseError, Cancelled */
  async #genuine(deps: LoadDeps, target: ReleaseTarget): Promise<ReleaseManifest> {
    const { text, servedAt } = await loadPackage(deps, packageUrl(target.url, this.#deps.origin));
    const manifest = await openPackage(text, this.#deps.verify);
    const { installed } = await this.status();
    judgePackage(manifest, target, await this.#store.get(), installed, servedAt ?? this.#deps.now());
    return manifest;
  }

  /** Asks the places that may have a file under its path, in the order in which their answers count. */
  #matchKept(path: string): Promise<Response | undefined>[] {
    return [this.match(path), this.#deps.matchBase(path), this.matchFormer(path)];
  }

  async #failed(target: ReleaseTarget, error: unknown): Promise<void> {
    this.#job = null;
    if (error instanceof CancelledError) return;
    const { reason, message } =
      error instanceof ReleaseError ? error : new ReleaseError('install-failed', 'the switch could not be stored');
    this.#job = { phase: 'failed', target, reason };
    // The staged files may be what fills the storage, and nobody needs the files of a refused package.
    if (reason === 'install-failed') await this.#sweep();
    const failure = { version: target.version, kind: target.kind, reason, detail: message };
    await this.#store.update((state) => withFailure(state, failure, this.#deps.now())).catch(() => undefined);
  }

  async #clearJob(): Promise<void> {
    this.#job = null;
    await this.#tell();
  }

  async #rollBack(detail: string): Promise<ReleaseState> {
    const state = await this.#store.update((current) => rollBack(current, detail, this.#deps.now()));
    await this.#tell();
    await this.#sweep();
    return state;
  }

  /** For a version whose start page is so broken that it cannot even say so. */
  async #watch(clientId: string): Promise<void> {
    let seenAt: number | undefined;
    do {
      seenAt = this.#upgrades.get(clientId);
      await new Promise<void>((resolve) => this.#deps.after(START_LIMIT_MS, resolve));
      // It went on with its upgrade meanwhile.
    } while (this.#upgrades.get(clientId) !== seenAt);
    if (!isOnTrial(await this.#store.get(), clientId) || !(await this.#deps.isVisible(clientId))) return;
    await this.#rollBack('did not come up in time');
    await this.#deps.reopen(clientId);
  }

  async #match(version: string, path: string): Promise<Response | undefined> {
    return this.#deps.caches.match(path, { cacheName: releaseCacheName(version) });
  }

  async #sweep(staged?: string): Promise<void> {
    const { active, former } = await this.#store.get();
    const kept = [active?.version, former?.version, staged].filter((version) => version !== undefined);
    await keepVersions(this.#deps.caches, kept);
  }

  async #tell(): Promise<void> {
    this.#deps.tell(await this.status());
  }

  #tellSoon(): void {
    if (this.#isTellingSoon) return;
    this.#isTellingSoon = true;
    this.#deps.after(PROGRESS_INTERVAL_MS, () => {
      this.#isTellingSoon = false;
      void this.#tell();
    });
  }
}
