/** Rows of what people were told (migrations/0064_notices.sql, 0068_notice_accounts.sql). */
import { and, count, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { NoticeCategory } from '../../../contract/notices';
import type { Queries } from '../../db/client';
import { noticePreferences, notices } from '../../db/schema/telling';
import type { Tx } from '../../db/transaction';
import { newestFirst, olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';

export type NoticeRow = typeof notices.$inferSelect;

/** The occasion of a notice that is not repeated while it is unread. */
export const UNREAD = 'unread';

export interface NewNotice {
  userId: string;
  kind: string;
  category: NoticeCategory;
  subjectId: string;
  /** The trading account whose record it is about; null where it is about the person. */
  accountId: string | null;
  occasion: string;
}

/**
 * Adds notices that are not there yet. In a category that the person has switched off they are read from the beginning: the notice
 * centre lists them, and nothing else tells them in the app.
 * @returns those that were added
 */
export async function insertNotices(
  tx: Tx,
  all: readonly NewNotice[],
  now: number,
): Promise<(Pick<NewNotice, 'userId' | 'kind' | 'subjectId'> & { isSwitchedOff: boolean })[]> {
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const isOff = sql`coalesce(NOT (p.switches ->> (given.category || '.app'))::boolean, false)`;
  // In one order for everybody, so that two transactions never wait for each other.
  const { rows } = await tx.execute<{ userId: string; kind: string; subjectId: string; isSwitchedOff: boolean }>(sql`
    INSERT INTO notices (user_id, kind, category, subject_id, account_id, occasion, at, read_at)
    SELECT given."userId", given.kind, given.category, given."subjectId", given."accountId",
           CASE WHEN ${isOff} AND given.occasion = ${UNREAD} THEN ${String(now)} ELSE given.occasion END,
           ${at}, CASE WHEN ${isOff} THEN ${at} END
      FROM jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
             AS given("userId" bigint, kind text, category text, "subjectId" text, "accountId" bigint, occasion text)
      LEFT JOIN notice_preferences p ON p.user_id = given."userId"
     ORDER BY given."userId", given.kind, given."subjectId", given.occasion
    ON CONFLICT (user_id, kind, subject_id, occasion) DO NOTHING
    RETURNING user_id::text AS "userId", kind, subject_id AS "subjectId", read_at IS NOT NULL AS "isSwitchedOff"`);
  return rows;
}

/** The reason that the withdrawal itself says, where a notice is about one that failed. Names are whole: both tables have a kind. */
const failureReason = sql<string | null>`(
  SELECT w.reason FROM withdrawals w WHERE notices.kind = 'withdrawal-failed' AND w.id::text = notices.subject_id)`;

export function pageNotices(
  queries: Queries,
  {
    userId,
    category,
    end,
    limit,
  }: { userId: string; category: NoticeCategory | undefined; end: Keyset | null; limit: number },
): Promise<(NoticeRow & { reason: string | null })[]> {
  const ofCategory = category === undefined ? undefined : eq(notices.category, category);
  return queries
    .select({ ...columns, reason: failureReason })
    .from(notices)
    .where(and(eq(notices.userId, userId), ofCategory, olderThan(notices.at, notices.id, end)))
    .orderBy(...newestFirst(notices.at, notices.id))
    .limit(limit);
}

const columns = {
  id: notices.id,
  userId: notices.userId,
  kind: notices.kind,
  category: notices.category,
  subjectId: notices.subjectId,
  occasion: notices.occasion,
  at: notices.at,
  readAt: notices.readAt,
  dispatchedAt: notices.dispatchedAt,
  accountId: notices.accountId,
};

export async function countUnread(queries: Queries, userId: string): Promise<number> {
  const [row] = await queries
    .select({ count: count() })
    .from(notices)
    .where(and(eq(notices.userId, userId), isNull(notices.readAt)));
  return Number(row?.count ?? 0);
}

export async function markRead(
  tx: Tx,
  userId: string,
  asked: { ids: readonly string[] } | { until: number },
  now: number,
): Promise<void> {
  const which = 'until' in asked ? lte(notices.at, asked.until) : inArray(notices.id, [...asked.ids]);
  await tx
    .update(notices)
    // A folded one may be told again once it is read.
    .set({
      readAt: now,
      occasion: sql`CASE WHEN ${notices.occasion} = ${UNREAD} THEN ${notices.id}::text ELSE ${notices.occasion} END`,
    })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), which));
}

/** Locks the oldest notices that nobody has dispatched; other gateways pass over them. */
export function lockUndispatched(tx: Tx, limit: number): Promise<(NoticeRow & { reason: string | null })[]> {
  return tx
    .select({ ...columns, reason: failureReason })
    .from(notices)
    .where(isNull(notices.dispatchedAt))
    .orderBy(notices.id)
    .limit(limit)
    .for('update', { of: notices, skipLocked: true });
}

export async function markDispatched(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  await tx
    .update(notices)
    .set({ dispatchedAt: now })
    .where(inArray(notices.id, [...ids]));
}

/** @returns how many were deleted */
export async function deleteNoticesBefore(queries: Queries, moment: number, limit: number): Promise<number> {
  const { rowCount } = await queries.execute(
    sql`DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE at < ${new Date(moment).toISOString()}::timestamptz LIMIT ${limit}::int)`,
  );
  return rowCount ?? 0;
}

export type PreferencesRow = typeof noticePreferences.$inferSelect;

export async function preferencesOf(queries: Queries, userIds: readonly string[]): Promise<PreferencesRow[]> {
  return queries
    .select()
    .from(noticePreferences)
    .where(inArray(noticePreferences.userId, [...userIds]))
    .orderBy(desc(noticePreferences.userId));
}

/** The person's row, which nobody else changes until the transaction ends; made where there is none. */
export async function lockPreferences(tx: Tx, userId: string): Promise<PreferencesRow> {
  await tx.insert(noticePreferences).values({ userId, switches: {} }).onConflictDoNothing();
  const [row] = await tx.select().from(noticePreferences).where(eq(noticePreferences.userId, userId)).for('update');
  if (!row) throw new Error(`there are no preferences of user ${userId}`);
  return row;
}

export async function savePreferences(tx: Tx, { userId, ...row }: PreferencesRow): Promise<void> {
  await tx.update(noticePreferences).set(row).where(eq(noticePreferences.userId, userId));
}
