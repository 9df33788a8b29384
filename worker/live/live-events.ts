/**
 * Live changes (docs/rules.md §13): one stream per person and device while somebody looks at the app. It is opened again after a
 * loss, ever more rarely; where no stream comes through, the gateway is asked instead. A chunk of its own, loaded with the
 * first session.
 */
import { liveEvents, type LivePage } from '../../contract/calls/live';
import type { OpenSession, SessionKeeper } from '../session/session-keeper';
import type { ServerClock } from '../transport/clock';
import type { Connection } from '../transport/connection';
import { sleep } from '../transport/sleep';
import { EVERYBODY_MS, spread } from '../transport/spread';
import type { Transport } from '../transport/transport';
import { LeaderElection, type LeaderElectionOptions } from './leader-election';
import { LiveStream, type StreamEnd, type StreamTools } from './stream';
import { DeliveredEvents, type DeliveredEventsOptions } from './delivered-events';

/** Listening waits this long first, so that the first screen's own calls go before it. */
export const START_DELAY_MS = 1_000;
/** A page that nobody looks at goes on listening for so long, since the person may only look away. */
export const HIDDEN_MS = 120_000;
const BASE_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** After so many tries in a row without an event, asking takes the stream's place. */
const MAX_FAILURES = 3;
export const ASK_EVERY_MS = 15_000;
/** A page may be under way for so long: clocks that differ by less are taken for equal. */
const CLOCK_MARGIN_MS = 2_000;
/** The worker tries a stream again after this long. */
const ASKING_MS = 300_000;

export interface LiveEventsOptions
  extends Omit<StreamTools, 'serverNow'>, DeliveredEventsOptions, LeaderElectionOptions {
  keeper: SessionKeeper;
  transport: Transport;
  connection: Connection;
  clock: ServerClock;
}

interface LiveSession {
  session: OpenSession;
  stop: AbortController;
}

export class LiveEvents {
  readonly #delivered: DeliveredEvents;
  readonly #lead: LeaderElection;
  #isVisible = false;
  /** True where the connection was lost since the last stream was asked for. */
  #wasAway = false;
  #listening: LiveSession | null = null;
  #stream: LiveStream | null = null;
  /** Ends a pause early. */
  #pause = new AbortController();
  #callOffRest = () => {};

  constructor(private readonly options: LiveEventsOptions) {
    this.#delivered = new DeliveredEvents(options);
    this.#lead = new LeaderElection(options, () => this.#isVisible);
  }

  /** Starts or stops listening after a change of the session, of the connection, or of whether somebody looks. */
  consider(isVisible: boolean): void {
    this.#isVisible = isVisible;
    const { keeper, connection, setTimer } = this.options;
    const session = keeper.current;
    const isPossible = session !== null && connection.isOnline;
    if (!connection.isOnline) this.#wasAway = true;
    if (!isPossible || this.#listening?.session !== session) this.#stop();
    this.#callOffRest();
    if (isVisible && this.#listening) this.#wake();
    else if (isVisible && isPossible) this.#start(session);
    else if (this.#listening) this.#callOffRest = setTimer(() => this.#stop(), HIDDEN_MS);
  }

  #start(session: OpenSession): void {
    const listening = { session, stop: new AbortController() };
    const { signal } = listening.stop;
    const stop = () => listening.stop.abort();
    session.leaving.signal.addEventListener('abort', stop);
    this.#listening = listening;
    this.#delivered.begin(session.userId);
    void this.#run(session, signal).finally(() => {
      session.leaving.signal.removeEventListener('abort', stop);
      if (this.#listening === listening) this.#listening = null;
    });
  }

  /** The system suspends the tab: another one listens from now on. */
  suspend(): void {
    this.#isVisible = false;
    this.#stop();
  }

  #stop(): void {
    this.#callOffRest();
    this.#listening?.stop.abort();
    this.#listening = null;
  }

