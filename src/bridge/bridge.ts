/** The app's one line to its data. Made once in main.tsx; hooks find it with `bridge()`. */
import { canonicalJson } from '../../contract/canonical-json';
import type { LiveNotice } from '../../contract/calls/live';
import type { CallError, ErrorCode } from '../../contract/errors';
import type { SessionState, StorageMode, WorkerEvent } from '../../contract/events';
import type { CallName } from '../../contract/index';
import type { LangCode } from '../../contract/ids';
import type {
  Answer,
  SearchAnswer,
  FreedSpace,
  HomePicture,
  InvokeOptions,
  LockAnswer,
  LockRequest,
  Settlement,
  StartOptions,
  StorageReport,
} from '../../worker/api';
import { answerOf, failed, notAnswered, toldInPlace } from './failures';
import { accountOf, Intents } from './intents';
import { markLeaving } from './leaving';
import { replayed, WorkerLink, type LinkDeps, type Reply } from './link';
import { LongTasks } from './long-tasks';
import { askToPersist } from './persist';
import { awaitSettlement, type KnownSettlement } from './settlement';
import { ReadEntry, WatchedSet, type EntryServices, type WorkerSearch, type WatchableEntry } from './reads';
import { Signal } from './signal';
import type { AnyCall, Input, Output, WriteResult } from './types';

/** `starting`: nobody knows yet; `down`: the worker could not be started. */
export type WorkerState = 'starting' | 'running' | 'down';

/** The cause of the session's last change; `followed`: another tab has logged in or switched. */
export type SessionCause = 'started' | 'opened' | 'followed' | 'logged-out' | 'refused' | 'expired' | 'locked';

/** Called with every refusal that no screen handles itself. */
export type RefusalListener = (error: CallError, effect: AnyCall['effect']) => void;

/** The gateway may ask for a proof of work first; the worker looks for one until the challenge runs out, ten minutes at most. */
const CAPTCHA_DEADLINE_MS = 660_000;

/** Rounds that one confirmation gets at most: when nothing came of an intent, the next round sends a new one. */
const MAX_MONEY_ROUNDS = 3;

/** Codes of a money call whose answer was lost, or of whose intent nothing came. */
const IN_VAIN: ReadonlySet<ErrorCode> = new Set(['outcome-unknown', 'not-carried-out', 'idempotency-closed']);

/** After an outage everybody comes back at once, so each page reads its screen again at a moment within this time. */
export const BACK_WITHIN_MS = 2_000;

/** The session's event comes at once after its answer; longer than this is a defect, and no reason to hang. */
const SESSION_EVENT_MS = 2_000;

export interface BridgeDeps extends LinkDeps {
  /** Asks the browser to keep the stored data; called once, when there is data of a person to keep. */
  askToPersist?: () => void;
}

export class Bridge {
  readonly #link: WorkerLink;
  readonly tasks: LongTasks;
  readonly #timers: LinkDeps['timers'];
  readonly #watched = new WatchedSet();
  readonly intents = new Intents();
  #askToPersist: (() => void) | null;
  /** Calls of this page that open a session and are under way. */
  #openings = 0;

  /** Set before `session` changes. */
  sessionCause: SessionCause = 'started';
  /** Null until the worker has told. */
  readonly session = new Signal<SessionState | null>(null);
  readonly isOnline = new Signal(true);
  readonly storageMode = new Signal<StorageMode>('persistent');
  readonly workerState = new Signal<WorkerState>('starting');
  /** True while the worker changes the layout of the stored data for a new version: everything else waits. */
  readonly isUpgrading = new Signal(false);
  /** The last event of the kinds that parts of the page wait for; null after a start of the worker. */
  readonly events = new Signal<WorkerEvent | null>(null);
  /** The ends of money calls whose outcome was unknown; the code that tells the person takes the entry out. */
  readonly settled: Extract<WorkerEvent, { type: 'settled' }>[] = [];
  /** The last notice that the person is to be told of, each a new object. */
  readonly notice = new Signal<LiveNotice | null>(null);
  /** The last refusal of a change because this version is too old, each a new object. */
  readonly outdated = new Signal<CallError | null>(null);
  onRefusal: RefusalListener = () => {};

