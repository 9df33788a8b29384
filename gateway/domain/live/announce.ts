/**
 * Telling devices, from within the transaction that changes something: what is rolled back is never told. Events carry the calls that show
 * the topics, since that is what apps of every version understand.
 */
import type { LiveNotice } from '../../../contract/calls/live';
import { readsShowing, topicsChangedBy } from '../../../contract/consequences';
import { calls, type CallName } from '../../../contract/index';
import type { CallDefinition } from '../../../contract/call';
import type { Topic } from '../../../contract/topics';
import type { Tx } from '../../db/transaction';
import { KEEP_MS } from './purge';
import { insertEvents, usersOfAccounts, usersSeenSince } from './repo';

export interface Announcement {
  /** A user's id, or everybody. */
  to: string | 'everybody';
  /** The topics that have changed: screens that show them read again. */
  topics: readonly Topic[];
  /** The notice that the person reads; not for everybody. */
  notice?: LiveNotice;
}

/** The announcements of each transaction so far. */
const told = new WeakMap<Tx, Announcement[]>();

/** Tells devices, which hear of it within a second or so after the commit. @param now UTC ms */
export async function announce(tx: Tx, announcements: readonly Announcement[], now: number): Promise<void> {
  if (announcements.length === 0) return;
  told.set(tx, [...(told.get(tx) ?? []), ...announcements]);
  await insertEvents(
    tx,
    announcements.map(({ to, topics, notice }) => ({
      userId: to === 'everybody' ? null : to,
      calls: readsShowing(topics),
      notice: notice ?? null,
      at: now,
    })),
  );
}

/** Leaves out what the transaction has told already: services tell both sides of a trade, whether a call or time moves it. */
function untold(tx: Tx, to: string, topics: readonly Topic[]): Announcement[] {
  const known = new Set((told.get(tx) ?? []).flatMap((one) => (one.to === to ? one.topics : [])));
  const left = topics.filter((topic) => !known.has(topic));
  return left.length === 0 ? [] : [{ to, topics: left }];
}

/**
 * Tells what the contract declares of a call: the person's other devices, and everybody what changes on a market. Call it last in the
 * transaction. The device that made the call knows already.
 */
export async function announceCall(tx: Tx, name: CallName, userId: string, now: number): Promise<void> {
  const call: CallDefinition = calls[name];
  const own = untold(tx, userId, topicsChangedBy(call));
  await announce(tx, [...own, ...untold(tx, 'everybody', call.changesMarket ?? [])], now);
}

/** Tells the people whose trading accounts these are. @param now UTC ms */
export async function announceToAccounts(
  tx: Tx,
  accountIds: readonly string[],
  topics: readonly Topic[],
  now: number,
): Promise<void> {
  if (accountIds.length === 0) return;
  const users = await usersOfAccounts(tx, accountIds);
  await announce(
    tx,
    users.map((to) => ({ to, topics })),
    now,
  );
}

/**
 * Tells many people, but for those whom no session has been heard of for as long as events are kept: a device that was away so long
 * reads everything anew when it comes back.
 * @param now UTC ms
 */
export async function announceToMany(tx: Tx, announcements: readonly Announcement[], now: number): Promise<void> {
  if (announcements.length === 0) return;
  const seen = await usersSeenSince(
    tx,
    announcements.map(({ to }) => to),
    now - KEEP_MS,
  );
  await announce(
    tx,
    announcements.filter(({ to }) => seen.has(to)),
    now,
  );
}
