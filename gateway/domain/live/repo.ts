/** Rows of `live_events`. */
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { everyNameOf } from '../../../contract/former-names';
import type { Queries } from '../../db/client';
import { tradingAccounts } from '../../db/schema/identity';
import { liveEvents } from '../../db/schema/live';
import type { Tx } from '../../db/transaction';

export type EventRow = typeof liveEvents.$inferSelect;

/** Writes and reads calls under all their names ([Note: Former names]): a gateway of another version may write or read the same row. */
const withEveryName = <Row extends { calls: readonly string[] }>(row: Row) => ({
  ...row,
  calls: everyNameOf(row.calls),
});

/** A statement has room for 65,535 values. */
const INSERT_BATCH = 2_000;

export async function insertEvents(tx: Tx, events: (typeof liveEvents.$inferInsert)[]): Promise<void> {
  for (let start = 0; start < events.length; start += INSERT_BATCH)
    await tx.insert(liveEvents).values(events.slice(start, start + INSERT_BATCH).map(withEveryName));
}

/** Returns each user who has one of the trading accounts, once, with the first of them. */
export function usersOfAccounts(
  tx: Tx,
  accountIds: readonly string[],
): Promise<{ userId: string; accountId: string }[]> {
  return tx
    .select({ userId: tradingAccounts.userId, accountId: sql<string>`min(${tradingAccounts.id})::text` })
    .from(tradingAccounts)
    .where(inArray(tradingAccounts.id, [...accountIds]))
    .groupBy(tradingAccounts.userId);
}

/** Returns those of the users whom a session has been heard of since, UTC ms. */
export async function usersSeenSince(tx: Tx, userIds: readonly string[], since: number): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT DISTINCT s.user_id::text AS id FROM jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) asked
      JOIN sessions s ON s.user_id = asked.value::bigint
     WHERE s.revoked_at IS NULL AND s.last_seen_at >= ${new Date(since).toISOString()}::timestamptz`);
  return new Set(rows.map(({ id }) => id));
}

/** The lowest and the highest id, and the highest id of events from before a moment; null where there is none. */
export interface EventEdges {
  first: number | null;
  last: number | null;
  settled: number | null;
}

const asNumber = (text: string | null | undefined) => (typeof text === 'string' ? Number(text) : null);

/** @param settledBefore UTC ms */
export async function edgesOf(queries: Queries, settledBefore: number): Promise<EventEdges> {
  const before = new Date(settledBefore).toISOString();
  const { rows } = await queries.execute<Record<keyof EventEdges, string | null>>(
    sql`SELECT (SELECT min(id) FROM live_events) AS first, (SELECT max(id) FROM live_events) AS last,
          (SELECT id FROM live_events WHERE at <= ${before} ORDER BY id DESC LIMIT 1) AS settled`,
  );
  const [row] = rows;
  return { first: asNumber(row?.first), last: asNumber(row?.last), settled: asNumber(row?.settled) };
}

/** A user's own events after an id, oldest first. */
export async function ownEvents(queries: Queries, userId: string, after: number, limit: number): Promise<EventRow[]> {
  const rows = await queries
    .select()
    .from(liveEvents)
    .where(and(gt(liveEvents.id, String(after)), eq(liveEvents.userId, userId)))
    .orderBy(asc(liveEvents.id))
    .limit(limit);
  return rows.map(withEveryName);
}

/** Puts together what everybody was told after an id; null when that is nothing. */
export async function broadcastAfter(queries: Queries, after: number): Promise<{ calls: string[]; at: number } | null> {
  const { rows } = await queries.execute<{ calls: string[] | null; at: string | null }>(
    sql`SELECT jsonb_agg(DISTINCT call) AS calls, (extract(epoch FROM max(at)) * 1000)::bigint AS at
          FROM live_events, jsonb_array_elements_text(calls) AS call
          WHERE user_id IS NULL AND id > ${after}::bigint`,
  );
  const [row] = rows;
  return row?.calls ? { calls: everyNameOf(row.calls), at: Number(row.at) } : null;
}

/** Everybody's events after an id, and those of the ids that were missing before; oldest first. */
export async function eventsBeyond(
  queries: Queries,
  { top, missing, limit }: { top: number; missing: readonly number[]; limit: number },
): Promise<EventRow[]> {
  const rows = await queries
    .select()
    .from(liveEvents)
    .where(or(gt(liveEvents.id, String(top)), inArray(liveEvents.id, missing.map(String))))
    .orderBy(asc(liveEvents.id))
    .limit(limit);
  return rows.map(withEveryName);
}

/** The newest one stays: it tells where the numbers have got to. */
export async function deleteEventsBefore(queries: Queries, moment: number, limit: number): Promise<number> {
  const before = new Date(moment).toISOString();
  const { rowCount } = await queries.execute(
    sql`DELETE FROM live_events WHERE id IN (
          SELECT id FROM live_events WHERE at < ${before} AND id < (SELECT max(id) FROM live_events) LIMIT ${limit})`,
  );
  return rowCount ?? 0;
}
