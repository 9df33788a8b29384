/** The row of the payouts' mark (migrations/0021_payout_halts.sql). */
import { and, eq, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { payoutMark } from '../../db/schema/payouts';
import type { Tx } from '../../db/transaction';
import type { MarkRow } from './mark-rules';

const LINEAGE = sql<string>`payout_lineage()`;

export interface MarkState {
  row: MarkRow | null;
  lineage: string;
}

/** Row and lineage of one moment. */
export async function markState(queries: Queries): Promise<MarkState> {
  const { rows } = await queries.execute<{
    lineage: string;
    epoch: string | null;
    number: string | null;
    token: string | null;
    of: string | null;
  }>(sql`SELECT payout_lineage() AS lineage, m.epoch, m.number, m.token, m.lineage AS of
           FROM (SELECT 1) one LEFT JOIN payout_mark m ON true`);
  const [found] = rows;
  if (!found) throw new Error('the database tells nothing of its lineage');
  const { lineage, epoch, number, token, of } = found;
  const row =
    token === null || of === null ? null : { epoch: Number(epoch), number: Number(number), token, lineage: of };
  return { row, lineage };
}

/** True if nobody ever asked here for a withdrawal of real money over a chain. */
export async function isUnused(queries: Queries): Promise<boolean> {
  const { rows } = await queries.execute<{ used: boolean }>(
    sql`SELECT EXISTS (SELECT FROM withdrawals WHERE kind = 'chain' AND NOT is_test) AS used`,
  );
  return rows[0]?.used !== true;
}

/** False when there is one already. */
export async function insertMark(tx: Tx, mark: Omit<MarkRow, 'lineage'>, now: number): Promise<boolean> {
  const rows = await tx
    .insert(payoutMark)
    .values({ ...mark, lineage: LINEAGE, changedAt: now })
    .onConflictDoNothing()
    .returning({ epoch: payoutMark.epoch });
  return rows.length > 0;
}

/**
 * Moves the mark from where it was last seen to its next number; others who sign wait until the transaction ends.
 * @returns false when it is elsewhere by now, or the database is of another lineage
 */
export async function advanceMark(
  tx: Tx,
  from: Omit<MarkRow, 'lineage'>,
  token: string,
  now: number,
): Promise<boolean> {
  const { epoch, number, token: former } = from;
  const rows = await tx
    .update(payoutMark)
    .set({ number: number + 1, token, changedAt: now })
    .where(
      and(
        eq(payoutMark.epoch, epoch),
        eq(payoutMark.number, number),
        eq(payoutMark.token, former),
        eq(payoutMark.lineage, LINEAGE),
      ),
    )
    .returning({ number: payoutMark.number });
  return rows.length > 0;
}

/** A new epoch, on the database as it is now. @returns its number */
export async function raiseEpoch(tx: Tx, token: string, now: number): Promise<number> {
  const [row] = await tx
    .insert(payoutMark)
    .values({ epoch: now, number: 0, token, lineage: LINEAGE, changedAt: now })
    .onConflictDoUpdate({
      target: payoutMark.isOnly,
      set: {
        epoch: sql`greatest(${payoutMark.epoch} + 1, ${now}::bigint)`,
        number: 0,
        token,
        lineage: LINEAGE,
        changedAt: now,
      },
    })
    .returning({ epoch: payoutMark.epoch });
  if (!row) throw new Error('the epoch was not raised');
  return row.epoch;
}
