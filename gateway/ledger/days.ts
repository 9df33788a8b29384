/**
 * Days of the ledger: each closed UTC day has a head, the SHA-256 of the head before and of all its journals and entries. Whoever
 * rewrites the past changes every head from then on; a head that was printed and kept elsewhere shows it.
 *
 * A day's journals are a range of numbers, so that it is certain for ever which they are: a journal that is dated back or commits late
 * belongs to the day that is open then.
 */
import { createHash } from 'node:crypto';
import { asc, desc, sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../db/client';
import { ledgerDays } from '../db/schema/ledger';
import type { Tx } from '../db/transaction';
import type { CheckFinding } from './checks';

const DAY_MS = 86_400_000;
const BATCH = 2_000;
/** Stands for the head of the day before the first day. */
const NO_HEAD = '0'.repeat(64);

export interface LedgerDay {
  /** YYYY-MM-DD, UTC. */
  day: string;
  throughId: string;
  journals: number;
  head: string;
}

type DayEnd = Pick<LedgerDay, 'throughId' | 'head'>;
const BEGINNING: DayEnd = { throughId: '0', head: NO_HEAD };

export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const endOf = (day: string): number => startOf(day) + DAY_MS;
export const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const dayAfter = (day: string): string => dayAt(endOf(day));

/** Makes one line per journal: what it says, and each entry with whose account it is. jsonb writes equal values alike. */
const LINE: SQL = sql`jsonb_build_array(j.id, j.transfer_id, j.kind, j.reference, j.memo, j.leg_count, extract(epoch FROM j.created_at)::text,
  (SELECT jsonb_agg(jsonb_build_array(e.id, e.leg, e.account_id, a.owner_account_id, a.kind, a.name, a.lane, e.asset, e.amount, e.hold_id,
                                      e.account_seq, e.balance_after) ORDER BY e.leg)
     FROM entries e LEFT JOIN accounts a ON a.id = e.account_id WHERE e.journal_id = j.id))::text`;

/** The head of a day that follows `before` and ends with the journal `throughId`; reads in batches, whatever its size. */
export async function headOf(
  queries: Queries,
  day: string,
  before: DayEnd,
  throughId: string,
): Promise<{ head: string; journals: number }> {
  const hash = createHash('sha256').update(`${before.head}\n${day}\n`);
  let journals = 0;
  for (let after = before.throughId; ;) {
    const { rows } = await queries.execute<{ last: string | null; count: string; lines: string | null }>(sql`
      SELECT max(b.id)::text AS last, count(*)::text AS count, string_agg(b.line, E'\n' ORDER BY b.id) AS lines
        FROM (SELECT j.id, ${LINE} AS line FROM journals j WHERE j.id > ${after}::bigint AND j.id <= ${throughId}::bigint
               ORDER BY j.id LIMIT ${BATCH}::int) b`);
    const batch = rows[0];
    if (!batch || batch.last === null) return { head: hash.digest('hex'), journals };
    hash.update(`${batch.lines}\n`);
    journals += Number(batch.count);
    after = batch.last;
  }
}

/** The day that was closed last; null when none was. */
export async function lastDay(queries: Queries): Promise<LedgerDay | null> {
  const [row] = await queries.select().from(ledgerDays).orderBy(desc(ledgerDays.day)).limit(1);
  return row ?? null;
}

/** Returns when the first journal was posted, UTC ms; null when there is none. */
export async function firstJournalAt(queries: Queries): Promise<number | null> {
  const { rows } = await queries.execute<{ at: string }>(
    sql`SELECT (extract(epoch FROM created_at) * 1000)::text AS at FROM journals ORDER BY id LIMIT 1`,
  );
  return rows[0] ? Number(rows[0].at) : null;
}

/**
 * Returns the last journal above `after` before the first one that is dated `end` or later; `after` itself when there is none.
 */
export async function lastBefore(queries: Queries, after: string, end: number): Promise<string> {
  const { rows } = await queries.execute<{ last: string }>(sql`
    SELECT coalesce(max(id), ${after}::bigint)::text AS last FROM journals
     WHERE id > ${after}::bigint AND id < coalesce((SELECT n.id FROM journals n WHERE n.id > ${after}::bigint
       AND n.created_at >= ${new Date(end).toISOString()}::timestamptz ORDER BY n.id LIMIT 1), 9223372036854775807)`);
  return rows[0]?.last ?? after;
}

/** Tells which transactions are over (those below `oldest`), and which have not begun (from `next` on). */
export async function horizon(queries: Queries): Promise<{ oldest: bigint; next: bigint }> {
  const { rows } = await queries.execute<{ oldest: string; next: string }>(sql`
    SELECT pg_snapshot_xmin(s)::text AS oldest, pg_snapshot_xmax(s)::text AS next FROM pg_current_snapshot() s`);
  return { oldest: BigInt(rows[0]?.oldest ?? 0), next: BigInt(rows[0]?.next ?? 0) };
}

/** Closes `day`; nobody may be about to commit a journal up to `throughId` any more. */
export async function closeDay(tx: Tx, day: string, throughId: string, now: number): Promise<LedgerDay> {
  const closed = { day, throughId, ...(await headOf(tx, day, (await lastDay(tx)) ?? BEGINNING, throughId)) };
  await tx.insert(ledgerDays).values({ ...closed, closedAt: now });
  return closed;
}

export interface DaysCheck {
  findings: CheckFinding<'ledger-day'>[];
  /** The number of days that were hashed anew, and of all closed days. */
  looked: number;
  closed: number;
  last: Pick<LedgerDay, 'day' | 'head'> | null;
}

/** Hashes a closed day anew after the one before. @returns what differs; null when the day is as it was */
async function differenceOf(tx: Tx, row: LedgerDay, before: LedgerDay | null): Promise<string | null> {
  if (before !== null && row.day !== dayAfter(before.day)) return `the day before it is not there`;
  const { head, journals } = await headOf(tx, row.day, before ?? BEGINNING, row.throughId);
  if (head === row.head && journals === row.journals) return null;
  return `its journals hash to ${head} (${journals}), it was closed as ${row.head} (${row.journals})`;
}

/** Heads that were printed against those that are there now; the first that differs is named. */
function refuted(rows: readonly LedgerDay[], printed: Readonly<Record<string, string>>): CheckFinding<'ledger-day'>[] {
  let same = 'the beginning';
  for (const [day, head] of Object.entries(printed).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const row = rows.find((one) => one.day === day);
    if (row?.head !== head) {
      const now = row ? `is ${row.head} now` : 'is not there';
      const detail = `printed as ${head}, ${now}: the past was rewritten between ${same} and this day`;
      return [{ check: 'ledger-day', subject: `day ${day}`, detail }];
    }
    same = day;
  }
  return [];
}

/**
 * Hashes the latest `days` closed days anew and names the first one that differs, and the first of the `printed` heads that is not
 * the one that is there. Days before those are taken as their heads say.
 */
export async function reconcileDays(
  tx: Tx,
  { days, printed }: { days: number | 'all'; printed: Readonly<Record<string, string>> },
): Promise<DaysCheck> {
  const rows = await tx.select().from(ledgerDays).orderBy(asc(ledgerDays.day));
  const first = days === 'all' ? 0 : Math.max(0, rows.length - days);
  const findings = refuted(rows, printed);
  for (let index = first; index < rows.length; index += 1) {
    const detail = await differenceOf(tx, rows[index]!, rows[index - 1] ?? null);
    if (detail === null) continue;
    findings.push({ check: 'ledger-day', subject: `day ${rows[index]!.day}`, detail });
    break;
  }
  const last = rows.at(-1);
  return {
    findings,
    looked: rows.length - first,
    closed: rows.length,
    last: last ? { day: last.day, head: last.head } : null,
  };
}
