/** Rows of tickets and of their grants. */
import { sql } from 'drizzle-orm';
import type { TICKET_STATES } from '../../../contract/calls/machines';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import type { Keyset } from '../paging';

const iso = (at: number) => new Date(at).toISOString();

export interface TicketGrant {
  runId: string;
  accountId: string;
  source: 'operator' | 'promotion';
  reason: string;
  tickets: number;
  now: number;
}

/** @returns the grant's id; null when this run has granted before */
export async function insertTickets(tx: Tx, grant: TicketGrant): Promise<string | null> {
  const { runId, accountId, source, reason, tickets, now } = grant;
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO ticket_grants (run_id, account_id, source, reason, tickets, granted_at)
    VALUES (${runId}::uuid, ${accountId}::bigint, ${source}, ${reason}, ${tickets}, ${iso(now)}::timestamptz)
    ON CONFLICT (run_id) DO NOTHING RETURNING id::text`);
  const id = rows[0]?.id ?? null;
  if (id !== null)
    await tx.execute(sql`
      INSERT INTO machine_tickets (grant_id, account_id, granted_at)
      SELECT ${id}::bigint, ${accountId}::bigint, ${iso(now)}::timestamptz FROM generate_series(1, ${tickets}::int)`);
  return id;
}

export interface TicketRow {
  id: string;
  source: TicketGrant['source'];
  reason: string;
  grantedAt: number;
  usedAt: number | null;
  machineId: string | null;
  hashrate: number | null;
}

/** An account's tickets, the newest first. */
export async function pageTickets(
  queries: Queries,
  page: { accountId: string; status?: (typeof TICKET_STATES)[number]; end: Keyset | null; limit: number },
): Promise<TicketRow[]> {
  const { accountId, status, end, limit } = page;
  const older = end ? sql`AND (k.granted_at, k.id) < (${iso(end.at)}::timestamptz, ${end.id}::bigint)` : sql``;
  const narrowed = status === undefined ? sql`` : sql`AND (k.machine_id IS NULL) = ${status === 'available'}`;
  const { rows } = await queries.execute<{
    id: string;
    source: TicketRow['source'];
    reason: string;
    granted: string;
    used: string | null;
    machine: string | null;
    hashrate: number | null;
  }>(sql`
    SELECT k.id::text, g.source, g.reason, (extract(epoch FROM k.granted_at) * 1000)::bigint::text AS granted,
           (extract(epoch FROM k.used_at) * 1000)::bigint::text AS used, k.machine_id::text AS machine, m.hashrate
      FROM machine_tickets k JOIN ticket_grants g ON g.id = k.grant_id LEFT JOIN machines m ON m.id = k.machine_id
     WHERE k.account_id = ${accountId}::bigint ${older} ${narrowed}
     ORDER BY k.granted_at DESC, k.id DESC LIMIT ${limit}::int`);
  return rows.map(({ granted, used, machine, ...row }) => ({
    ...row,
    grantedAt: Number(granted),
    usedAt: used === null ? null : Number(used),
    machineId: machine,
  }));
}
