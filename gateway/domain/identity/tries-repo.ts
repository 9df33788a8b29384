/** Rows that count wrong tries of a user's secrets. */
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { secretTries, type SecretKind } from '../../db/schema/identity';

export interface TryCount {
  tries: number;
  lockedUntil: number | null;
}

const isOf = (userId: string, kind: SecretKind) => and(eq(secretTries.userId, userId), eq(secretTries.kind, kind));
const isOpen = (now: number) => or(isNull(secretTries.lockedUntil), lte(secretTries.lockedUntil, now));

export async function triesOf(queries: Queries, userId: string, kind: SecretKind): Promise<TryCount> {
  const [row] = await queries
    .select({ tries: secretTries.tries, lockedUntil: secretTries.lockedUntil })
    .from(secretTries)
    .where(isOf(userId, kind));
  return row ?? { tries: 0, lockedUntil: null };
}

/**
 * Counts one wrong try, unless it is locked by now; null then. Atomic: of many at once exactly `maxTries` count. A lock that
 * has run out starts the count anew.
 */
export async function countWrongTry(
  queries: Queries,
  userId: string,
  kind: SecretKind,
  { maxTries, lockMs, now }: { maxTries: number; lockMs: number; now: number },
): Promise<TryCount | null> {
  const lockedUntil = new Date(now + lockMs).toISOString();
  const tries = sql`CASE WHEN ${secretTries.lockedUntil} IS NULL THEN ${secretTries.tries} ELSE 0 END + 1`;
  const [row] = await queries
    .insert(secretTries)
    .values({ userId, kind, tries: 1, lockedUntil: maxTries <= 1 ? now + lockMs : null })
    .onConflictDoUpdate({
      target: [secretTries.userId, secretTries.kind],
      set: {
        tries: sql`${tries}`,
        lockedUntil: sql`CASE WHEN ${tries} >= ${maxTries}::int THEN ${lockedUntil}::timestamptz END`,
      },
      setWhere: isOpen(now),
    })
    .returning({ tries: secretTries.tries, lockedUntil: secretTries.lockedUntil });
  return row ?? null;
}

/** After a right one: the count starts anew, unless it was locked meanwhile (false). */
export async function clearWrongTries(
  queries: Queries,
  userId: string,
  kind: SecretKind,
  now: number,
): Promise<boolean> {
  const rows = await queries
    .update(secretTries)
    .set({ tries: 0, lockedUntil: null })
    .where(and(isOf(userId, kind), isOpen(now)))
    .returning({ userId: secretTries.userId });
  return rows.length > 0;
}
