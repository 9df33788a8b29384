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
import { tellPeople, type PersonalNotice } from '../telling/write';
import { insertEvents, usersOfAccounts, usersSeenSince } from './repo';

export interface Announcement {
  /** A user's id, or everybody. */
  to: string | 'everybody';
  /** The topics that have changed: screens that show them read again. */
  topics: readonly Topic[];
  /** The notice that the person reads, on every way that they want to be told (contract/notices.ts); not for everybody. */
  notice?: LiveNotice;
}

/** The announcements of each transaction so far. */
const told = new WeakMap<Tx, Announcement[]>();

function personal({ to, notice }: Announcement): PersonalNotice[] {
  return notice === undefined || to === 'everybody' ? [] : [{ userId: to, notice }];
}

/**
 * Tells devices, which hear of it within a second or so after the commit, and puts what people are told into the notice centre, from
 * where mail and pushes follow (gateway/domain/telling).
 * @param now UTC ms
 */
export async function announce(tx: Tx, announcements: readonly Announcement[], now: number): Promise<void> {
  if (announcements.length === 0) return;
  told.set(tx, [...(told.get(tx) ?? []), ...announcements]);
  const isForStream = await tellPeople(tx, announcements.flatMap(personal), now);
  await insertEvents(
    tx,
    announcements.map((one) => ({
      userId: one.to === 'everybody' ? null : one.to,
      calls: readsShowing(one.notice ? [...one.topics, 'told'] : one.topics),
      notice: personal(one).some(isForStream) ? (one.notice ?? null) : null,
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

/** Tells the people whose trading accounts these are; a notice is about the first account of each. @param now UTC ms */
export async function announceToAccounts(
  tx: Tx,
  accountIds: readonly string[],
  topics: readonly Topic[],
  now: number,
  notice?: LiveNotice,
): Promise<void> {
  if (accountIds.length === 0) return;
  const users = await usersOfAccounts(tx, accountIds);
  await announce(
    tx,
    users.map(({ userId, accountId }) => ({ to: userId, topics, ...(notice && { notice: { ...notice, accountId } }) })),
    now,
  );
}

/**
 * Tells many people. Devices of those whom no session has been heard of for as long as events are kept are left out: a device that was
 * away so long reads everything anew when it comes back. Notices reach everybody.
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
  await tellPeople(tx, announcements.filter(({ to }) => !seen.has(to)).flatMap(personal), now);
}
