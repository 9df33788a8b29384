/** Rows of authenticators and their recovery codes. */
import { and, count, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { authenticators, recoveryCodes, users } from '../../../db/schema/identity';
import type { Tx } from '../../../db/transaction';

export type AuthenticatorRow = typeof authenticators.$inferSelect;

export async function authenticatorOf(queries: Queries, userId: string): Promise<AuthenticatorRow | null> {
  const [row] = await queries.select().from(authenticators).where(eq(authenticators.userId, userId));
  return row ?? null;
}

/** Uses a step of this secret up; false when it or a later one was used, or another secret is bound by now. Atomic: of many at once one gets it. */
export async function useStep(
  queries: Queries,
  { userId, sealedSecret }: AuthenticatorRow,
  step: number,
): Promise<boolean> {
  const rows = await queries
    .update(authenticators)
    .set({ lastStep: step })
    .where(
      and(
        eq(authenticators.userId, userId),
        eq(authenticators.sealedSecret, sealedSecret),
        lt(authenticators.lastStep, step),
      ),
    )
    .returning({ userId: authenticators.userId });
  return rows.length > 0;
}

/** Notes on the user that an authenticator was bound; withdrawals stay closed for a while after it. */
async function markBound(tx: Tx, { userId, boundAt }: AuthenticatorRow): Promise<void> {
  await tx.update(users).set({ authenticatorBoundAt: boundAt, securityChangedAt: boundAt }).where(eq(users.id, userId));
}

/** False when the user has one. */
export async function insertAuthenticator(tx: Tx, row: AuthenticatorRow): Promise<boolean> {
  const rows = await tx
    .insert(authenticators)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: authenticators.userId });
  if (rows.length === 0) return false;
  await markBound(tx, row);
  return true;
}

/**
 * Puts another secret in the place of `before`. Its steps start anew: those of the one before say nothing about it, least of all where a
 * clock was ahead. False when another one has taken the place meanwhile.
 */
export async function updateAuthenticator(tx: Tx, before: AuthenticatorRow, row: AuthenticatorRow): Promise<boolean> {
  const rows = await tx
    .update(authenticators)
    .set(row)
    .where(and(eq(authenticators.userId, row.userId), eq(authenticators.sealedSecret, before.sealedSecret)))
    .returning({ userId: authenticators.userId });
  if (rows.length === 0) return false;
  await markBound(tx, row);
  return true;
}

/** Puts new recovery codes in the place of all that there were. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** Uses a recovery code up; false when there is none like it, or it was used. @param hashes of one code, by each key that it may be of */
export async function useRecoveryCode(
  queries: Queries,
  userId: string,
  hashes: readonly string[],
  now: number,
): Promise<boolean> {
  const rows = await queries
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.codeHash, [...hashes]), isNull(recoveryCodes.usedAt)),
    )
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}

export async function recoveryCodesLeft(queries: Queries, userId: string): Promise<number> {
  const [row] = await queries
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
