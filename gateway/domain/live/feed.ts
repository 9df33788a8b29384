/**
 * Feeds this gateway's streams: asks the database one question, twice a second, for all of them together, whoever
 * wrote the events. Asks nothing while nobody listens.
 *
 * [Note: Order of ids] Ids are given before their transactions commit. A number that is missing when a higher one appears is
 * asked for again until it turns up or has settled (since.ts), and `last` stays below it, so that nobody resumes past it.
 */
import type { LivePage } from '../../../contract/calls/live';
import type { LivePrice } from '../../../contract/calls/quotes';
import { Refusal, type Deps, type Session } from '../call-context';
import { openSessionsAmong } from '../identity/sessions/session-repo';
import { livePrices } from '../quotes/live-prices';
import { edgesOf, eventsBeyond, type EventRow } from './repo';
import { SETTLE_MS, told } from './since';

const POLL_MS = 500;
const HEARTBEAT_MS = 20_000;
const SESSION_CHECK_MS = 2_000;
/** Events for everybody go out at most so often. */
const BROADCAST_SPACING_MS = 1_000;
/** Prices of market quotes that have changed go out at most so often. */
const PRICES_SPACING_MS = 2_000;
/** A stream lives so long: load finds its way to new gateways, and idle sessions are looked at anew. */
const STREAM_MS = 600_000;
const MAX_ROWS = 1_000;
/** A jump of the numbers by more than this is none of transactions under way. */
const MAX_MISSING = 1_000;

export const MAX_STREAMS_PER_USER = 6;
const MAX_STREAMS = 5_000;

/** Runs `callback` once after `delayMs`; the returned function calls it off. */
export type SetTimer = (callback: () => void, delayMs: number) => () => void;

const systemTimer: SetTimer = (callback, delayMs) => {
  const timer = setTimeout(callback, delayMs).unref();
  return () => clearTimeout(timer);
};

/** The reason why a stream ends before its device wants it to. `over`: the device may open it again at once. */
export type StreamEnd = 'over' | 'unauthorized' | 'crowded';

/** A device that listens. */
export interface Listener {
  /** Must not throw, and must not keep without bound what the device does not read. */
  tell(page: LivePage): void;
  end(why: StreamEnd): void;
}

interface Stream {
  listener: Listener;
  session: Session;
  endsAt: number;
}

export class LiveFeed {
  readonly #streams = new Set<Stream>();
  readonly #byUser = new Map<string, Set<Stream>>();
  #isClosed = false;
  #beginning: Promise<void> | null = null;
  #callOffTurn = () => {};
  /** The highest id seen; null: nobody has listened yet, or not for a while. */
  #top: number | null = null;
  /** Lower ids that have not been seen, and since when. */
  readonly #missing = new Map<number, number>();
  /** The calls to tell everybody of next, and the first id among their events. */
  readonly #pending = new Set<string>();
  #pendingFrom: number | null = null;
  #broadcastAt = 0;
  #heartbeatAt = 0;
  #sessionCheckAt = 0;
  #pricesAt = 0;
  /** The time of each price that everybody was told last, by the product's id. */
  readonly #pricesTold = new Map<string, number>();

  constructor(
    private readonly deps: Pick<Deps, 'db' | 'clock' | 'log' | 'quotes'>,
    private readonly setTimer: SetTimer = systemTimer,
  ) {}

  get size(): number {
    return this.#streams.size;
  }

