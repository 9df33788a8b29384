/**
 * The update flow of a page (docs/rules.md §20): look, ask, have it downloaded, restart. What is on the device is the
 * service worker's to know; every tab hears of every change and shows the same.
 */
import type { Output } from '../bridge/types';
import { Signal } from '../bridge/signal';
import type { version } from '../../contract/calls/content';
import { compareVersions } from '../../contract/release';
import type { ReleaseFailure, ReleaseStatus } from '../../contract/sw-messages';
import { chooseTarget } from './choice';
import type { ServiceWorkerLink } from './link';
import { INITIAL_UPDATE, phaseOf, type UpdatePhase, type UpdateState } from './phase';

/** A return to the foreground looks for a new version at most this often. */
const FOREGROUND_INTERVAL_MS = 5 * 60_000;

/** Without a word for this long, a service worker that downloads may have been killed: it is told again. */
const SILENCE_LIMIT_MS = 4_000;

export interface UpdaterDeps {
  link: ServiceWorkerLink | null;
  /** Asks for the version that the gateway announces; null when the gateway cannot be reached. */
  announced: () => Promise<Output<typeof version> | null>;
  /** Tells the gateway. @returns whether it knows now */
  report: (failure: ReleaseFailure) => Promise<boolean>;
  reload: () => void;
  /** @returns what cancels it */
  after: (delayMs: number, callback: () => void) => () => void;
  /** UTC ms. */
  now: () => number;
}

export class Updater {
  readonly state = new Signal<UpdateState>(INITIAL_UPDATE);
  readonly #deps: UpdaterDeps;
  /** Versions that the person put off, until the next start. */
  readonly #later = new Set<string>();
  #checkedAt = -Infinity;
  /** Time of the failure that is being reported, or has been; null for none. */
  #reported: number | null = null;
  /** This tab set off the download, so it shows how it ends. */
  #isOurs = false;
  #cancelNudge = () => {};

  constructor(deps: UpdaterDeps) {
    this.#deps = deps;
  }

  phase(): UpdatePhase {
    return phaseOf(this.state.get());
  }

  /** Call once, when the page has come up. */
  async start(): Promise<void> {
    const { link } = this.#deps;
    if (!link) return;
    link.onStatus((status) => this.#onStatus(status));
    const status = await link.status();
    if (!status) return;
    this.#onStatus(status);
    // A failure is told where the download was asked for; a page that starts looks anew.
    if (status.job?.phase === 'failed') link.send({ type: 'CANCEL_DOWNLOAD' });
    // The package came with a new service worker; the one that installed it may go once a page of the package has come up.
    if (!status.isTrial && compareVersions(status.full, status.base) === 1) void link.renew();
    await this.check();
  }

  /** The page is in front again. */
  async onForeground(): Promise<void> {
    if (this.#deps.now() - this.#checkedAt >= FOREGROUND_INTERVAL_MS) await this.check();
  }

  /** Looks for a new version. `isAsked`: by the person, who gets the card also for one put off before. */
  async check(isAsked = false): Promise<void> {
    const { status, check } = this.state.get();
    if (!status || check === 'checking') return;
    this.#checkedAt = this.#deps.now();
    this.#patch({ check: 'checking' });
    const announced = await this.#deps.announced();
    const installed = this.state.get().status ?? status;
    const target = announced && installed.takesPackages ? chooseTarget(announced, installed) : null;
    // Asks before the card opens: its text must not grow under a finger.
    const description = target && (await this.#deps.link?.describe(target));
    this.#patch({ target, description: description ?? null, check: announced ? 'current' : 'unreachable' });
    if (target && (isAsked || !this.#later.has(target.version))) this.#patch({ isOpen: true });
    if (this.state.get().isNeeded) this.#install();
    await this.#report();
  }

  /**
   * The gateway takes no changes from this version any more: the newer one is downloaded without being asked for. The restart stays
   * the person's, since a form may be open.
   */
  async need(): Promise<void> {
    const { link } = this.#deps;
    this.#patch({ isNeeded: true });
    await link?.installed();
    const status = this.state.get().status ?? (await link?.status());
    if (status) this.#onStatus(status);
    // A look that is under way ends with installing, too.
    await this.check(true);
  }

  #install(): void {
    const { at } = this.phase();
    // Without a package there may be a newer build where this one came from.
    if (at === 'idle') return void this.#deps.link?.renew();
    this.show();
    if (at === 'available') this.download();
  }

  /** Also tries again after a failure. */
  download(): void {
    const phase = this.phase();
    if (phase.at !== 'available' && phase.at !== 'failed') return;
    this.#isOurs = true;
    this.#deps.link?.send({ type: 'DOWNLOAD', target: phase.target });
    this.#watchSilence();
  }

  cancel(): void {
    this.#deps.link?.send({ type: 'CANCEL_DOWNLOAD' });
    this.hide();
  }

  /** Puts the card away: "later", "in the background", "understood". */
  hide(): void {
    const phase = this.phase();
    if (phase.at === 'available' || phase.at === 'failed') this.#later.add(phase.target.version);
    if (phase.at === 'failed') this.#deps.link?.send({ type: 'CANCEL_DOWNLOAD' });
    if (phase.at === 'rolled-back') this.#deps.link?.send({ type: 'FAILURE_TOLD' });
    this.#patch({ isOpen: false });
  }

  show(): void {
    this.#patch({ isOpen: true });
  }

  /** This tab starts anew with the version that is installed. Open forms keep themselves: see kept-forms.ts. */
  restart(): void {
    this.#deps.reload();
  }

  /** The new version has come up in another tab: this one moves along as soon as nothing is being submitted. */
  mustMoveAlong(): boolean {
    return this.phase().at === 'restart' && this.state.get().status?.isTrial === false;
  }

  #onStatus(status: ReleaseStatus): void {
    const before = this.phase();
    const failedAt = this.state.get().status?.failure?.at;
    const own = this.state.get().own ?? status.installed;
    this.#patch({ status, own });
    const phase = this.phase();
    const isNew = phase.at !== before.at;
    if (phase.at === 'downloading') this.#watchSilence();
    else this.#cancelNudge();
    if (isNew && (phase.at === 'restart' || phase.at === 'rolled-back')) this.show();
    if (isNew && phase.at === 'failed' && this.#isOurs) this.show();
    if (phase.at !== 'downloading' && phase.at !== 'available') this.#isOurs = false;
    if (status.failure?.at !== failedAt) void this.#report();
  }

  #watchSilence(): void {
    this.#cancelNudge();
    this.#cancelNudge = this.#deps.after(SILENCE_LIMIT_MS, () => {
      const phase = this.phase();
      if (phase.at !== 'downloading') return;
      this.#deps.link?.send({ type: 'DOWNLOAD', target: phase.target });
      this.#watchSilence();
    });
  }

  async #report(): Promise<void> {
    const failure = this.state.get().status?.failure;
    if (!failure || failure.isReported || this.#reported === failure.at) return;
    this.#reported = failure.at;
    if (await this.#deps.report(failure)) this.#deps.link?.send({ type: 'FAILURE_REPORTED' });
    // The next look for a new version tries again.
    else this.#reported = null;
  }

  #patch(part: Partial<UpdateState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }
}
