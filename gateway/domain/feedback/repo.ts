/** Rows of feedback, of its images and of its replies. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { FeedbackStatus } from '../../../contract/calls/feedback';
import type { Queries } from '../../db/client';
import { feedback, feedbackImages, feedbackReplies } from '../../db/schema/feedback';
import type { Tx } from '../../db/transaction';
import { newestFirst, olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';

export type FeedbackRow = typeof feedback.$inferSelect;
export type NewFeedback = Omit<typeof feedback.$inferInsert, 'id' | 'repliedAt'> & { images: readonly string[] };
export type ReplyRow = typeof feedbackReplies.$inferSelect;

/** The feedback that the person sent under this id of the device's, if they did. */
export async function sentFeedback(
  queries: Queries,
  { userId, clientId }: Pick<FeedbackRow, 'userId' | 'clientId'>,
): Promise<FeedbackRow | null> {
  const [row] = await queries
    .select()
    .from(feedback)
    .where(and(eq(feedback.userId, userId), eq(feedback.clientId, clientId)));
  return row ?? null;
}

/** @returns null where the form was sent before, also by a request that runs at the same time */
export async function insertFeedback(tx: Tx, { images, ...row }: NewFeedback): Promise<FeedbackRow | null> {
  const [inserted] = await tx.insert(feedback).values(row).onConflictDoNothing().returning();
  if (!inserted) return null;
  if (images.length > 0) {
    const rows = images.map((image, index) => ({ feedbackId: inserted.id, place: index + 1, image }));
    await tx.insert(feedbackImages).values(rows);
  }
  return inserted;
}

export async function findFeedback(queries: Queries, id: string): Promise<FeedbackRow | null> {
  const [row] = await queries.select().from(feedback).where(eq(feedback.id, id));
  return row ?? null;
}

/** The feedback, locked until the transaction ends. */
export async function lockFeedback(tx: Tx, id: string): Promise<FeedbackRow | null> {
  const [row] = await tx.select().from(feedback).where(eq(feedback.id, id)).for('no key update');
  return row ?? null;
}

interface FeedbackPage {
  userId: string;
  status: FeedbackStatus | undefined;
  end: Keyset | null;
  limit: number;
}

/** A person's feedback, newest first. */
export function pageFeedback(queries: Queries, { userId, status, end, limit }: FeedbackPage): Promise<FeedbackRow[]> {
  const { id, createdAt } = feedback;
  const ofStatus = status && eq(feedback.status, status);
  return queries
    .select()
    .from(feedback)
    .where(and(eq(feedback.userId, userId), ofStatus, olderThan(createdAt, id, end)))
    .orderBy(...newestFirst(createdAt, id))
    .limit(limit);
}

/** Everybody's, the oldest first: for operators. */
export function listFeedback(queries: Queries, status: FeedbackStatus, limit: number): Promise<FeedbackRow[]> {
  return queries
    .select()
    .from(feedback)
    .where(eq(feedback.status, status))
    .orderBy(asc(feedback.createdAt), asc(feedback.id))
    .limit(limit);
}

function grouped<Row extends { feedbackId: string }>(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.feedbackId, [...(groups.get(row.feedbackId) ?? []), row]);
  return groups;
}

/** Ids of uploads by feedback, in the order in which they were attached. */
export async function imagesOf(queries: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select()
    .from(feedbackImages)
    .where(inArray(feedbackImages.feedbackId, [...ids]))
    .orderBy(asc(feedbackImages.feedbackId), asc(feedbackImages.place));
  return new Map([...grouped(rows)].map(([id, found]) => [id, found.map(({ image }) => image)]));
}

/** Replies by feedback, the oldest first. */
export async function repliesOf(queries: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, ReplyRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select()
    .from(feedbackReplies)
    .where(inArray(feedbackReplies.feedbackId, [...ids]))
    .orderBy(asc(feedbackReplies.id));
  return grouped(rows);
}

/** The caller has the feedback locked. */
export async function insertReply(tx: Tx, reply: Omit<ReplyRow, 'id'>): Promise<void> {
  await tx.insert(feedbackReplies).values(reply);
}

export async function setReplied(tx: Tx, id: string, now: number): Promise<void> {
  await tx.update(feedback).set({ repliedAt: now }).where(eq(feedback.id, id));
}
