/**
 * The answers that the screens show. One entry per call and input, shared by every screen that shows it: the entry paints the
 * answer kept on the device first, then the gateway's; when a refresh fails, the old answer stays. Events repaint.
 */
import type { Answer, SearchAnswer, SearchRequest } from '../../worker/api';
import type { Timers } from './timers';
import type { AnyCall, ReadState } from './types';

/** Asks the worker; `source: 'cache'` reads only the answer that is kept on the device. */
export type WorkerRead = (call: AnyCall, input: unknown, source: 'cache' | 'network') => Promise<Answer<unknown>>;

/** Asks the worker for a step of a search of what it keeps. */
export type WorkerSearch = (call: AnyCall, filters: object, request: SearchRequest) => Promise<SearchAnswer<unknown>>;

/** The services that an entry needs in order to ask. */
export interface EntryServices {
  ask: WorkerRead;
  find: WorkerSearch;
  timers: Timers;
}

/** Entries that no screen shows, kept for the way back. */
const MAX_IDLE = 60;
/** Events answer with at most one question per entry in this time, so that no defect can make a storm. */
const EVENT_SPACING_MS = 1_000;
/** A screen that shows something asks nothing for this time, so that the app answers a tap first. */
const SHOWN_FIRST_MS = 100;

/** An entry that screens watch: they subscribe, read the snapshot, and are told when it may have changed. */
export interface WatchableEntry<S> {
  readonly call: AnyCall;
  readonly isShown: boolean;
  readonly asOf: number | null;
  /** Called when the entry's age may have changed; the code that watches ages sets it. */
  onAge: () => void;
  subscribe: (listener: () => void) => () => void;
  snapshot: () => S;
  refresh: () => Promise<void>;
  refreshAnew(): Promise<void>;
  /** The device's copy changed or became stale. */
  onChanged(): void;
  /** The worker counts its answers anew. */
  forgetSequence(): void;
  /** Empties the entry; if a screen shows it, it asks again. */
  reset(): void;
}

type AnswerOrigin = Pick<Answer<unknown> & { ok: true }, 'sequence' | 'asOf' | 'source'>;

/** Listeners, the idle-to-shown step and event spacing: what a single answer and a list have in common. */
export abstract class WatchedEntry<S extends { asOf: number | null }> implements WatchableEntry<S> {
  readonly #listeners = new Set<() => void>();
  /** Called when the entry comes on screen or goes, and when its age changes while it is there. */
  onAge: () => void = () => undefined;
  #cancelOpening: (() => void) | null = null;
  #cancelSpaced: (() => void) | null = null;
  #lastEventAt = Number.NEGATIVE_INFINITY;
  /** Number of the answer that is shown. */
  #sequence: number | undefined;
  protected state: S;

  constructor(
    readonly call: AnyCall,
    protected readonly timers: Timers,
    private readonly initial: S,
  ) {
    this.state = initial;
  }

  get isShown(): boolean {
    return this.#listeners.size > 0;
  }

  get asOf(): number | null {
    return this.state.asOf;
  }

