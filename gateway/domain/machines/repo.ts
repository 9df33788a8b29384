/** Rows of machines and tickets. Every read for a user names the account: another's does not exist here. */
import { sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import type { Keyset } from '../paging';
import { dayAt, dayText } from './rules';

const iso = (at: number) => new Date(at).toISOString();

export interface NewMachine {
  accountId: string;
  modelId: string;
  hashrate: number;
  price: bigint;
  tickets: number;
  boughtAt: number;
  firstDay: number;
  endDay: number;
}

export interface MachineRow extends NewMachine {
  id: string;
  journalId: string | null;
  /** Of all days so far. */
  credited: bigint;
  pending: bigint;
  /** Days with receipts on which it ran. */
  days: number;
}

/** Takes it out of the stock as well. @returns its id */
export async function insertMachine(tx: Tx, machine: NewMachine): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO machines (account_id, model_id, hashrate, price, tickets, bought_at, first_day, end_day)
    VALUES (${machine.accountId}::bigint, ${machine.modelId}, ${machine.hashrate}, ${machine.price.toString()}::numeric, ${machine.tickets},
            ${iso(machine.boughtAt)}::timestamptz, ${dayText(machine.firstDay)}::date, ${dayText(machine.endDay)}::date)
    RETURNING id::text`);
  return rows[0]!.id;
}

export async function saveJournal(tx: Tx, machineId: string, journalId: string): Promise<void> {
  await tx.execute(sql`UPDATE machines SET journal_id = ${journalId}::bigint WHERE id = ${machineId}::bigint`);
}

/** Purchases with an account's tickets follow one another, whichever models they are of. */
export async function lockTickets(tx: Tx, accountId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`machine-tickets:${accountId}`}, 0))`);
}

export async function ticketsAvailable(queries: Queries, accountId: string): Promise<number> {
  const { rows } = await queries.execute<{ count: string }>(
    sql`SELECT count(*)::text AS count FROM machine_tickets WHERE account_id = ${accountId}::bigint AND machine_id IS NULL`,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Uses the account's oldest tickets for a machine. @returns how many there were, at most `count` */
export async function takeTickets(
  tx: Tx,
  { accountId, machineId, count, now }: { accountId: string; machineId: string; count: number; now: number },
): Promise<number> {
  const { rows } = await tx.execute<{ count: string }>(sql`
    WITH used AS (
      UPDATE machine_tickets SET machine_id = ${machineId}::bigint, used_at = ${iso(now)}::timestamptz
       WHERE id IN (SELECT id FROM machine_tickets WHERE account_id = ${accountId}::bigint AND machine_id IS NULL ORDER BY id LIMIT ${count}::int)
      RETURNING 1)
    SELECT count(*)::text AS count FROM used`);
  return Number(rows[0]?.count ?? 0);
}

interface MachineColumns {
  [column: string]: unknown;
  id: string;
  account: string;
  model: string;
  hashrate: number;
  price: string;
  tickets: number;
  bought: string;
  first: string;
  end: string;
  journal: string | null;
  credited: string;
  pending: string;
  days: string;
}

function machineOf(row: MachineColumns): MachineRow {
  return {
    id: row.id,
    accountId: row.account,
    modelId: row.model,
    hashrate: row.hashrate,
    price: BigInt(row.price),
    tickets: row.tickets,
    boughtAt: Number(row.bought),
    firstDay: dayAt(row.first),
    endDay: dayAt(row.end),
    journalId: row.journal,
    credited: BigInt(row.credited),
    pending: BigInt(row.pending),
    days: Number(row.days),
  };
}

/** The cause of a machine's income of a day (incomes). */
export const OUTPUT_CAUSE = sql`m.id::text || ':' || r.day::text`;

/** Machines with what they have earned, by the days on which they ran; `chosen` is a query of machines. */
async function withIncome(queries: Queries, chosen: ReturnType<typeof sql>): Promise<MachineRow[]> {
  const { rows } = await queries.execute<MachineColumns>(sql`
    SELECT m.id::text, m.account_id::text AS account, m.model_id AS model, m.hashrate, m.price::text AS price, m.tickets,
           (extract(epoch FROM m.bought_at) * 1000)::bigint::text AS bought, m.first_day::text AS first, m.end_day::text AS "end", m.journal_id::text AS journal,
           coalesce(o.credited, 0)::text AS credited, coalesce(o.pending, 0)::text AS pending, coalesce(o.days, 0)::text AS days
      FROM (${chosen}) m
      LEFT JOIN LATERAL (
        SELECT sum(i.amount) FILTER (WHERE i.journal_id IS NOT NULL) AS credited, sum(i.amount) FILTER (WHERE i.journal_id IS NULL) AS pending, count(*) AS days
          FROM mining_receipts r
          LEFT JOIN incomes i ON i.source = 'machine-output' AND i.cause = ${OUTPUT_CAUSE} AND i.account_id = m.account_id
         WHERE r.day >= m.first_day AND r.day < m.end_day) o ON true
     ORDER BY m.bought_at DESC, m.id DESC`);
  return rows.map(machineOf);
}

/** An account's machines, the newest first. */
export function pageMachines(
  queries: Queries,
  { accountId, end, limit }: { accountId: string; end: Keyset | null; limit: number },
): Promise<MachineRow[]> {
  const older = end ? sql`AND (bought_at, id) < (${iso(end.at)}::timestamptz, ${end.id}::bigint)` : sql``;
  return withIncome(
    queries,
    sql`SELECT * FROM machines WHERE account_id = ${accountId}::bigint ${older} ORDER BY bought_at DESC, id DESC LIMIT ${limit}::int`,
  );
}

export async function findMachine(queries: Queries, accountId: string, id: string): Promise<MachineRow | null> {
  const rows = await withIncome(
    queries,
    sql`SELECT * FROM machines WHERE account_id = ${accountId}::bigint AND id = ${id}::bigint`,
  );
  return rows[0] ?? null;
}

/** Counts the machines that an account runs on a day, and adds up their hash rates. */
export async function runningOf(
  queries: Queries,
  accountId: string,
  day: number,
): Promise<{ machines: number; hashrate: number }> {
  const { rows } = await queries.execute<{ machines: string; hashrate: string }>(sql`
    SELECT count(*)::text AS machines, coalesce(sum(hashrate), 0)::text AS hashrate FROM machines
     WHERE account_id = ${accountId}::bigint AND first_day <= ${dayText(day)}::date AND end_day > ${dayText(day)}::date`);
  return { machines: Number(rows[0]?.machines ?? 0), hashrate: Number(rows[0]?.hashrate ?? 0) };
}

/** All that an account's machines have earned. */
export async function outputOf(queries: Queries, accountId: string): Promise<{ credited: bigint; pending: bigint }> {
  const { rows } = await queries.execute<{ credited: string; pending: string }>(sql`
    SELECT coalesce(sum(amount) FILTER (WHERE journal_id IS NOT NULL), 0)::text AS credited,
           coalesce(sum(amount) FILTER (WHERE journal_id IS NULL), 0)::text AS pending
      FROM incomes WHERE account_id = ${accountId}::bigint AND source = 'machine-output'`);
  return { credited: BigInt(rows[0]?.credited ?? 0), pending: BigInt(rows[0]?.pending ?? 0) };
}
