/** Rows of what halts payouts (migrations/0021_payout_halts.sql). */
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Network } from '../../../contract/calls/identity';
import type { Queries } from '../../db/client';
import { withdrawalHalts, type HaltCause } from '../../db/schema/payouts';
import type { Tx } from '../../db/transaction';

export type HaltRow = typeof withdrawalHalts.$inferSelect;

/** Waits for signatures that are being made, and keeps the next ones waiting, until the transaction ends. */
export async function lockHalts(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('withdrawal-halts', 0))`);
}

/** Makes whoever begins a halt wait until the transaction ends: a signature is made before the halt, or not at all. */
export async function lockHaltsShared(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(hashtextextended('withdrawal-halts', 0))`);
}

const covers = (network: Network) => or(isNull(withdrawalHalts.network), eq(withdrawalHalts.network, network));
const isOfScope = (network: Network | null) =>
  network === null ? isNull(withdrawalHalts.network) : eq(withdrawalHalts.network, network);

/** Returns the halts that hold, the oldest first. @param network only those that cover it; all when null */
export function openHalts(queries: Queries, network: Network | null = null): Promise<HaltRow[]> {
  return queries
    .select()
    .from(withdrawalHalts)
    .where(and(isNull(withdrawalHalts.endedAt), network === null ? undefined : covers(network)))
    .orderBy(asc(withdrawalHalts.id));
}

export type NewHalt = Pick<HaltRow, 'network' | 'cause' | 'reason' | 'begunBy' | 'begunAt'> & { finding?: string };

/** False when one of this cause holds there already. */
export async function insertHalt(tx: Tx, halt: NewHalt): Promise<boolean> {
  const rows = await tx
    .insert(withdrawalHalts)
    .values(halt)
    .onConflictDoNothing()
    .returning({ id: withdrawalHalts.id });
  return rows.length > 0;
}

/** @param network null for those that cover every network. @returns those that held until now */
export async function closeHalts(
  tx: Tx,
  { network, causes, by }: { network: Network | null; causes: readonly HaltCause[]; by: string },
  now: number,
): Promise<HaltRow[]> {
  return tx
    .update(withdrawalHalts)
    .set({ endedAt: now, endedBy: by })
    .where(and(isNull(withdrawalHalts.endedAt), isOfScope(network), inArray(withdrawalHalts.cause, [...causes])))
    .returning();
}

/** Returns the finding of this cause's last halt there, if somebody other than `by` ended that halt; else null. */
export async function lastAccepted(
  queries: Queries,
  { network, cause, by }: { network: Network | null; cause: HaltCause; by: string },
): Promise<string | null> {
  const [row] = await queries
    .select({ finding: withdrawalHalts.finding, endedBy: withdrawalHalts.endedBy })
    .from(withdrawalHalts)
    .where(and(isNotNull(withdrawalHalts.endedAt), isOfScope(network), eq(withdrawalHalts.cause, cause)))
    .orderBy(desc(withdrawalHalts.id))
    .limit(1);
  return row && row.endedBy !== by ? row.finding : null;
}
