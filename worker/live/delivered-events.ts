/** Keeps what the device has been told, and acts on it: screens read again, the person is told, other tabs hear. */
import * as z from 'zod/mini';
import { knownOrNull } from '../../contract/call';
import { liveCursor, liveNotice, type LiveNotice, type LivePage } from '../../contract/calls/live';
import { livePrice, type LivePrice } from '../../contract/calls/quotes';
import { guestCalls } from '../../contract/guest-calls';
import { findCall, loadMemberCalls } from '../call-book';
import type { SetTimer, TabChannel } from '../environment';
import type { EventHub } from '../event-hub';
import type { Staleness } from '../staleness';
import { sleep } from '../transport/sleep';
import { EVERYBODY_MS } from '../transport/spread';
import { stopwatch } from '../transport/stopwatch';

/** More than come again in the gateway's last minutes (contract/calls/live.ts). */
const MAX_SEEN = 2_000;
/** Clocks differ a little; an event from before the app was opened is no news to the person. */
const CLOCK_MARGIN_MS = 5_000;

/** From the tab that listens to the others of the same person, which may be of a later version. */
const tabMessage = z.object({
  type: z.literal('live'),
  userId: z.string(),
  last: liveCursor,
  ids: z.array(z.string()),
  notices: z.array(knownOrNull(liveNotice)),
  /** Ids of the notices' events, in the same order. */
  noticeIds: z.optional(z.array(z.nullable(z.string()))),
  prices: z.optional(z.array(livePrice)),
});

export interface DeliveredEventsOptions {
  staleness: Staleness;
  events: EventHub;
  tabs: TabChannel;
  setTimer: SetTimer;
  random: () => number;
  /** The device's clock, UTC ms. */
  now: () => number;
  uptime: () => number;
}

export class DeliveredEvents {
  #userId: string | null = null;
  #sinceBegunMs = () => 0;
  /** The app's opening by the gateway's clock; null until the gateway has told its time, since the device's may be hours off. */
  #sinceMs: number | null = null;
  #last: string | null = null;
  /** Ids of events, the oldest first. */
  readonly #seen = new Set<string>();

  constructor(private readonly options: DeliveredEventsOptions) {
    options.tabs.receive((message) => this.#overhear(message));
  }

  /** The next asking continues from this cursor; null before anything was told. */
  get last(): string | null {
    return this.#last;
  }

  begin(userId: string): void {
    if (userId === this.#userId) return;
    this.#userId = userId;
    this.#sinceBegunMs = stopwatch(this.options);
    this.#sinceMs = null;
    this.#last = null;
    this.#seen.clear();
  }

  async apply(page: LivePage): Promise<void> {
    const isGap = page.isGap && this.#last !== null;
    const fresh = page.events.filter(({ id }) => id === null || !this.#seen.has(id));
    const ids = fresh.flatMap(({ id }) => id ?? []);
    const sinceMs = (this.#sinceMs ??= page.at - this.#sinceBegunMs() - CLOCK_MARGIN_MS);
    const news = fresh.filter(({ notice, at }) => notice && at >= sinceMs);
    const notices = news.map(({ notice }) => notice);
    const noticeIds = news.map(({ id }) => id);
    this.#note(page.last, ids);
    const own = await readsAmong(fresh.flatMap(({ id, calls }) => (id === null ? [] : calls)));
    const shared = await readsAmong(fresh.flatMap(({ id, calls }) => (id === null ? calls : [])));
    // Events of the last minutes count too: the first reads of a start may have been answered before the stream stood.
    await this.options.staleness.invalidate(own);
    await this.#tellLater(isGap ? await everyRead() : shared);
    this.#tell(notices);
    const { last, prices = [] } = page;
    this.#tellPrices(prices);
    this.options.tabs.send({ type: 'live', userId: this.#userId, last, ids, notices, noticeIds, prices });
  }

  /** Another tab listens; it has told of the changes already (staleness.ts). */
  #overhear(message: unknown): void {
    const parsed = tabMessage.safeParse(message);
    if (!parsed.success || parsed.data.userId !== this.#userId) return;
    const { last, ids, notices, noticeIds = [], prices = [] } = parsed.data;
    // A tab that was suspended may have heard of some itself before.
    const news = notices.filter((_notice, index) => !this.#seen.has(noticeIds[index] ?? ''));
    this.#note(last, ids);
    this.#tell(news);
    this.#tellPrices(prices);
  }

  /**
   * Marks the answers of these calls as stale at once, and tells the screens a random while later, so that not all devices read
   * again at the same time ([Note: In step] in spread.ts). For what everybody is told, and after a gap, which everybody has who
   * was away.
   */
  async #tellLater(calls: readonly string[]): Promise<void> {
    const { staleness, setTimer, random } = this.options;
    if (calls.length === 0) return;
    await staleness.mark(calls);
    void sleep(setTimer, random() * EVERYBODY_MS).then(() => staleness.tell(calls));
  }

  #note(last: string, ids: readonly string[]): void {
    this.#last = last;
    for (const id of ids) this.#seen.add(id);
    for (const id of this.#seen) {
      if (this.#seen.size <= MAX_SEEN) break;
      this.#seen.delete(id);
    }
  }

  /** Pages show them over the answers that they have; the device keeps only answers. */
  #tellPrices(prices: readonly LivePrice[]): void {
    if (prices.length > 0) this.options.events.emit({ type: 'prices', prices });
  }

  #tell(notices: readonly (LiveNotice | null)[]): void {
    for (const notice of notices) if (notice) this.options.events.emit({ type: 'notice', notice });
  }
}

/** A gateway of another version may name what this one does not know. */
async function readsAmong(names: readonly string[]): Promise<string[]> {
  const found = await Promise.all([...new Set(names)].map((name) => findCall(name)));
  return found.flatMap(({ call }) => (call?.effect === 'read' ? call.name : []));
}

async function everyRead(): Promise<string[]> {
  const members = (await loadMemberCalls()).values();
  return [...guestCalls, ...members].flatMap(({ name, effect }) => (effect === 'read' ? name : []));
}