  /** The network is back, or the device was asleep. */
  #wake(): void {
    this.#pause.abort();
    this.#stream?.doubt();
  }

  async #run(session: OpenSession, signal: AbortSignal): Promise<void> {
    const { setTimer, random } = this.options;
    await sleep(setTimer, START_DELAY_MS, signal);
    // Everybody is back after an outage ([Note: In step] in spread.ts).
    if (this.#wasAway) await sleep(setTimer, random() * EVERYBODY_MS, signal);
    this.#wasAway = false;
    if (!signal.aborted) await this.#lead.hold(session.userId, signal, (leading) => this.#listen(session, leading));
  }

  async #listen(session: OpenSession, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      const end = await this.#streamOnce(session, signal);
      if (signal.aborted) return;
      const isTold = end.kind === 'ended' && end.isTold;
      failures = isTold ? 0 : failures + 1;
      const mustAsk = end.kind === 'refused' && (await this.#heed(session, end.error));
      if (mustAsk || failures >= MAX_FAILURES) {
        await this.#ask(session, signal);
        // One try, and asking again when it is in vain.
        failures = MAX_FAILURES - 1;
      } else {
        await this.#rest(this.options.random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** failures), signal);
      }
    }
  }

  async #streamOnce({ token }: OpenSession, signal: AbortSignal): Promise<StreamEnd> {
    const { clock } = this.options;
    const tools = { ...this.options, serverNow: () => clock.now() };
    const onPage = (page: LivePage) => this.#hear(page);
    this.#stream = new LiveStream(tools, { token, after: this.#delivered.last, signal, onPage });
    const end = await this.#stream.run();
    this.#stream = null;
    return end;
  }

  /** @returns whether a stream is not to be tried for a while */
  async #heed(session: OpenSession, error: Extract<StreamEnd, { kind: 'refused' }>['error']): Promise<boolean> {
    await this.options.keeper.endIfUnauthorized(session, error);
    const serverTime = error.code === 'time-window' ? error.data?.serverTime : undefined;
    if (error.code === 'time-window' && serverTime !== undefined) this.options.clock.correct(serverTime);
    return error.code === 'rate-limited' || error.code === 'unavailable';
  }

  /** Asks the gateway in place of a stream, for some minutes. */
  async #ask(session: OpenSession, signal: AbortSignal): Promise<void> {
    const { setTimer, uptime, random } = this.options;
    const until = uptime() + ASKING_MS;
    while (!signal.aborted && uptime() < until) {
      await this.#askOnce(session, signal);
      await sleep(setTimer, spread(ASK_EVERY_MS, random), signal);
    }
  }

  async #askOnce(session: OpenSession, signal: AbortSignal): Promise<void> {
    const { transport, keeper } = this.options;
    const { method, uri, effect, output } = liveEvents;
    const params = this.#delivered.last === null ? {} : { after: this.#delivered.last };
    const result = await transport.send({ method, uri, effect, params, token: session.token, signal, maxTries: 1 });
    if (signal.aborted) return;
    if (!result.ok) return keeper.endIfUnauthorized(session, result.error);
    const page = output.safeParse(result.body);
    if (page.success) await this.#hear(page.data);
  }

  /** Countdowns are by the gateway's clock, and calls are refused only when the device's is many minutes off. */
  #hear(page: LivePage): Promise<void> {
    const { clock } = this.options;
    if (Math.abs(page.at - clock.now()) > CLOCK_MARGIN_MS) clock.correct(page.at);
    return this.#delivered.apply(page);
  }

  async #rest(delayMs: number, signal: AbortSignal): Promise<void> {
    this.#pause = new AbortController();
    const end = () => this.#pause.abort();
    signal.addEventListener('abort', end);
    if (!signal.aborted) await sleep(this.options.setTimer, delayMs, this.#pause.signal);
    signal.removeEventListener('abort', end);
  }
}