  constructor(deps: BridgeDeps) {
    this.#timers = deps.timers;
    this.#askToPersist = deps.askToPersist ?? askToPersist;
    this.#link = new WorkerLink(deps);
    this.tasks = new LongTasks(this.#link);
    this.#link.onStarted = (session, hasLeft) => {
      if (hasLeft && session.state === 'anonymous') markLeaving(false);
      this.isUpgrading.set(false);
      this.workerState.set('running');
      this.#watched.forgetSequences();
      this.events.set(null);
      if (!navigator.onLine) this.hintNetwork(false);
      this.hintVisible();
      this.#setSession(session, 'started');
    };
    this.#link.onLost = () => void (this.isUnderLock && this.assumeLocked());
    this.#link.onDown = () => {
      this.isUpgrading.set(false);
      this.workerState.set('down');
    };
    this.#link.onEvent = (event) => this.#onEvent(event);
  }

  /** Starts the worker; call once, as early as possible. */
  start(options: StartOptions): void {
    this.#link.start(options);
  }

  /** Tries once more after the worker went down for good. */
  startAgain(): void {
    this.workerState.set('starting');
    this.#link.startAgain();
  }

  /** Refusal texts and proposals come in the new language from now on. */
  async setLang(lang: LangCode): Promise<void> {
    await this.#link.setLang(lang);
    await this.#watched.refreshAnew();
  }

  /** Tells the worker what the browser says of the network; the worker finds out for itself whether it is true. */
  hintNetwork(isOnline: boolean): void {
    void this.#link.request((api) => api.hintNetwork(isOnline));
  }

  /** Tells the worker whether somebody looks at the page: it listens to live changes only for them. */
  hintVisible(): void {
    const isVisible = document.visibilityState === 'visible';
    void this.#link.request((api) => api.hintVisible(isVisible));
  }

  /** The system suspends the page. */
  hintSuspended(): void {
    void this.#link.request((api) => api.hintSuspended());
  }

  /** Asks the gateway again for everything on screen. Resolves when all of it is painted. */
  refreshShown(): Promise<void> {
    return this.#watched.refreshShown();
  }

  /** Returns a delay between half and one and a half times `everyMs`, so that devices do not all ask at the same moment. */
  spread(everyMs: number): number {
    return everyMs * (0.5 + this.#timers.random());
  }

  /** Returns the age of the oldest answer on screen, UTC ms; null when no answer on it has an age. */
  shownAsOf = (): number | null => this.#watched.oldestShown();

  /** Calls back when `shownAsOf` may have changed. @returns what ends it */
  onShownAge = (listener: () => void): (() => void) => this.#watched.subscribeAge(listener);

  /** The page is in front again: iOS may have suspended or killed the worker meanwhile. */
  onResume(): void {
    void this.#link.checkLife();
    void this.#watched.refreshShown();
  }

  readEntry(call: AnyCall, input: unknown): ReadEntry {
    return this.#watched.get(
      `${call.name} ${canonicalJson(input)}`,
      () => new ReadEntry(call, input, this.#ask, this.#timers),
    );
  }

  /** An entry of another kind, made by the hook that shows it: its code comes with the pages that need it. */
  entry<W extends WatchableEntry<unknown>>(key: string, make: (asking: EntryServices) => W): W {
    return this.#watched.get(key, () => make({ ask: this.#ask, find: this.#find, timers: this.#timers }));
  }

  /** Reads once, without an entry that screens watch. */
  async read<C extends AnyCall>(call: C, input: Input<C>): Promise<WriteResult<Output<C>>> {
    return (await this.#ask(call, input, 'network')) as Answer<Output<C>>;
  }

  /** Changes something that is not money. Never repeated by itself: the second time might mean something else. */
  async write<C extends AnyCall>(call: C, input: Input<C>): Promise<WriteResult<Output<C>>> {
    if (call.opensSession) this.#openings += 1;
    const answer = answerOf(await this.#invoke<Output<C>>(call, input, {}));
    // The answer and the event come over two channels; the caller must find the session open.
    if (answer.ok && call.opensSession) await this.#sessionOpened();
    if (call.opensSession) this.#openings -= 1;
    return answer;
  }

  beginIntent(): string {
    return this.intents.begin(accountOf(this.session.get()));
  }

  /**
   * Carries out a confirmation at most once. When the answer is lost (worker or network), asks the gateway how the intent
   * ended. If it had no effect, that is final, and the confirmation goes on under a new intent (docs/rules.md §2).
   */
  async money<C extends AnyCall>(
    call: C,
    input: Input<C>,
    intentId: string,
    onChecking: () => void,
  ): Promise<WriteResult<Output<C>>> {
    const accountId = this.intents.accountOf(intentId);
    for (let round = 0; round < MAX_MONEY_ROUNDS; round++) {
      const newest = this.intents.newestOf(intentId);
      const reply = await this.#invoke<Output<C>>(call, input, { intentId: newest, accountId });
      const code = reply.ok && !reply.value.ok ? reply.value.error.code : null;
      if (reply.ok && (code === null || !IN_VAIN.has(code))) return answerOf(reply);
      onChecking();
      if (code === null || code === 'outcome-unknown') {
        const settlement = await this.settle(call, newest);
        if (settlement.state === 'done') return { ok: true, data: settlement.answer };
        if (settlement.state === 'unknown') return failed('outcome-unknown');
      }
      this.intents.renew(intentId);
    }
    return failed('not-carried-out');
  }

  /** Asks how an intent ended. Asking is safe, so a lost answer is asked for once more. */
  async settle<C extends AnyCall>(call: C, intentId: string): Promise<Settlement<Output<C>>> {
    const ask = () =>
      this.#link.request(
        (api) => api.settle(call.name as CallName, intentId) as Promise<unknown> as Promise<Settlement<Output<C>>>,
      );
    let reply = await ask();
    if (!reply.ok && reply.why === 'lost') reply = await ask();
    if (!reply.ok) return { state: 'unknown', error: notAnswered(reply).error };
    return reply.value;
  }

  /** Tells how an intent ended that nobody knows of yet. @returns what ends it */
  whenSettled<C extends AnyCall>(
    call: C,
    intentId: string,
    tell: (settled: KnownSettlement<Output<C>>) => void,
  ): () => void {
    const ask = () => this.settle(call, intentId);
    return awaitSettlement({ intentId, ask, events: this.events, timers: this.#timers }, tell);
  }

  /** Wipes everything of the user from this device. Returns also when the worker is gone: the next one begins with the wipe. */
  async logout(): Promise<void> {
    markLeaving(true);
    const reply = await this.#link.request((api) => api.logout());
    if (reply.ok && reply.value) markLeaving(false);
    this.#setSession({ state: 'anonymous' }, 'logged-out');
  }

  async storageReport(): Promise<StorageReport | null> {
    const reply = await this.#link.request((api) => api.storage());
    return reply.ok ? reply.value : null;
  }

  /** @returns the data that was removed, null when the worker did not answer */
  async clearCache(): Promise<FreedSpace | null> {
    const reply = await this.#link.request((api) => api.clearCache());
    this.#watched.resetAll();
    return reply.ok ? reply.value : null;
  }

  /** App lock is on and open (src/lock/watch.ts). */
  isUnderLock = false;
  /** A worker without an answer has no key any more: nothing of the person's stays on screen. */
  assumeLocked(): void {
    if (this.session.get()?.state === 'open') this.#setSession({ state: 'locked' }, 'locked');
  }

  /** App lock. Null when the worker did not answer. */
  async lock(request: LockRequest): Promise<LockAnswer | null> {
    const reply = await this.#link.request((api) => api.lock(request));
    return reply.ok ? reply.value : null;
  }

  async saveDraft(form: string, draft: Record<string, string> | null): Promise<void> {
    await this.#link.request((api) => api.saveDraft(form, draft));
  }

  async loadDraft(form: string): Promise<Record<string, string> | null> {
    const reply = await this.#link.request((api) => api.loadDraft(form));
    return reply.ok ? reply.value : null;
  }

  /** Has Home's look kept for the next start (src/start/picture). */
  async keepPicture(picture: HomePicture): Promise<void> {
    await this.#link.request((api) => api.keepPicture(picture));
  }

  /** Tells the app of a refusal that the screen does not handle itself. */
  report(error: CallError, effect: AnyCall['effect'], handles: readonly ErrorCode[] = []): void {
    if (error.code === 'update-needed') this.outdated.set(error);
    if (!handles.includes(error.code)) this.onRefusal(error, effect);
  }

  readonly #ask = async (call: AnyCall, input: unknown, source: 'cache' | 'network'): Promise<Answer<unknown>> => {
    if (call.access === 'user' && this.session.get()?.state === 'anonymous') return failed('session-closed');
    const options = { source, accountId: accountOf(this.session.get()) ?? undefined };
    const answer = answerOf(await replayed(() => this.#invoke<unknown>(call, input, options)));
    if (!answer.ok && source === 'network') this.report(answer.error, 'read', toldInPlace(call));
    return answer;
  };

  readonly #find: WorkerSearch = async (call, filters, request) => {
    if (call.access === 'user' && this.session.get()?.state === 'anonymous') return failed('session-closed');
    const asked = { ...request, accountId: accountOf(this.session.get()) ?? undefined };
    const reply = await replayed(() =>
      this.#link.request(
        (api) =>
          api.search(call.name as CallName, filters, asked) as Promise<unknown> as Promise<SearchAnswer<unknown>>,
      ),
    );
    return reply.ok ? reply.value : notAnswered(reply);
  };

  #invoke<T>(call: AnyCall, input: unknown, options: InvokeOptions): Promise<Reply<Answer<T>>> {
    // The name picks the input's and the output's type; the call object that came with them is the proof.
    return this.#link.request(
      (api) => api.invoke(call.name as CallName, input as never, options) as Promise<unknown> as Promise<Answer<T>>,
      call.captcha ? CAPTCHA_DEADLINE_MS : undefined,
    );
  }

  #sessionOpened(): Promise<void> {
    if (this.session.get()?.state === 'open') return Promise.resolve();
    return new Promise((resolve) => {
      const finish = () => {
        cancel();
        stop();
        resolve();
      };
      const cancel = this.#timers.after(SESSION_EVENT_MS, finish);
      const stop = this.session.subscribe((session) => {
        if (session?.state === 'open') finish();
      });
    });
  }

  #setSession(next: SessionState, cause: SessionCause): void {
    const before = this.session.get();
    if (canonicalJson(before) === canonicalJson(next)) return;
    this.sessionCause = cause;
    this.session.set(next);
    if (before) this.#watched.resetAll();
    if (next.state !== 'open') return;
    this.#askToPersist?.();
    this.#askToPersist = null;
  }

  #causeOf(because: Exclude<SessionCause, 'started' | 'followed'>): SessionCause {
    return because === 'opened' && this.#openings === 0 ? 'followed' : because;
  }

  #onEvent(event: WorkerEvent): void {
    switch (event.type) {
      case 'changed':
        return this.#watched.changed(event.calls);
      case 'session':
        return this.#setSession(event.session, this.#causeOf(event.because));
      case 'connection': {
        const isBack = event.online && !this.isOnline.get();
        this.isOnline.set(event.online);
        if (isBack) this.#timers.after(this.#timers.random() * BACK_WITHIN_MS, () => void this.refreshShown());
        return;
      }
      case 'storage':
        this.#watched.forgetSequences();
        return this.storageMode.set(event.mode);
      case 'upgrade':
        return this.isUpgrading.set(event.isRunning);
      case 'notice':
        return this.notice.set(event.notice);
      case 'upload':
        return this.tasks.progress(event.uploadId, event.sentBytes, event.totalBytes);
      case 'statement':
        return this.tasks.progress(event.statementId, event.done, event.total);
      default:
        if (event.type === 'settled') this.settled.push(event);
        return this.events.set(event);
    }
  }
}

let installed: Bridge | null = null;

/** Makes the app's bridge; main.tsx does, and tests with a worker of their own. */
export function installBridge(deps: BridgeDeps): Bridge {
  installed = new Bridge(deps);
  return installed;
}

/** The app's bridge. @throws before `installBridge` */
export function bridge(): Bridge {
  if (!installed) throw new Error('installBridge comes first');
  return installed;
}