  /**
   * Tells the listener everything that commits from now on. What committed before, `eventsSince` tells; some of it may be
   * told by both. The user's oldest stream gives way when there are too many.
   * @returns what ends it
   * @throws Refusal unavailable when the gateway is closing or full
   */
  async open(session: Session, listener: Listener): Promise<() => void> {
    if (this.#isClosed || this.#streams.size >= MAX_STREAMS) throw new Refusal('unavailable');
    const stream = { listener, session, endsAt: this.deps.clock.now() + STREAM_MS };
    const ofUser = this.#byUser.get(session.userId) ?? new Set();
    this.#byUser.set(session.userId, ofUser.add(stream));
    this.#streams.add(stream);
    const [oldest] = ofUser;
    if (oldest && ofUser.size > MAX_STREAMS_PER_USER) this.#end(oldest, 'crowded');
    try {
      if (this.#top === null) await (this.#beginning ??= this.#begin());
    } catch (error) {
      this.#forget(stream);
      throw error;
    }
    return () => this.#forget(stream);
  }

  /** Ends every stream at once; none is opened any more. */
  close(): void {
    this.#isClosed = true;
    this.#callOffTurn();
    for (const stream of [...this.#streams]) this.#end(stream, 'over');
  }

  async #begin(): Promise<void> {
    try {
      const { first, settled } = await edgesOf(this.deps.db.db, this.deps.clock.now() - SETTLE_MS);
      this.#top = settled ?? (first ?? 1) - 1;
      this.#heartbeatAt = this.deps.clock.now();
    } finally {
      this.#beginning = null;
    }
    this.#next();
  }

  #next(): void {
    if (!this.#isClosed) this.#callOffTurn = this.setTimer(() => void this.#turn(), POLL_MS);
  }

  async #turn(): Promise<void> {
    if (this.#streams.size === 0) return this.#rest();
    try {
      await this.#poll();
      await this.#checkSessions();
      await this.#tellPrices();
    } catch (error) {
      // The database is away: streams wait, and nothing is lost.
      this.deps.log.warn('live-poll-failed', { error });
    }
    this.#keepAlive();
    this.#next();
  }

  /** Nobody listens: the next one begins anew. */
  #rest(): void {
    this.#top = null;
    this.#missing.clear();
    this.#pending.clear();
    this.#pendingFrom = null;
  }

  async #poll(): Promise<void> {
    const { db, clock } = this.deps;
    for (;;) {
      const top = this.#top;
      if (top === null) return;
      const rows = await eventsBeyond(db.db, { top, missing: [...this.#missing.keys()], limit: MAX_ROWS });
      this.#count(rows, clock.now());
      this.#tellOwn(rows);
      if (rows.length < MAX_ROWS) break;
    }
    this.#tellAll(clock.now());
  }

  /** See [Note: Order of ids]. */
  #count(rows: readonly EventRow[], now: number): void {
    for (const [id, since] of this.#missing) if (now - since > SETTLE_MS) this.#missing.delete(id);
    for (const row of rows) {
      const id = Number(row.id);
      const top = this.#top ?? id;
      for (let missed = Math.max(top + 1, id - MAX_MISSING); missed < id; missed += 1) this.#missing.set(missed, now);
      this.#missing.delete(id);
      this.#top = Math.max(top, id);
      if (row.userId !== null) continue;
      for (const call of row.calls) this.#pending.add(call);
      this.#pendingFrom = Math.min(this.#pendingFrom ?? id, id);
    }
  }

  /** The id to resume after: below everything that is still missing or has not been told. */
  #last(): string {
    const untold = Math.min(...this.#missing.keys(), this.#pendingFrom ?? Infinity);
    return String(Math.max(0, Math.min(this.#top ?? 0, untold - 1)));
  }

  #tellOwn(rows: readonly EventRow[]): void {
    const last = this.#last();
    const users = new Set(rows.map(({ userId }) => userId));
    for (const userId of users) {
      const streams = userId === null ? undefined : this.#byUser.get(userId);
      if (!streams) continue;
      const events = rows.filter((row) => row.userId === userId).map(told);
      this.#tell(streams, { events, last, isGap: false });
    }
  }

  #tellAll(now: number): void {
    if (this.#pending.size === 0 || now - this.#broadcastAt < BROADCAST_SPACING_MS) return;
    this.#broadcastAt = now;
    const event = { id: null, calls: [...this.#pending], notice: null, at: now };
    this.#pending.clear();
    this.#pendingFrom = null;
    this.#tell(this.#streams, { events: [event], last: this.#last(), isGap: false });
  }

  async #tellPrices(): Promise<void> {
    const now = this.deps.clock.now();
    if (now - this.#pricesAt < PRICES_SPACING_MS) return;
    this.#pricesAt = now;
    const isNew = ({ id, at }: LivePrice) => this.#pricesTold.get(id) !== at;
    const prices = (await livePrices(this.deps)).filter(isNew);
    if (prices.length === 0) return;
    for (const { id, at } of prices) this.#pricesTold.set(id, at);
    this.#tell(this.#streams, { events: [], last: this.#last(), isGap: false, prices });
  }

  #keepAlive(): void {
    const now = this.deps.clock.now();
    for (const stream of [...this.#streams]) if (now >= stream.endsAt) this.#end(stream, 'over');
    if (now - this.#heartbeatAt < HEARTBEAT_MS) return;
    this.#tell(this.#streams, { events: [], last: this.#last(), isGap: false });
    this.#heartbeatAt = now;
  }

  async #checkSessions(): Promise<void> {
    const { db, clock } = this.deps;
    const now = clock.now();
    if (now - this.#sessionCheckAt < SESSION_CHECK_MS) return;
    this.#sessionCheckAt = now;
    const streams = [...this.#streams];
    const open = await openSessionsAmong(db.db, [...new Set(streams.map(({ session }) => session.sessionId))], now);
    for (const stream of streams) if (!open.has(stream.session.sessionId)) this.#end(stream, 'unauthorized');
  }

  #tell(streams: Iterable<Stream>, untimed: Omit<LivePage, 'at'>): void {
    const page = { ...untimed, at: this.deps.clock.now() };
    for (const { listener } of [...streams]) listener.tell(page);
  }

  #end(stream: Stream, why: StreamEnd): void {
    this.#forget(stream);
    stream.listener.end(why);
  }

  #forget(stream: Stream): void {
    this.#streams.delete(stream);
    const ofUser = this.#byUser.get(stream.session.userId);
    ofUser?.delete(stream);
    if (ofUser?.size === 0) this.#byUser.delete(stream.session.userId);
  }
}
