/** Movements of the insurance fund by UTC day and source, and its payouts (migrations/0054_insurance.sql). */
import { sql } from 'drizzle-orm';
import type { AssetCode } from '../../../contract/money';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import { olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';

const at = (day: string) => Date.parse(day);

export interface DayMovement {
  /** UTC midnight. */
  day: number;
  inflow: bigint;
  outflow: bigint;
}

/** Sums up the movements of each UTC day that has any, oldest first. */
export async function movementsByDay(queries: Queries, asset: AssetCode): Promise<DayMovement[]> {
  const { rows } = await queries.execute<Record<'day' | 'inflow' | 'outflow', string>>(sql`
    SELECT day::text, sum(inflow)::text AS inflow, sum(outflow)::text AS outflow
      FROM insurance_movements WHERE asset = ${asset} GROUP BY day ORDER BY day`);
  return rows.map(({ day, inflow, outflow }) => ({ day: at(day), inflow: BigInt(inflow), outflow: BigInt(outflow) }));
}

export interface Inflow {
  day: number;
  /** A fee's source, or the kind of a journal that takes none. */
  source: string;
  amount: bigint;
  count: number;
}

/** Inflows of the latest days before `end`, at most `limit` days, newest day first. */
export async function pageInflows(
  queries: Queries,
  { asset, end, limit }: { asset: AssetCode; end: number | null; limit: number },
): Promise<Inflow[]> {
  const before = end === null ? null : new Date(end).toISOString().slice(0, 10);
  const { rows } = await queries.execute<Record<'day' | 'source' | 'amount' | 'entries', string>>(sql`
    SELECT day::text, source, amount::text, entries::text
      FROM (SELECT day, source, sum(inflow) AS amount, sum(entries) AS entries, dense_rank() OVER (ORDER BY day DESC) AS place
              FROM insurance_movements
             WHERE asset = ${asset} AND inflow > 0 AND (${before}::date IS NULL OR day < ${before}::date) GROUP BY day, source) d
     WHERE place <= ${limit}::int ORDER BY d.day DESC, d.amount DESC, d.source`);
  return rows.map(({ day, source, amount, entries }) => ({
    day: at(day),
    source,
    amount: BigInt(amount),
    count: Number(entries),
  }));
}

/** Adds sealed entries of the fund that are not counted yet to their days, at most `limit`. @returns how many */
export async function countMovements(tx: Tx, asset: AssetCode, limit: number): Promise<number> {
  const { rows } = await tx.execute<{ counted: string }>(sql`
    WITH batch AS (
      SELECT s.seq, e.amount, j.kind, j.id AS journal_id, (j.created_at AT TIME ZONE 'UTC')::date AS day
        FROM accounts a JOIN entry_seals s ON s.account_id = a.id JOIN entries e ON e.id = s.entry_id JOIN journals j ON j.id = e.journal_id
       WHERE a.name = 'insurance' AND a.asset = ${asset}
         AND s.seq > coalesce((SELECT last_seq FROM insurance_days WHERE asset = ${asset} ORDER BY last_seq DESC LIMIT 1), 0)
       ORDER BY s.seq LIMIT ${limit}::int
    ), counted AS (
      INSERT INTO insurance_days AS d (asset, day, source, inflow, outflow, entries, last_seq)
      SELECT ${asset}, day, coalesce((SELECT f.source FROM fees f WHERE f.journal_id = b.journal_id LIMIT 1), b.kind) AS source,
             sum(greatest(amount, 0)), sum(greatest(-amount, 0)), count(*), max(seq)
        FROM batch b GROUP BY 2, 3
      ON CONFLICT (asset, day, source) DO UPDATE
         SET inflow = d.inflow + EXCLUDED.inflow, outflow = d.outflow + EXCLUDED.outflow, entries = d.entries + EXCLUDED.entries, last_seq = EXCLUDED.last_seq
      RETURNING 1)
    SELECT (SELECT count(*) FROM batch)::text AS counted FROM (SELECT count(*) FROM counted) done`);
  return Number(rows[0]?.counted ?? 0);
}

export interface Payout {
  id: string;
  userId: string | null;
  amount: bigint;
  reason: string;
  journalId: string;
  createdAt: number;
}

/** @returns the payout's id */
export async function insertPayout(tx: Tx, asset: AssetCode, payout: Omit<Payout, 'id'>): Promise<string> {
  const { userId, amount, reason, journalId, createdAt } = payout;
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO insurance_payouts (user_id, asset, amount, reason, journal_id, created_at)
    VALUES (${userId}::bigint, ${asset}, ${amount.toString()}::numeric, ${reason}, ${journalId}::bigint, ${new Date(createdAt).toISOString()}::timestamptz)
    RETURNING id::text`);
  return rows[0]!.id;
}

/** Payouts, newest first. */
export async function pagePayouts(
  queries: Queries,
  { asset, end, limit }: { asset: AssetCode; end: Keyset | null; limit: number },
): Promise<Payout[]> {
  const older = olderThan(sql`created_at`, sql`id`, end);
  const { rows } = await queries.execute<
    Record<'id' | 'amount' | 'reason' | 'journal_id' | 'at', string> & { user_id: string | null }
  >(sql`
    SELECT id::text, user_id::text, amount::text, reason, journal_id::text, round(extract(epoch FROM created_at) * 1000)::text AS at
      FROM insurance_payouts WHERE asset = ${asset} ${older ? sql`AND ${older}` : sql``}
     ORDER BY created_at DESC, id DESC LIMIT ${limit}::int`);
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    amount: BigInt(row.amount),
    reason: row.reason,
    journalId: row.journal_id,
    createdAt: Number(row.at),
  }));
}
