/** A worker behind a real channel that can die in the three ways that workers do. */
import { expose } from 'comlink';
import type { SessionState, WorkerEvent } from '../../../contract/events';
import type { Answer, InvokeOptions, Settlement, StartOptions, WorkerApi } from '../../../worker/api';
import type { WorkerEndpoint } from '../../../src/bridge/link';

export type Respond = (name: string, input: unknown, options: InvokeOptions, life: Life) => Promise<Answer<unknown>>;

export const never = new Promise<never>(() => {});

/** A started worker. */
export class Life {
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly endpoint: WorkerEndpoint;
  isTerminated = false;
  /** A frozen or self-closed worker: it takes messages and answers none. */
  isSilent = false;
  port: MessagePort | null = null;

  constructor(api: (life: Life) => WorkerApi) {
    const { port1, port2 } = new MessageChannel();
    expose(api(this), port2);
    port1.start();
    this.endpoint = {
      postMessage: (message, transfer) => {
        if (!this.isSilent) port1.postMessage(message, transfer ?? []);
      },
      addEventListener: (type, listener) => {
        if (type === 'message') port1.addEventListener('message', listener as EventListener);
        else this.#of(type).add(listener as () => void);
      },
      removeEventListener: (type, listener) => {
        if (type === 'message') port1.removeEventListener('message', listener as EventListener);
        else this.#of(type).delete(listener as () => void);
      },
      terminate: () => {
        this.isTerminated = true;
        port1.close();
      },
    };
  }

  /** Fires the browser's event for an uncaught error, or for a message that cannot be read. */
  fail(type: 'error' | 'messageerror' = 'error'): void {
    for (const listener of [...this.#of(type)]) listener();
  }

  emit(event: WorkerEvent): void {
    this.port?.postMessage(event);
  }

  #of(type: string): Set<() => void> {
    const known = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, known);
    return known;
  }
}

export class MortalWorker {
  readonly lives: Life[] = [];
  readonly calls: {
    life: number;
    name: string;
    source: string | undefined;
    intentId?: string | undefined;
    accountId?: string | undefined;
  }[] = [];
  session: SessionState = { state: 'open', userId: '1', accountId: '10' };
  settlement: () => Promise<Settlement<never>> = async () => ({ state: 'absent' });
  readonly starts: StartOptions[] = [];
  /** Answers a log-out. */
  leave: (life: Life) => Promise<boolean> = async () => true;
  startFails = false;
  /** The page's hints about itself, in order. */
  readonly hints: ('visible' | 'hidden' | 'suspended')[] = [];
  /** A start is answered when this has come to an end. */
  startsAfter: Promise<void> = Promise.resolve();
  /** True while workers' code never arrives. */
  isBornSilent = false;

  constructor(private readonly respond: Respond) {}

  get current(): Life {
    const life = this.lives.at(-1);
    if (!life) throw new Error('nothing was spawned');
    return life;
  }

  /** Resolves when the page has heard it. */
  async tell(event: WorkerEvent): Promise<void> {
    this.current.emit(event);
    await settled();
  }

  /** Resolves when the page has another worker, where it starts one. */
  async die(): Promise<void> {
    this.current.fail();
    await settled();
  }

  spawn = (): WorkerEndpoint => {
    const life = new Life((self) => this.#api(self));
    life.isSilent = this.isBornSilent;
    this.lives.push(life);
    return life.endpoint;
  };

  #api(life: Life): WorkerApi {
    return {
      start: async (options) => {
        this.starts.push(options);
        if (this.startFails) throw new Error('no database');
        await this.startsAfter;
        return this.session;
      },
      invoke: ((name: string, input: unknown, options: InvokeOptions = {}) => {
        const { source, intentId, accountId } = options;
        this.calls.push({ life: this.lives.indexOf(life), name, source, intentId, accountId });
        return this.respond(name, input, options, life);
      }) as WorkerApi['invoke'],
      search: async () => ({ ok: false, error: { code: 'offline', retryable: true } }),
      upload: (() => new Promise(() => {})) as WorkerApi['upload'],
      cancelUpload: async () => {},
      formImages: async () => null,
      makeStatement: () => new Promise(() => {}),
      cancelStatement: async () => {},
      settle: (() => this.settlement()) as WorkerApi['settle'],
      subscribe: async (port) => void (life.port = port),
      setLang: async () => {},
      hintNetwork: async () => {},
      logout: () => this.leave(life),
      keepPicture: async () => {},
      ping: async () => 'pong',
      hintVisible: async (isVisible) => void this.hints.push(isVisible ? 'visible' : 'hidden'),
      hintSuspended: async () => void this.hints.push('suspended'),
      storage: async () => ({
        mode: 'persistent',
        rows: [],
        appFiles: null,
        usageBytes: null,
        quotaBytes: null,
        isPersisted: null,
        isSealed: true,
      }),
      clearCache: async () => ({ records: 0, bytes: 0 }),
      messages: async () => ({ queue: [], image: null, error: null }),
      saveDraft: async () => {},
      loadDraft: async () => null,
      lock: async () => Promise.reject(new Error('no lock here')),
    };
  }
}

export function answered(data: unknown, more: Partial<Answer<unknown> & { ok: true }> = {}): Answer<unknown> {
  return { ok: true, data, asOf: 1_000, source: 'network', isStale: false, ...more };
}

/** Time that only the test moves on. */
export class TestTimers {
  #now = 0;
  #due: { at: number; callback: () => void }[] = [];

  now = (): number => this.#now;

  /** Every `random()` is this number; the app uses it to get devices out of step. */
  luck = 0.5;

  random = (): number => this.luck;

  after = (delayMs: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + delayMs, callback };
    this.#due.push(timer);
    return () => {
      this.#due = this.#due.filter((other) => other !== timer);
    };
  };

  /** Moves on in steps, letting messages be delivered between them. */
  async advance(byMs: number): Promise<void> {
    const end = this.#now + byMs;
    for (;;) {
      await settled();
      const next = this.#due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#now = next.at;
      this.#due = this.#due.filter((other) => other !== next);
      next.callback();
    }
    this.#now = end;
    await settled();
  }
}

/** Somebody looks at it from now on. @returns what ends that */
export async function watched(entry: { subscribe(listener: () => void): () => void }): Promise<() => void> {
  const leave = entry.subscribe(() => {});
  await settled();
  return leave;
}

/** Resolves when messages that are on their way have been handled: each hop is one turn of the event loop. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(null);
    });
  }
}
