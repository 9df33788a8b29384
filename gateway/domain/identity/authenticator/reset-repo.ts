/** Rows of authenticators that operators take off (migrations/0033_authenticator_resets.sql). */
import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { authenticatorResets, authenticators, recoveryCodes, secretTries, users } from '../../../db/schema/identity';
import type { Tx } from '../../../db/transaction';

export type ResetRow = typeof authenticatorResets.$inferSelect;
export type ResetOutcome = NonNullable<ResetRow['outcome']>;
type NewReset = Pick<ResetRow, 'userId' | 'proposedBy' | 'approvedBy' | 'identityCheck' | 'approvedAt' | 'dueAt'>;

const isWaiting = isNull(authenticatorResets.endedAt);

/** Null when one waits for this user already. */
export async function insertReset(tx: Tx, row: NewReset): Promise<ResetRow | null> {
  const [inserted] = await tx.insert(authenticatorResets).values(row).onConflictDoNothing().returning();
  return inserted ?? null;
}

/** Returns the resets that wait, the first due first; those of one user, or all when `userId` is null. */
export function waitingResets(queries: Queries, userId: string | null, limit: number): Promise<ResetRow[]> {
  return queries
    .select()
    .from(authenticatorResets)
    .where(and(isWaiting, userId === null ? undefined : eq(authenticatorResets.userId, userId)))
    .orderBy(asc(authenticatorResets.dueAt), asc(authenticatorResets.id))
    .limit(limit);
}

/** Returns the users whose authenticators are to be taken off by now. */
export async function dueResets(queries: Queries, now: number, limit: number): Promise<string[]> {
  const rows = await queries
    .select({ userId: authenticatorResets.userId })
    .from(authenticatorResets)
    .where(and(isWaiting, lte(authenticatorResets.dueAt, now)))
    .orderBy(asc(authenticatorResets.dueAt), asc(authenticatorResets.id))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

/** Ends the one that waits, for `done` only when it is due. Of many at once one gets it; null for the others. */
export async function endReset(tx: Tx, userId: string, outcome: ResetOutcome, now: number): Promise<ResetRow | null> {
  const isTime = outcome === 'done' ? lte(authenticatorResets.dueAt, now) : undefined;
  const [row] = await tx
    .update(authenticatorResets)
    .set({ outcome, endedAt: now })
    .where(and(isWaiting, eq(authenticatorResets.userId, userId), isTime))
    .returning();
  return row ?? null;
}

/** Takes the authenticator off, with its recovery codes and its lock; withdrawals stay closed for a while after it. */
export async function removeAuthenticator(tx: Tx, userId: string, now: number): Promise<void> {
  await tx.delete(authenticators).where(eq(authenticators.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secretTries).where(and(eq(secretTries.userId, userId), eq(secretTries.kind, 'authenticator')));
  await tx.update(users).set({ authenticatorBoundAt: null, securityChangedAt: now }).where(eq(users.id, userId));
}
