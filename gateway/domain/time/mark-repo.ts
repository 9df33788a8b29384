/** The row of the last time that gateways of this database saw (migrations/0032_clock_mark.sql). */
import { sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { clockMark } from '../../db/schema/system';
import type { Tx } from '../../db/transaction';

export interface ClockMark {
  /** Null on a database that no gateway has run on. */
  seenAt: number | null;
  /** The number of times that operators have said that a clock is right, and what that clock said the last time. */
  accepted: number;
  acceptedAt: number | null;
}

/** Reads the mark, with the database's own time, UTC ms. */
export async function readMark(queries: Queries): Promise<ClockMark & { databaseNow: number }> {
  const { rows } = await queries.execute<{
    now: string;
    seen: string | null;
    accepted: number | null;
    at: string | null;
  }>(
    sql`SELECT extract(epoch FROM clock_timestamp())::text AS now, extract(epoch FROM seen_at)::text AS seen, accepted,
               extract(epoch FROM accepted_at)::text AS at
          FROM (SELECT 1) one LEFT JOIN clock_mark ON true`,
  );
  const [row] = rows;
  if (!row) throw new Error('the database does not tell its time');
  const ms = (seconds: string | null) => (seconds === null ? null : Math.round(Number(seconds) * 1000));
  return {
    databaseNow: Math.round(Number(row.now) * 1000),
    seenAt: ms(row.seen),
    accepted: row.accepted ?? 0,
    acceptedAt: ms(row.at),
  };
}

/** The mark never goes back by itself. */
export async function raiseMark(queries: Queries, now: number): Promise<void> {
  await queries
    .insert(clockMark)
    .values({ seenAt: now })
    .onConflictDoUpdate({
      target: clockMark.isOnly,
      set: { seenAt: sql`greatest(${clockMark.seenAt}, excluded.seen_at)` },
    });
}

/** An operator says that it is `now`: the mark is put there, back as well. */
export async function acceptTime(tx: Tx, now: number): Promise<void> {
  await tx
    .insert(clockMark)
    .values({ seenAt: now, accepted: 1, acceptedAt: now })
    .onConflictDoUpdate({
      target: clockMark.isOnly,
      set: { seenAt: now, accepted: sql`${clockMark.accepted} + 1`, acceptedAt: now },
    });
}
