/** Collects the events that a device missed, for a device that asks and for the beginning of a stream. */
import { liveNotice, MAX_LIVE_EVENTS, type LivePage } from '../../../contract/calls/live';
import type { Queries } from '../../db/client';
import { broadcastAfter, edgesOf, ownEvents, type EventRow } from './repo';

/**
 * Ids are given before their transactions commit, so a lower one may appear after a higher one. What is older than this has
 * committed or never will: no transaction of ours lives so long (db/client.ts).
 */
export const SETTLE_MS = 90_000;

/** Turns an event's row into what devices are told. A notice that only a later version of the gateway knows becomes null. */
export function told({ id, calls, notice, at }: EventRow): LivePage['events'][number] {
  return { id, calls: [...calls], notice: liveNotice.safeParse(notice).data ?? null, at };
}

/**
 * The user's and everybody's events since `after` (contract/calls/live.ts). What has not settled is told again the next time.
 * @param now UTC ms
 */
export async function eventsSince(
  queries: Queries,
  userId: string,
  after: string | undefined,
  now: number,
): Promise<LivePage> {
  const edges = await edgesOf(queries, now - SETTLE_MS);
  const beforeFirst = (edges.first ?? 1) - 1;
  const settled = edges.settled ?? beforeFirst;
  const asked = after === undefined ? null : Number(after);
  const isGap = asked === null || asked < beforeFirst || asked > (edges.last ?? 0);
  const from = isGap ? settled : asked;
  const own = await ownEvents(queries, userId, from, MAX_LIVE_EVENTS);
  const last = String(Math.max(from, settled));
  // The last place in the page is for what everybody is told.
  if (own.length === MAX_LIVE_EVENTS) return { events: [], last, isGap: true, at: now };
  const all = await broadcastAfter(queries, from);
  return { events: [...own.map(told), ...(all ? [{ ...all, id: null, notice: null }] : [])], last, isGap, at: now };
}
