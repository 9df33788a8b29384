/**
 * The line to the worker. A call into a dead worker would hang for ever (Comlink knows no death), so every request has
 * a deadline, a dying worker fails all that is pending, and the worker is started again once; a request that
 * succeeds earns the next restart. Nothing here throws: a request answers with the worker's value, or why there is none.
 */
import { transfer, wrap, type Endpoint, type Remote } from 'comlink';
import type { SessionState, WorkerEvent } from '../../contract/events';
import type { LangCode } from '../../contract/ids';
import type { StartOptions, WorkerApi } from '../../worker/api';
import { isLeaving } from './leaving';
import { clockAhead } from './server-clock';
import type { Timers } from './timers';

/** A dedicated worker, or a stand-in with the same events. */
export interface WorkerEndpoint extends Endpoint {
  terminate(): void;
}

export interface LinkDeps {
  spawn: () => WorkerEndpoint;
  timers: Timers;
}

/** `lost`: the worker died; `late`: the deadline passed; `threw`: a defect in the worker. */
export type Reply<T> = { ok: true; value: T } | { ok: false; why: 'lost' | 'late' | 'threw' };

/** Asks once more when the worker died under the request: for reads only. */
export async function replayed<T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
  const reply = await ask();
  return !reply.ok && reply.why === 'lost' ? ask() : reply;
}

/** The worker's own deadline is 60 s and ends in an answer; this guard is for a worker that gives none. */
export const REQUEST_DEADLINE_MS = 65_000;
/** While a request is pending, the page asks the worker this often whether it lives. */
export const HEARTBEAT_MS = 3_000;
/** A worker's first start includes loading its code over a slow line. */
export const START_DEADLINE_MS = 60_000;
/** A ping without an answer for this long is missed. Two missed pings mean a dead worker; a frozen page may miss one. */
export const PING_DEADLINE_MS = 4_000;

interface Generation {
  worker: WorkerEndpoint;
  api: Remote<WorkerApi>;
  /** Resolves when `start` answered; never when the worker died before. */
  ready: Promise<void>;
  pending: Set<() => void>;
  port: MessagePort;
  /** The worker changes the layout of the stored data: it lives, and answers when that is done. */
  isUpgrading: boolean;
  /** The worker's code has run; before that it is loading, and silence means nothing. */
  hasSpoken: boolean;
}

export class WorkerLink {
  readonly #deps: LinkDeps;
  #options: StartOptions | null = null;
  #current: Generation | null = null;
  #mayRestart = true;
  #isWatching = false;

  /**
   * Called with the session whenever a worker has started, the first time and after each restart; `hasLeft` when it was told to
   * log out first.
   */
  onStarted: (session: SessionState, hasLeft: boolean) => void = () => {};
  onEvent: (event: WorkerEvent) => void = () => {};
  /** A worker has died; called before another one is started, if one is. */
  onLost: () => void = () => {};
  /** The worker died and is not started again by itself; `startAgain` or the next request does. */
  onDown: () => void = () => {};

  constructor(deps: LinkDeps) {
    this.#deps = deps;
  }

  start(options: StartOptions): void {
    this.#options = options;
    this.#current ??= this.#spawn(options);
  }

