/** Rows of recorded mining receipts, and the incomes that their distribution makes (migrations/0050_machines.sql). */
import { sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import { OUTPUT_CAUSE } from './repo';
import { DAY_MS, dayAt, dayText, type Running } from './rules';

const iso = (at: number) => new Date(at).toISOString();

/** Evidence that a day's receipts came in. */
export type Evidence = { transaction: string } | { file: string; sha256: string };

export interface NewReceipts {
  day: number;
  receipts: bigint;
  feeRate: string;
  fee: bigint;
  output: bigint;
  machines: number;
  hashrate: bigint;
  cutRemainder: bigint;
  cutId: string;
  evidence: Evidence;
  journalId: string;
  recordedAt: number;
}

export interface DayRow {
  id: string;
  day: number;
  receipts: bigint;
  fee: bigint;
  output: bigint;
  machines: number;
  hashrate: number;
  isDistributed: boolean;
}

interface DayColumns {
  [column: string]: unknown;
  id: string;
  day: string;
  receipts: string;
  fee: string;
  output: string;
  machines: number;
  hashrate: string;
  done: boolean;
}

const COLUMNS = sql`r.id::text AS id, r.day::text AS day, r.receipts::text AS receipts, r.fee::text AS fee, r.output::text AS output, r.machines,
  r.hashrate::text AS hashrate, r.distributed_at IS NOT NULL AS done`;

function dayRowOf({ id, day, receipts, fee, output, machines, hashrate, done }: DayColumns): DayRow {
  return {
    id,
    day: dayAt(day),
    receipts: BigInt(receipts),
    fee: BigInt(fee),
    output: BigInt(output),
    machines,
    hashrate: Number(hashrate),
    isDistributed: done,
  };
}

/** The latest recorded days, the newest first. */
export async function latestDays(queries: Queries, limit: number): Promise<DayRow[]> {
  const { rows } = await queries.execute<DayColumns>(
    sql`SELECT ${COLUMNS} FROM mining_receipts r ORDER BY r.day DESC LIMIT ${limit}::int`,
  );
  return rows.map(dayRowOf);
}

export async function isRecorded(tx: Tx, day: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT FROM mining_receipts WHERE day = ${dayText(day)}::date`);
  return rows.length > 0;
}

const ranOn = (day: number) => sql`first_day <= ${dayText(day)}::date AND end_day > ${dayText(day)}::date`;

/** The machines that ran on a day, by their T. */
export async function ranByHashrate(tx: Tx, day: number): Promise<Running[]> {
  const { rows } = await tx.execute<{ hashrate: number; machines: string }>(
    sql`SELECT hashrate, count(*)::text AS machines FROM machines WHERE ${ranOn(day)} GROUP BY hashrate ORDER BY hashrate`,
  );
  return rows.map(({ hashrate, machines }) => ({ hashrate, machines: Number(machines) }));
}

/** The id of the `count`-th machine, by id, of those that ran on a day with one of these T. */
export async function nthThatRan(tx: Tx, day: number, hashrates: readonly number[], count: number): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT m.id::text FROM machines m WHERE ${ranOn(day)} AND hashrate IN (SELECT value::int FROM jsonb_array_elements_text(${JSON.stringify(hashrates)}::jsonb))
     ORDER BY m.id OFFSET ${count - 1}::int LIMIT 1`);
  return rows[0]!.id;
}

