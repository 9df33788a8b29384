/** Rows of freezes. What a freeze closes and the freeze itself meet at one lock per user (migration 0034). */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { accountFreezes, type FreezeOrigin, type ThawOrigin } from '../../db/schema/freezes';
import type { Tx } from '../../db/transaction';

export type FreezeRow = typeof accountFreezes.$inferSelect;

const isOpen = isNull(accountFreezes.thawedAt);

/** True if the account is frozen. The answer holds until the transaction ends: whoever freezes waits. */
export async function isFrozenUntilEnd(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ since: unknown }>(sql`SELECT frozen_since(${userId}::bigint) AS since`);
  return (rows[0]?.since ?? null) !== null;
}

/** The same, of the user whose trading account it is. */
export async function isOwnerFrozenUntilEnd(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ since: unknown }>(
    sql`SELECT frozen_since(user_id) AS since FROM trading_accounts WHERE id = ${accountId}::bigint`,
  );
  return (rows[0]?.since ?? null) !== null;
}

/** Waits for everything that a freeze closes and that is under way; what comes later waits for this transaction. */
export async function lockForFreeze(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(freeze_lock_key(${userId}::bigint))`);
}

/** The freeze that has not thawed; null for an account that is open. */
export async function openFreeze(queries: Queries, userId: string): Promise<FreezeRow | null> {
  const [row] = await queries
    .select()
    .from(accountFreezes)
    .where(and(eq(accountFreezes.userId, userId), isOpen));
  return row ?? null;
}

export async function insertFreeze(
  tx: Tx,
  freeze: { userId: string; frozenAt: number; frozenBy: FreezeOrigin; reason: string | null },
): Promise<void> {
  await tx.insert(accountFreezes).values(freeze);
}

/** Begins the wait for the thaw, or with null takes it back. */
export async function setThaw(
  tx: Tx,
  id: string,
  thaw: { askedAt: number; askedBy: ThawOrigin; at: number } | null,
): Promise<void> {
  await tx
    .update(accountFreezes)
    .set({ thawAskedAt: thaw?.askedAt ?? null, thawAskedBy: thaw?.askedBy ?? null, thawAt: thaw?.at ?? null })
    .where(eq(accountFreezes.id, id));
}

export async function endFreeze(tx: Tx, id: string, now: number): Promise<void> {
  await tx.update(accountFreezes).set({ thawedAt: now }).where(eq(accountFreezes.id, id));
}

/** Users whose wait is over, the longest waiting first. */
export async function dueThaws(queries: Queries, now: number, limit: number): Promise<string[]> {
  const rows = await queries
    .select({ userId: accountFreezes.userId })
    .from(accountFreezes)
    .where(and(lte(accountFreezes.thawAt, now), isOpen))
    .orderBy(asc(accountFreezes.thawAt))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}