  startAgain(): void {
    if (this.#options) this.#current ??= this.#spawn(this.#options);
  }

  setLang(lang: LangCode): Promise<Reply<void>> {
    if (this.#options) this.#options = { ...this.#options, lang };
    return this.request((api) => api.setLang(lang));
  }

  /** Asks the worker. After a death without restart the next request starts a worker again. */
  request<T>(ask: (api: Remote<WorkerApi>) => Promise<T>, deadlineMs = REQUEST_DEADLINE_MS): Promise<Reply<T>> {
    if (!this.#options) throw new Error('WorkerLink.start comes first');
    const generation = (this.#current ??= this.#spawn(this.#options));
    return new Promise((resolve) => {
      const finish = (reply: Reply<T>) => {
        cancel();
        generation.pending.delete(lose);
        resolve(reply);
      };
      const lose = () => finish({ ok: false, why: 'lost' });
      const cancel = this.#unlessUpgrading(generation, deadlineMs, () => {
        finish({ ok: false, why: 'late' });
        void this.checkLife();
      });
      generation.pending.add(lose);
      // A worker that has not started yet keeps the requests itself.
      ask(generation.api).then(
        (value) => {
          this.#mayRestart = true;
          finish({ ok: true, value });
        },
        () => finish({ ok: false, why: 'threw' }),
      );
      this.#watch();
    });
  }

  /** Pings the worker and declares it dead after two missed answers. Call when the page comes back to the front. */
  async checkLife(): Promise<void> {
    const generation = this.#current;
    if (!generation?.hasSpoken) return;
    if (await this.#ping(generation)) return;
    if (await this.#ping(generation)) return;
    this.#lose(generation);
  }

  /** A deadline that begins anew while an upgrade runs, as long as the worker lives. @returns what calls it off */
  #unlessUpgrading(generation: Generation, deadlineMs: number, onLate: () => void): () => void {
    let cancel = () => {};
    const begin = () => {
      cancel = this.#deps.timers.after(deadlineMs, () => {
        if (!generation.isUpgrading || this.#current !== generation) return onLate();
        begin();
        void this.checkLife();
      });
    };
    begin();
    return () => cancel();
  }

  #ping({ api }: Generation): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.#deps.timers.after(PING_DEADLINE_MS, () => resolve(false));
      const answer = (isAlive: boolean) => () => {
        cancel();
        resolve(isAlive);
      };
      api.ping().then(answer(true), answer(false));
    });
  }

  /** A worker that closes itself or is killed by the system says nothing: while calls wait, keep asking. */
  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#deps.timers.after(HEARTBEAT_MS, async () => {
      if (this.#current?.pending.size) await this.checkLife();
      this.#isWatching = false;
      if (this.#current?.pending.size) this.#watch();
    });
  }

  #spawn(options: StartOptions): Generation {
    const worker = this.#deps.spawn();
    // A worker that knows of no difference is silent.
    clockAhead.set(0);
    const api = wrap<WorkerApi>(worker);
    const { port1, port2 } = new MessageChannel();
    const generation: Generation = {
      worker,
      api,
      pending: new Set(),
      port: port1,
      ready: Promise.resolve(),
      isUpgrading: false,
      hasSpoken: false,
    };
    const die = () => this.#lose(generation);
    worker.addEventListener('error', die);
    worker.addEventListener('messageerror', die);
    port1.addEventListener('message', ({ data: event }: MessageEvent<WorkerEvent>) => {
      if (event.type === 'upgrade') generation.isUpgrading = event.isRunning;
      if (event.type === 'clock') clockAhead.set(event.aheadMs);
      if (this.#current === generation) this.onEvent(event);
    });
    port1.start();
    generation.ready = this.#startGeneration(generation, port2, options);
    return generation;
  }

  #startGeneration(generation: Generation, port: MessagePort, options: StartOptions): Promise<void> {
    const { api } = generation;
    return new Promise((resolve) => {
      const cancel = this.#unlessUpgrading(generation, START_DEADLINE_MS, () => this.#lose(generation));
      const begin = async () => {
        const speak = async () => {
          await api.subscribe(transfer(port, [port]));
          generation.hasSpoken = true;
        };
        // Both at once, in this order: the first screen waits for the answer.
        const mustLeave = isLeaving();
        const [, session] = await Promise.all([speak(), api.start({ ...options, mustLeave })]);
        cancel();
        if (this.#current !== generation) return;
        this.onStarted(session, mustLeave);
        resolve();
      };
      // A failed start counts as a death of the worker; `#lose` fails the requests that wait for it.
      begin().catch(() => this.#lose(generation));
    });
  }

  #lose(generation: Generation): void {
    if (this.#current !== generation) return;
    this.#current = null;
    this.onLost();
    generation.worker.terminate();
    generation.port.close();
    const mayRestart = this.#mayRestart;
    this.#mayRestart = false;
    // Starts the new worker before the pending requests learn of the loss: their second try finds it.
    if (mayRestart && this.#options) this.#current = this.#spawn(this.#options);
    else this.onDown();
    for (const lose of [...generation.pending]) lose();
  }
}
