/**
 * After a log-in, and on a start with a session, the worker reads what the tabs need before anybody opens them, so that
 * they paint at once and work in airplane mode. It is polite: only while the page asks nothing, one call at a time, called
 * off by anything that the page asks and taken up again later, never what is fresh, and not at all where data is dear.
 */
import type { CacheTables } from '../cache/schema';
import type { Store } from '../cache/store';
import type { SetTimer } from '../environment';
import type { OpenSession } from '../session/session-keeper';
import { sleep } from '../transport/sleep';
import { articleCalls, dropOldArticles } from './articles-ahead';
import type { PageActivity } from './page-activity';
import { WARM_CALLS, type WarmCall } from './warm-calls';

/** The page has to ask nothing for this long, ms: then nobody is tapping. */
export const IDLE_MS = 2_500;
const BETWEEN_CALLS_MS = 100;
/** A call that was called off so often is left to the screen that shows it. */
const MAX_TRIES = 3;

export interface WarmUpOptions {
  activity: PageActivity;
  setTimer: SetTimer;
  /** True while there is a connection, and the person does not save data. */
  isAllowed: () => boolean;
  /** Returns whether the call's answer is kept and young enough. */
  isFresh: (session: OpenSession, name: string, input: unknown, maxAgeMs?: number) => Promise<boolean>;
  /** Returns the data of the kept answer, undefined without one. */
  kept: (session: OpenSession, name: string, input: unknown) => Promise<unknown>;
  /** Reads and keeps; false when nothing came. */
  read: (session: OpenSession, name: string, input: unknown, signal: AbortSignal) => Promise<boolean>;
  /** Keeps the public answers. */
  store: Pick<Store<CacheTables>, 'run'>;
  /** The server's clock, UTC ms. */
  now: () => number;
}

type ReadResult = 'done' | 'called-off' | 'failed';

export class WarmUp {
  readonly #running = new WeakSet<OpenSession>();
  /** The page's count of askings when it was last seen to be quiet. */
  #asked = -1;

  constructor(private readonly options: WarmUpOptions) {}

  /** Reads what is missing or old. A second time while it runs is nothing; never throws. */
  async run(session: OpenSession): Promise<void> {
    if (this.#running.has(session)) return;
    this.#running.add(session);
    await this.#readAll(session).catch(() => {});
    this.#running.delete(session);
  }

  async #readAll(session: OpenSession): Promise<void> {
    const { signal } = session.leaving;
    if (!this.options.isAllowed()) return;
    for await (const { name, input, maxAgeMs } of this.#calls(session)) {
      let outcome: ReadResult = 'called-off';
      for (let tries = 0; tries < MAX_TRIES && outcome === 'called-off'; tries += 1) {
        await this.#untilIdle(signal);
        if (signal.aborted || !this.options.isAllowed()) return;
        if (await this.options.isFresh(session, name, input, maxAgeMs)) outcome = 'done';
        else outcome = await this.#read(session, name, input);
      }
      // There is no way to the gateway, or it wants to be left alone: the next connection begins again.
      if (outcome === 'failed') return;
    }
    await dropOldArticles(this.options.store, this.options.now());
  }

  async *#calls(session: OpenSession): AsyncGenerator<WarmCall> {
    yield* WARM_CALLS;
    yield* articleCalls((name, input) => this.options.kept(session, name, input));
  }

  async #untilIdle(signal: AbortSignal): Promise<void> {
    const { activity, setTimer } = this.options;
    await sleep(setTimer, BETWEEN_CALLS_MS, signal);
    while (!signal.aborted && (this.#asked !== activity.asked || !activity.isQuiet)) {
      this.#asked = activity.asked;
      await sleep(setTimer, IDLE_MS, signal);
    }
  }

  async #read(session: OpenSession, name: string, input: unknown): Promise<ReadResult> {
    const { activity, read } = this.options;
    const calling = new AbortController();
    const callOff = () => calling.abort();
    const forget = activity.onAsk(callOff);
    session.leaving.signal.addEventListener('abort', callOff);
    try {
      const isRead = await read(session, name, input, calling.signal);
      return isRead ? 'done' : calling.signal.aborted ? 'called-off' : 'failed';
    } finally {
      forget();
      session.leaving.signal.removeEventListener('abort', callOff);
    }
  }
}
