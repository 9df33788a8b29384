/**
 * Rows of sessions. [Note: Session epochs] A session is open only while its epoch is its user's. Ending all others raises the
 * user's epoch and takes the kept session along, in one transaction; a session that is being opened or switched meanwhile
 * carries the epoch that its log-in or its predecessor had, so that it is over when it is committed. A counter, not a time:
 * two things in one millisecond have an order here.
 */
import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { LangCode } from '../../../../contract/ids';
import type { Queries } from '../../../db/client';
import { sessions, users } from '../../../db/schema/identity';
import type { Tx } from '../../../db/transaction';
import { keepOneDevice } from './device-repo';

export type SessionRow = typeof sessions.$inferSelect;
export type NewSession = Omit<SessionRow, 'id' | 'revokedAt' | 'replacesId' | 'lineId'> &
  Partial<Pick<SessionRow, 'replacesId' | 'lineId'>>;

const isOfItsUser = and(eq(users.id, sessions.userId), eq(users.sessionEpoch, sessions.epoch));
const isOpen = (now: number) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.insert(sessions).values(session);
}

/** The open session of a token with its user's language, or null: none, revoked, of an older epoch, or run out. */
export async function openSessionByHash(
  queries: Queries,
  hash: string,
  now: number,
): Promise<(SessionRow & { lang: LangCode | null }) | null> {
  const [row] = await queries
    .select({ session: sessions, lang: users.lang })
    .from(sessions)
    .innerJoin(users, isOfItsUser)
    .where(and(eq(sessions.tokenHash, hash), isOpen(now)));
  return row ? { ...row.session, lang: row.lang } : null;
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

/** Ends the session that this one replaces, at this one's first use. */
export async function endReplaced(queries: Queries, { id, replacesId }: SessionRow, now: number): Promise<void> {
  if (replacesId === null) return;
  await revokeSession(queries, replacesId, now);
  await queries.update(sessions).set({ replacesId: null }).where(eq(sessions.id, id));
}

/** Locks the user's sessions: until the transaction ends, nobody else switches or ends them. */
async function lockSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/** The open session; until the transaction ends nobody else switches from it or ends it. */
export async function lockSession(
  tx: Tx,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<SessionRow | null> {
  await lockSessionsOf(tx, userId);
  const [row] = await tx
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(users, isOfItsUser)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAt)));
  return row?.session ?? null;
}

/** The open sessions of a user, the latest used first. */
export async function openSessionsOf(queries: Queries, userId: string, now: number): Promise<SessionRow[]> {
  const rows = await queries
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(users, isOfItsUser)
    .where(and(eq(sessions.userId, userId), isOpen(now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map(({ session }) => session);
}

/** Returns those of the sessions that are still open. */
export async function openSessionsAmong(queries: Queries, ids: readonly string[], now: number): Promise<Set<string>> {
  const rows = await queries
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, isOfItsUser)
    .where(and(inArray(sessions.id, [...ids]), isOpen(now)));
  return new Set(rows.map(({ id }) => id));
}

/** A session, open or not. */
export async function sessionById(queries: Queries, sessionId: string): Promise<SessionRow | null> {
  const [row] = await queries.select().from(sessions).where(eq(sessions.id, sessionId));
  return row ?? null;
}

/**
 * Ends a line of a user: a log-in's session and whatever took its place, also what is being switched to just now.
 * @returns its sessions that were open
 */
export async function revokeLine(
  tx: Tx,
  { userId, lineId, now }: { userId: string; lineId: string; now: number },
): Promise<Pick<SessionRow, 'id' | 'deviceHash'>[]> {
  await lockSessionsOf(tx, userId);
  return tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.lineId, lineId), eq(sessions.userId, userId), isOpen(now)))
    .returning({ id: sessions.id, deviceHash: sessions.deviceHash });
}

/** Raises the user's epoch ([Note: Session epochs]); locks the user's row until the transaction ends. */
async function raiseEpoch(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .update(users)
    .set({ sessionEpoch: sql`${users.sessionEpoch} + 1` })
    .where(eq(users.id, userId))
    .returning({ epoch: users.sessionEpoch });
  if (!row) throw new Error('there is no such user');
  return row.epoch;
}

/**
 * Ends every session of a user but one, also those that are being opened just now, and forgets the other devices.
 * @returns how many were ended; null when the one to be kept is over itself: then none of them is left
 */
export async function revokeOtherSessions(
  tx: Tx,
  { userId, keptId, now }: { userId: string; keptId: string; now: number },
): Promise<number | null> {
  const epoch = await raiseEpoch(tx, userId);
  const isKept = and(
    eq(sessions.id, keptId),
    eq(sessions.userId, userId),
    isNull(sessions.revokedAt),
    eq(sessions.epoch, epoch - 1),
  );
  const [kept] = await tx.update(sessions).set({ epoch }).where(isKept).returning({ deviceHash: sessions.deviceHash });
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), ne(sessions.epoch, epoch)))
    .returning({ id: sessions.id });
  await keepOneDevice(tx, userId, { tokenHash: kept?.deviceHash ?? null, epoch });
  return kept ? ended.length : null;
}

/**
 * Ends every session of a user, also those that are being opened just now, and forgets the user's devices.
 * @returns the user's epoch from here on
 */
export async function revokeSessionsOf(tx: Tx, userId: string, now: number): Promise<number> {
  const epoch = await raiseEpoch(tx, userId);
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
  await keepOneDevice(tx, userId, { tokenHash: null, epoch });
  return epoch;
}

/** Ends a user's open sessions beyond the newest `kept`. */
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
