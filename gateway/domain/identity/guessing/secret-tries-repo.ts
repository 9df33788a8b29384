/** Rows that count wrong tries of a user's secrets. */
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { secretTries, type SecretKind } from '../../../db/schema/identity';
import { LOCK_FORGET_MS } from '../figures';

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

export interface TryLimits {
  maxTries: number;
  /** The first lock; each further one is twice as long, up to `maxLockMs`. */
  lockMs: number;
  maxLockMs: number;
  now: number;
}

/**
 * Counts one wrong try, unless it is locked by now; null then. Atomic: of many at once exactly `maxTries` count. A lock that
 * has run out starts the count anew, and locks are short again after a quiet day.
 */
export async function countWrongTry(
  queries: Queries,
  userId: string,
  kind: SecretKind,
  { maxTries, lockMs, maxLockMs, now }: TryLimits,
): Promise<TryCount | null> {
  const quietSince = new Date(now - LOCK_FORGET_MS).toISOString();
  const before = sql`CASE WHEN ${secretTries.lockedUntil} <= ${quietSince}::timestamptz THEN 0 ELSE ${secretTries.locks} END`;
  const waitMs = sql`least(${maxLockMs}::float8, ${lockMs}::float8 * power(2, least(${before}, 30)))`;
  const lockedUntil = sql`${new Date(now).toISOString()}::timestamptz + ${waitMs} * interval '1 millisecond'`;
  const tries = sql`CASE WHEN ${secretTries.lockedUntil} IS NULL THEN ${secretTries.tries} ELSE 0 END + 1`;
  const [row] = await queries
    .insert(secretTries)
    .values({ userId, kind, tries: 1, lockedUntil: maxTries <= 1 ? now + lockMs : null, locks: maxTries <= 1 ? 1 : 0 })
    .onConflictDoUpdate({
      target: [secretTries.userId, secretTries.kind],
      set: {
        tries: sql`${tries}`,
        lockedUntil: sql`CASE WHEN ${tries} >= ${maxTries}::int THEN ${lockedUntil} END`,
        locks: sql`least(30, ${before} + CASE WHEN ${tries} >= ${maxTries}::int THEN 1 ELSE 0 END)`,
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
    .set({ tries: 0, lockedUntil: null, locks: 0 })
    .where(and(isOf(userId, kind), isOpen(now)))
    .returning({ userId: secretTries.userId });
  return rows.length > 0;
}
