/** Rows of sessions. */
import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, notInArray } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { sessions } from '../../db/schema/identity';
import type { Tx } from '../../db/transaction';

export type SessionRow = typeof sessions.$inferSelect;
export type NewSession = Omit<SessionRow, 'id' | 'revokedAt' | 'replacesId'> & { replacesId?: string };

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.insert(sessions).values(session);
}

/** The open session of a token, or null when there is none, it was revoked, or it ran out. */
export async function openSessionByHash(queries: Queries, hash: string, now: number): Promise<SessionRow | null> {
  const [row] = await queries
    .select()
    .from(sessions)
    .where(and(eq(sessions.tokenHash, hash), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)));
  return row ?? null;
}

/** Notes that a session is in use, unless that was noted after `unseenSince`. */
export async function touchSession(
  queries: Queries,
  sessionId: string,
  { now, expiresAt, unseenSince }: { now: number; expiresAt: number; unseenSince: number },
): Promise<void> {
  await queries
    .update(sessions)
    .set({ lastSeenAt: now, expiresAt })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt), lte(sessions.lastSeenAt, unseenSince)));
}

export async function revokeSession(queries: Queries, sessionId: string, now: number): Promise<void> {
  await queries
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/** Takes back sessions that were to replace this one and were never used. */
export async function revokeSuccessors(tx: Tx, sessionId: string, now: number): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.replacesId, sessionId), isNull(sessions.revokedAt)));
}

/** The first use of a session that replaces another: the other one ends. */
export async function endReplaced(queries: Queries, { id, replacesId }: SessionRow, now: number): Promise<void> {
  if (replacesId === null) return;
  await revokeSession(queries, replacesId, now);
  await queries.update(sessions).set({ replacesId: null }).where(eq(sessions.id, id));
}

/** The open session, locked until the transaction ends. */
export async function lockSession(tx: Tx, sessionId: string): Promise<SessionRow | null> {
  const [row] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .for('update');
  return row ?? null;
}

/** The open sessions of a user, the latest used first. */
export function openSessionsOf(queries: Queries, userId: string, now: number): Promise<SessionRow[]> {
  return queries
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

/** Which of the sessions are still open. */
export async function openSessionsAmong(queries: Queries, ids: readonly string[], now: number): Promise<Set<string>> {
  const rows = await queries
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)));
  return new Set(rows.map(({ id }) => id));
}

/** Ends one session of a user; false when the user has no such open one. */
export async function revokeSessionOf(
  queries: Queries,
  userId: string,
  sessionId: string,
  now: number,
): Promise<boolean> {
  const rows = await queries
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    )
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** Ends every session of a user but one. @returns how many */
export async function revokeOtherSessions(
  queries: Queries,
  { userId, keptId, now }: { userId: string; keptId: string; now: number },
): Promise<number> {
  const rows = await queries
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return rows.length;
}

/** Ends every session of a user. */
export async function revokeSessionsOf(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
}

/** Ends what is beyond the newest `kept` open sessions of a user. */
export async function revokeOldestSessions(tx: Tx, userId: string, kept: number, now: number): Promise<void> {
  const newest = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .orderBy(desc(sessions.id))
    .limit(kept);
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), notInArray(sessions.id, newest)));
}

export async function deleteSessionsBefore(queries: Queries, moment: number): Promise<void> {
  await queries.delete(sessions).where(lt(sessions.expiresAt, moment));
}