export async function insertReceipts(tx: Tx, one: NewReceipts): Promise<string> {
  const { evidence } = one;
  const [transaction, file, hash] =
    'file' in evidence ? [null, evidence.file, evidence.sha256] : [evidence.transaction, null, null];
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO mining_receipts (day, receipts, fee_rate, fee, output, machines, hashrate, cut_remainder, cut_id, transaction_id, file_name, file_hash,
                                 recorded_at, journal_id)
    VALUES (${dayText(one.day)}::date, ${one.receipts.toString()}::numeric, ${one.feeRate}::numeric, ${one.fee.toString()}::numeric, ${one.output.toString()}::numeric,
            ${one.machines}, ${one.hashrate.toString()}::bigint, ${one.cutRemainder.toString()}::numeric, ${one.cutId}::bigint, ${transaction}, ${file}, ${hash},
            ${iso(one.recordedAt)}::timestamptz, ${one.journalId}::bigint)
    RETURNING id::text`);
  return rows[0]!.id;
}

/** The units of a machine `m` of the day `r`: its part rounded down, and one more within the cut. */
export const SHARE = sql`div(r.output * m.hashrate, r.hashrate)
  + CASE WHEN (mod(r.output * m.hashrate, r.hashrate), -m.id) >= (r.cut_remainder, -r.cut_id) THEN 1 ELSE 0 END`;

/** The inputs of an income's formula, so that everybody can work it out again. */
export const INPUTS = sql`jsonb_build_object('receiptId', r.id::text, 'machineId', m.id::text, 'day', (extract(epoch FROM r.day) * 1000)::bigint,
  'hashrate', m.hashrate, 'totalHashrate', r.hashrate, 'receipts', r.receipts::text, 'serviceFeeRate', r.fee_rate::text, 'serviceFee', r.fee::text,
  'output', r.output::text)`;

/**
 * Makes the incomes of the next machines of the oldest day that is not distributed. @returns the day, and whether it is done now; null when every
 * day is
 */
export async function distributeNext(
  tx: Tx,
  { limit, now }: { limit: number; now: number },
): Promise<{ day: number; made: number; isDone: boolean } | null> {
  const { rows: open } = await tx.execute<{ id: string; day: string }>(sql`
    SELECT r.id::text, r.day::text FROM mining_receipts r WHERE r.distributed_at IS NULL ORDER BY r.day LIMIT 1 FOR NO KEY UPDATE`);
  if (!open[0]) return null;
  const day = dayAt(open[0].day);
  const { rows } = await tx.execute<{ made: string; looked: string }>(sql`
    WITH batch AS (
      SELECT m.id, m.account_id, m.hashrate FROM machines m, mining_receipts r
       WHERE r.id = ${open[0].id}::bigint AND ${ranOn(day)} AND m.id > r.through_id ORDER BY m.id LIMIT ${limit}::int
    ), made AS (
      INSERT INTO incomes (account_id, source, cause, asset, amount, pool, inputs, income_at, created_at)
      SELECT m.account_id, 'machine-output', ${OUTPUT_CAUSE}, 'USDT', ${SHARE}, 'mining-pool', ${INPUTS}, ${iso(day + DAY_MS)}::timestamptz,
             ${iso(now)}::timestamptz
        FROM batch m JOIN mining_receipts r ON r.id = ${open[0].id}::bigint WHERE ${SHARE} > 0 ORDER BY m.id
      RETURNING 1
    ), marked AS (
      UPDATE mining_receipts SET through_id = coalesce((SELECT max(id) FROM batch), through_id),
             distributed_at = CASE WHEN (SELECT count(*) FROM batch) < ${limit}::int THEN ${iso(now)}::timestamptz END
       WHERE id = ${open[0].id}::bigint)
    SELECT (SELECT count(*) FROM made)::text AS made, (SELECT count(*) FROM batch)::text AS looked`);
  const { made, looked } = rows[0]!;
  return { day, made: Number(made), isDone: Number(looked) < limit };
}

export interface OwnDay {
  day: number;
  machines: number;
  hashrate: number;
  credited: bigint;
  pending: bigint;
  /** The reason why a pending income waits. */
  isShort: boolean;
  total: DayRow | null;
}

/**
 * The days on which machines of an account ran, the newest first, those without receipts too.
 * @param through the last day that is over
 */
export async function pageDays(
  queries: Queries,
  { accountId, through, before, limit }: { accountId: string; through: number; before: number | null; limit: number },
): Promise<OwnDay[]> {
  const last = before === null ? through : Math.min(through, before - DAY_MS);
  const { rows } = await queries.execute<
    { [K in keyof DayColumns]: DayColumns[K] } & {
      own: string;
      own_rate: string;
      credited: string;
      pending: string;
      short: boolean;
      on: string;
    }
  >(sql`
    WITH own AS (SELECT id, account_id, hashrate, first_day, end_day FROM machines WHERE account_id = ${accountId}::bigint),
    spans AS (SELECT min(first_day) AS first, least(max(end_day) - 1, ${dayText(last)}::date) AS last FROM own),
    days AS (
      SELECT d.day::date AS day, count(*) AS machines, sum(o.hashrate) AS hashrate
        FROM spans s, generate_series(s.last::timestamp, s.first::timestamp, '-1 day') d (day), own o
       WHERE o.first_day <= d.day::date AND o.end_day > d.day::date
       GROUP BY d.day ORDER BY d.day DESC LIMIT ${limit}::int)
    SELECT days.day::text AS on, days.machines::text AS own, days.hashrate::text AS own_rate, ${COLUMNS},
           coalesce(i.credited, 0)::text AS credited, coalesce(i.pending, 0)::text AS pending, coalesce(i.short, false) AS short
      FROM days LEFT JOIN mining_receipts r ON r.day = days.day
      LEFT JOIN LATERAL (
        SELECT sum(x.amount) FILTER (WHERE x.journal_id IS NOT NULL) AS credited, sum(x.amount) FILTER (WHERE x.journal_id IS NULL) AS pending,
               bool_or(x.reason IS NOT NULL) AS short
          FROM own m JOIN incomes x ON x.source = 'machine-output' AND x.cause = ${OUTPUT_CAUSE} AND x.account_id = m.account_id
         WHERE r.day >= m.first_day AND r.day < m.end_day) i ON true
     ORDER BY days.day DESC`);
  return rows.map((row) => ({
    day: dayAt(row.on),
    machines: Number(row.own),
    hashrate: Number(row.own_rate),
    credited: BigInt(row.credited),
    pending: BigInt(row.pending),
    isShort: row.short,
    total: row.id === null ? null : dayRowOf(row),
  }));
}
