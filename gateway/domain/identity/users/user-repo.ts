/** Rows of users and their trading accounts. */
import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { LangCode } from '../../../../contract/ids';
import type { Queries } from '../../../db/client';
import { ownAvatars, tradingAccounts, users } from '../../../db/schema/identity';
import type { Tx } from '../../../db/transaction';

export type UserRow = typeof users.$inferSelect;
export type NewUser = Pick<
  UserRow,
  'nickname' | 'email' | 'phone' | 'loginPasswordHash' | 'invitationCode' | 'inviterId' | 'createdAt'
>;

export async function userById(queries: Queries, userId: string): Promise<UserRow | null> {
  const [row] = await queries.select().from(users).where(eq(users.id, userId));
  return row ?? null;
}

/** The user's row, locked until the transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow | null> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return user ?? null;
}

export async function usersById(queries: Queries, userIds: readonly string[]): Promise<UserRow[]> {
  return queries
    .select()
    .from(users)
    .where(inArray(users.id, [...userIds]));
}

/** @param loginName a lower-case e-mail address or an eleven-digit mobile number */
export async function userByLoginName(queries: Queries, loginName: string): Promise<UserRow | null> {
  const column = loginName.includes('@') ? users.email : users.phone;
  const [row] = await queries.select().from(users).where(eq(column, loginName));
  return row ?? null;
}

export async function userByInvitationCode(queries: Queries, code: string): Promise<Pick<UserRow, 'id'> | null> {
  const [row] = await queries.select({ id: users.id }).from(users).where(eq(users.invitationCode, code));
  return row ?? null;
}

export async function rootUser(queries: Queries): Promise<Pick<UserRow, 'id' | 'invitationCode'> | null> {
  const [row] = await queries
    .select({ id: users.id, invitationCode: users.invitationCode })
    .from(users)
    .where(isNull(users.inviterId));
  return row ?? null;
}

/** Null when the e-mail address, phone number, invitation code or the root's place is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<string | null> {
  const [row] = await tx.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  return row?.id ?? null;
}

export async function insertMainAccount(tx: Tx, userId: string, now: number): Promise<string> {
  const [row] = await tx
    .insert(tradingAccounts)
    .values({ userId, kind: 'main', name: 'main', createdAt: now })
    .returning({ id: tradingAccounts.id });
  if (!row) throw new Error('the main account was not inserted');
  return row.id;
}

/** @throws Error for a user without one: only the root user has none, and nobody logs in as root. */
export async function mainAccountId(queries: Queries, userId: string): Promise<string> {
  const [row] = await queries
    .select({ id: tradingAccounts.id })
    .from(tradingAccounts)
    .where(and(eq(tradingAccounts.userId, userId), eq(tradingAccounts.kind, 'main')));
  if (!row) throw new Error('the user has no main account');
  return row.id;
}

export async function setLoginPassword(tx: Tx, userId: string, hash: string, now: number): Promise<void> {
  await tx.update(users).set({ loginPasswordHash: hash, securityChangedAt: now }).where(eq(users.id, userId));
}

/** Replaces the trade password; withdrawals stay closed for a while after it. */
export async function setTradePassword(tx: Tx, userId: string, hash: string, now: number): Promise<void> {
  await tx
    .update(users)
    .set({ tradePasswordHash: hash, tradeTries: 0, tradeLockedUntil: null, securityChangedAt: now })
    .where(eq(users.id, userId));
}

/** False when one is set already. @param changedAt when withdrawals close for a while by it; not at all when absent */
export async function setFirstTradePassword(
  queries: Queries,
  userId: string,
  hash: string,
  changedAt?: number,
): Promise<boolean> {
  const rows = await queries
    .update(users)
    .set({ tradePasswordHash: hash, tradeTries: 0, tradeLockedUntil: null, securityChangedAt: changedAt })
    .where(and(eq(users.id, userId), isNull(users.tradePasswordHash)))
    .returning({ id: users.id });
  return rows.length > 0;
}

export interface TradeLock {
  tries: number;
  lockedUntil: number | null;
}

/**
 * Counts one wrong trade password, unless it is locked by now; null then. Atomic: of many at once exactly `maxTries` count.
 * A lock that has run out starts the count anew.
 */
export async function countWrongTradePassword(
  queries: Queries,
  userId: string,
  { maxTries, lockMs, now }: { maxTries: number; lockMs: number; now: number },
): Promise<TradeLock | null> {
  const tries = sql`CASE WHEN ${users.tradeLockedUntil} IS NULL THEN ${users.tradeTries} ELSE 0 END + 1`;
  const [row] = await queries
    .update(users)
    .set({
      tradeTries: sql`${tries}`,
      tradeLockedUntil: sql`CASE WHEN ${tries} >= ${maxTries}::int THEN ${new Date(now + lockMs).toISOString()}::timestamptz END`,
    })
    .where(and(eq(users.id, userId), or(isNull(users.tradeLockedUntil), lte(users.tradeLockedUntil, now))))
    .returning({ tries: users.tradeTries, lockedUntil: users.tradeLockedUntil });
  return row ?? null;
}

/** After the right trade password: the count starts anew, unless it was locked meanwhile (false). */
export async function clearWrongTradePasswords(queries: Queries, userId: string, now: number): Promise<boolean> {
  const rows = await queries
    .update(users)
    .set({ tradeTries: 0, tradeLockedUntil: null })
    .where(and(eq(users.id, userId), or(isNull(users.tradeLockedUntil), lte(users.tradeLockedUntil, now))))
    .returning({ id: users.id });
  return rows.length > 0;
}

export async function tradeLock(queries: Queries, userId: string): Promise<TradeLock> {
  const [row] = await queries
    .select({ tries: users.tradeTries, lockedUntil: users.tradeLockedUntil })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? { tries: 0, lockedUntil: null };
}

/** The language of the user's mail: that of the last log-in or call. */
export async function setLang(queries: Queries, userId: string, lang: LangCode): Promise<void> {
  await queries
    .update(users)
    .set({ lang })
    .where(and(eq(users.id, userId), sql`${users.lang} IS DISTINCT FROM ${lang}`));
}

export async function setNickname(queries: Queries, userId: string, nickname: string): Promise<void> {
  await queries.update(users).set({ nickname }).where(eq(users.id, userId));
}

/** @param image base64 WebP of the user's own picture; null deletes the former one */
export async function setAvatar(tx: Tx, userId: string, avatar: string | null, image: string | null): Promise<void> {
  await tx.update(users).set({ avatar }).where(eq(users.id, userId));
  if (image === null) await tx.delete(ownAvatars).where(eq(ownAvatars.userId, userId));
  else
    await tx
      .insert(ownAvatars)
      .values({ userId, image })
      .onConflictDoUpdate({ target: ownAvatars.userId, set: { image } });
}

/** The user's own picture as base64 WebP. */
export async function ownAvatar(queries: Queries, userId: string): Promise<string | null> {
  const [row] = await queries.select({ image: ownAvatars.image }).from(ownAvatars).where(eq(ownAvatars.userId, userId));
  return row?.image ?? null;
}