  snapshot = (): S => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      this.onAge();
      this.#open();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.onAge();
    };
  };

  /** Asks because a screen now shows the entry; a screen that has data already is painted first. */
  #open(): void {
    if (this.state.asOf === null) return this.onShown();
    this.#cancelOpening ??= this.timers.after(SHOWN_FIRST_MS, () => {
      this.#cancelOpening = null;
      if (this.isShown) this.onShown();
    });
  }

  abstract refresh: () => Promise<void>;

  /** Asks in another language: what is on its way is in the one before. */
  refreshAnew(): Promise<void> {
    return this.refresh();
  }
  protected abstract onShown(): void;
  protected abstract reread(): void;

  onChanged(): void {
    if (!this.isShown || this.#cancelSpaced) return;
    const waitMs = Math.max(0, this.#lastEventAt + EVENT_SPACING_MS - this.timers.now());
    const reread = () => {
      this.#cancelSpaced = null;
      this.#lastEventAt = this.timers.now();
      if (this.isShown) this.reread();
    };
    if (waitMs === 0) reread();
    else this.#cancelSpaced = this.timers.after(waitMs, reread);
  }

  forgetSequence(): void {
    this.#sequence = undefined;
  }

  /** Returns whether an answer is older than the shown one. A copy without a number is of an earlier version of the app. */
  protected isOlder({ sequence, source }: AnswerOrigin): boolean {
    return (sequence ?? (source === 'cache' ? 0 : Infinity)) < (this.#sequence ?? 0);
  }

  protected isShownAnswer({ sequence, asOf }: AnswerOrigin): boolean {
    return sequence === undefined ? asOf === this.state.asOf : sequence === this.#sequence;
  }

  protected note({ sequence }: AnswerOrigin): void {
    this.#sequence = sequence;
  }

  reset(): void {
    this.#sequence = undefined;
    this.#cancelOpening?.();
    this.#cancelOpening = null;
    this.set(this.initial);
    if (this.isShown) this.onShown();
  }

  protected set(next: S): void {
    const isOtherAge = next.asOf !== this.state.asOf;
    this.state = next;
    for (const listener of [...this.#listeners]) listener();
    if (isOtherAge && this.isShown) this.onAge();
  }
}

/** The state before the first answer; the entry asks once a screen shows it. */
export const UNREAD: ReadState<never> = {
  data: undefined,
  asOf: null,
  isStale: false,
  isLoading: true,
  isRefreshing: false,
  error: null,
  source: null,
};

/** One call with one input. */
export class ReadEntry extends WatchedEntry<ReadState<unknown>> {
  #inFlight: Promise<void> | null = null;
  /** Answers to questions from before a reset are nobody's any more. */
  #epoch = 0;

  constructor(
    call: AnyCall,
    private readonly input: unknown,
    private readonly ask: WorkerRead,
    timers: Timers,
  ) {
    super(call, timers, UNREAD);
  }

  /** Equal questions at the same time are one request. */
  refresh = (): Promise<void> => {
    if (this.#inFlight) return this.#inFlight;
    const request = this.#fetch(this.#epoch).then((isOutdated) => {
      if (this.#inFlight !== request) return;
      this.#inFlight = null;
      if (isOutdated) this.onChanged();
    });
    this.#inFlight = request;
    return request;
  };

  override refreshAnew(): Promise<void> {
    this.#epoch++;
    this.#inFlight = null;
    return this.refresh();
  }

  override reset(): void {
    this.#epoch++;
    this.#inFlight = null;
    super.reset();
  }

  /** Loads the answer that the device keeps before a screen asks for it. */
  async readAhead(): Promise<void> {
    if (this.state.data === undefined) await this.#paintCached();
  }

  protected override onShown(): void {
    // Also when there is something to show: the device's copy may have become newer since.
    void this.#paintCached();
    void this.refresh();
  }

  /** The copy first: an event that our own answer caused ends here, a stale copy is asked for again. */
  protected override async reread(): Promise<void> {
    const isFresh = await this.#paintCached();
    if (!isFresh) void this.refresh();
  }

  async #paintCached(): Promise<boolean> {
    if (this.call.cache.kind === 'none') return false;
    const epoch = this.#epoch;
    const answer = await this.ask(this.call, this.input, 'cache');
    if (epoch !== this.#epoch || !answer.ok) return false;
    // The gateway may have been quicker.
    if (this.isOlder(answer)) return true;
    const { data, asOf, isStale } = answer;
    const isSame = this.isShownAnswer(answer);
    if (!isSame || isStale !== this.state.isStale || this.state.data === undefined) {
      const isRefreshing = this.#inFlight !== null;
      const source = isSame ? this.state.source : 'cache';
      this.note(answer);
      this.set({ ...this.state, data, asOf, isStale, source, isLoading: false, isRefreshing });
    }
    return !isStale;
  }

  /** @returns whether something changed while the answer was on its way: the event came when there was nothing to ask again */
  async #fetch(epoch: number): Promise<boolean> {
    const hasData = this.state.data !== undefined;
    this.set({ ...this.state, isLoading: !hasData, isRefreshing: hasData });
    const answer = await this.ask(this.call, this.input, 'network');
    if (epoch !== this.#epoch) return false;
    if (answer.ok && this.isOlder(answer)) {
      this.set({ ...this.state, isLoading: false, isRefreshing: false, error: null });
    } else if (answer.ok) {
      const { data, asOf, isStale, source } = answer;
      this.note(answer);
      this.set({ data, asOf, isStale, source, isLoading: false, isRefreshing: false, error: null });
    } else {
      this.set({ ...this.state, isLoading: false, isRefreshing: false, error: answer.error });
    }
    return answer.ok && answer.isStale;
  }
}

/** Every entry of the app, by key. */
export class WatchedSet {
  readonly #entries = new Map<string, WatchableEntry<unknown>>();
  readonly #ageListeners = new Set<() => void>();
  #isAgeTold = true;

  /** The entry for a key, made on first use. The idle ones that were used longest ago are dropped. */
  get<W extends WatchableEntry<unknown>>(key: string, make: () => W): W {
    const known = this.#entries.get(key) as W | undefined;
    const entry = known ?? make();
    entry.onAge = this.#onAge;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (!known) this.#prune();
    return entry;
  }

  changed(names: readonly string[]): void {
    for (const entry of this.#entries.values()) if (names.includes(entry.call.name)) entry.onChanged();
  }

  /** Everything on screen asks the gateway again. */
  async refreshShown(): Promise<void> {
    await Promise.all([...this.#entries.values()].map((entry) => (entry.isShown ? entry.refresh() : null)));
  }

  /** The same, in another language. */
  async refreshAnew(): Promise<void> {
    await Promise.all([...this.#entries.values()].map((entry) => (entry.isShown ? entry.refreshAnew() : null)));
  }

  /** Calls back when `oldestShown` may have changed, once for all changes of a turn. @returns what ends it */
  subscribeAge = (listener: () => void): (() => void) => {
    this.#ageListeners.add(listener);
    return () => {
      this.#ageListeners.delete(listener);
    };
  };

  readonly #onAge = (): void => {
    if (this.#ageListeners.size === 0 || !this.#isAgeTold) return;
    this.#isAgeTold = false;
    queueMicrotask(() => {
      this.#isAgeTold = true;
      for (const listener of [...this.#ageListeners]) listener();
    });
  };

  /** The age of the oldest answer on screen, UTC ms. */
  oldestShown(): number | null {
    const ages = [...this.#entries.values()].map((entry) => (entry.isShown ? entry.asOf : null));
    const known = ages.filter((asOf) => asOf !== null);
    return known.length > 0 ? Math.min(...known) : null;
  }

  /** Empties all entries when another person, or nobody, is logged in: no data of the last one may be painted. */
  resetAll(): void {
    for (const [key, entry] of [...this.#entries]) {
      if (!entry.isShown) this.#entries.delete(key);
      entry.reset();
    }
  }

  /** A worker that starts anew, or keeps nothing on disk any more, may count from the beginning. */
  forgetSequences(): void {
    for (const entry of this.#entries.values()) entry.forgetSequence();
  }

  #prune(): void {
    const idle = [...this.#entries].filter(([, entry]) => !entry.isShown);
    // The newest is being handed out and has no listener yet.
    for (const [key] of idle.slice(0, Math.max(0, idle.length - 1 - MAX_IDLE))) this.#entries.delete(key);
  }
}
