/** Rows of customer service. The database numbers the messages (migrations/0061_service.sql). */
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { ServiceTopic } from '../../../contract/calls/service';
import type { Queries } from '../../db/client';
import { serviceClosings, serviceConversations, serviceMessages } from '../../db/schema/service';
import type { Tx } from '../../db/transaction';

export type ConversationRow = typeof serviceConversations.$inferSelect;
export type MessageRow = typeof serviceMessages.$inferSelect;
export type ClosingRow = typeof serviceClosings.$inferSelect;

const { id, userId, topic, lastAt, lastSeq, closedAt } = serviceConversations;

/** The person's conversation about this topic, which begins now if there was none; locked. */
export async function openConversation(
  tx: Tx,
  conversation: { userId: string; topic: ServiceTopic; now: number },
): Promise<ConversationRow> {
  const { now, ...of } = conversation;
  await tx
    .insert(serviceConversations)
    .values({ ...of, openedAt: now, lastAt: now })
    .onConflictDoNothing();
  const row = await lockOwn(tx, of);
  if (!row) throw new Error('the conversation was not opened');
  return row;
}

/** The person's conversation about this topic, locked; null where nobody has written about it. */
export async function lockOwn(tx: Tx, of: { userId: string; topic: ServiceTopic }): Promise<ConversationRow | null> {
  const [row] = await tx
    .select()
    .from(serviceConversations)
    .where(and(eq(userId, of.userId), eq(topic, of.topic)))
    .for('update');
  return row ?? null;
}

export async function lockConversation(tx: Tx, conversationId: string): Promise<ConversationRow | null> {
  const [row] = await tx.select().from(serviceConversations).where(eq(id, conversationId)).for('update');
  return row ?? null;
}

/** A person's conversations, the newest first. */
export function conversationsOf(queries: Queries, person: string): Promise<ConversationRow[]> {
  return queries.select().from(serviceConversations).where(eq(userId, person)).orderBy(desc(lastAt), desc(id));
}

/** Conversations of everybody; those that wait longest come first. */
export function listConversations(
  queries: Queries,
  { isOpen, limit }: { isOpen: boolean; limit: number },
): Promise<ConversationRow[]> {
  return queries
    .select()
    .from(serviceConversations)
    .where(and(gt(lastSeq, 0), isOpen ? isNull(closedAt) : undefined))
    .orderBy(sql`(${serviceConversations.answeredSeq} = ${lastSeq})`, asc(lastAt), asc(id))
    .limit(limit);
}

/** The message that was sent under this id of the device's, if it was. */
export async function sentMessage(
  queries: Queries,
  { userId: person, topic: about, clientId }: { userId: string; topic: ServiceTopic; clientId: string },
): Promise<MessageRow | null> {
  const [row] = await queries
    .select({ message: serviceMessages })
    .from(serviceMessages)
    .innerJoin(serviceConversations, eq(id, serviceMessages.conversationId))
    .where(and(eq(userId, person), eq(topic, about), eq(serviceMessages.clientId, clientId)));
  return row?.message ?? null;
}

export type NewMessage = Omit<MessageRow, 'id' | 'seq' | 'clientId'> & { clientId?: string };

export async function insertMessage(tx: Tx, message: NewMessage): Promise<MessageRow> {
  const [row] = await tx.insert(serviceMessages).values(message).returning();
  if (!row) throw new Error('the message was not inserted');
  return row;
}

/** A page of the person's messages about a topic, newest first. @param end the lowest number of the page before */
export async function pageMessages(
  queries: Queries,
  of: { userId: string; topic: ServiceTopic; end: string | null; limit: number },
): Promise<MessageRow[]> {
  const rows = await queries
    .select({ message: serviceMessages })
    .from(serviceMessages)
    .innerJoin(serviceConversations, eq(id, serviceMessages.conversationId))
    .where(
      and(
        eq(userId, of.userId),
        eq(topic, of.topic),
        of.end === null ? undefined : lt(serviceMessages.seq, sql`${of.end}::bigint`),
      ),
    )
    .orderBy(desc(serviceMessages.seq))
    .limit(of.limit);
  return rows.map(({ message }) => message);
}

/** A conversation's newest messages below a number, the oldest of them first. */
export async function newestMessages(
  queries: Queries,
  { conversationId, before, limit }: { conversationId: string; before: number | null; limit: number },
): Promise<MessageRow[]> {
  const rows = await queries
    .select()
    .from(serviceMessages)
    .where(
      and(
        eq(serviceMessages.conversationId, conversationId),
        before === null ? undefined : lt(serviceMessages.seq, before),
      ),
    )
    .orderBy(desc(serviceMessages.seq))
    .limit(limit);
  return rows.toReversed();
}

type Marks = Partial<
  Pick<ConversationRow, 'personDelivered' | 'personRead' | 'operatorDelivered' | 'operatorRead' | 'closedAt'>
>;

export async function saveMarks(tx: Tx, conversationId: string, marks: Marks): Promise<void> {
  await tx.update(serviceConversations).set(marks).where(eq(id, conversationId));
}

/** Counts the operators' messages that the person has not read, by conversation. */
export async function unreadOf(queries: Queries, person: string): Promise<ReadonlyMap<string, number>> {
  const { conversationId, author, seq } = serviceMessages;
  const rows = await queries
    .select({ conversationId, unread: sql<number>`count(*)::int` })
    .from(serviceMessages)
    .innerJoin(serviceConversations, eq(id, conversationId))
    .where(and(eq(userId, person), eq(author, 'operator'), gt(seq, serviceConversations.personRead)))
    .groupBy(conversationId);
  return new Map(rows.map((row) => [row.conversationId, row.unread]));
}

/** The operators' newest message that no device of the person's has confirmed; null when all are confirmed. */
export async function newestUndelivered(queries: Queries, person: string): Promise<string | null> {
  const { conversationId, author, seq } = serviceMessages;
  const [row] = await queries
    .select({ newest: sql<string | null>`max(${serviceMessages.id})::text` })
    .from(serviceMessages)
    .innerJoin(serviceConversations, eq(id, conversationId))
    .where(and(eq(userId, person), eq(author, 'operator'), gt(seq, serviceConversations.personDelivered)));
  return row?.newest ?? null;
}

/** The number of the newest message of each of the person's conversations that is not newer than the message `upTo`. */
export async function numbersUpTo(
  queries: Queries,
  person: string,
  upTo: string,
): Promise<ReadonlyMap<string, number>> {
  const { conversationId } = serviceMessages;
  const rows = await queries
    .select({ conversationId, seq: sql<number>`max(${serviceMessages.seq})::int` })
    .from(serviceMessages)
    .innerJoin(serviceConversations, eq(id, conversationId))
    .where(and(eq(userId, person), lte(serviceMessages.id, upTo)))
    .groupBy(conversationId)
    .orderBy(asc(conversationId));
  return new Map(rows.map((row) => [row.conversationId, row.seq]));
}

export async function insertClosing(
  tx: Tx,
  closing: { conversationId: string; operator: string; closedAt: number },
): Promise<void> {
  await tx.insert(serviceClosings).values(closing);
}

/** The latest closing of each of these conversations. */
export async function closingsOf(
  queries: Queries,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, ClosingRow>> {
  if (conversationIds.length === 0) return new Map();
  const { conversationId } = serviceClosings;
  const latest = queries
    .select({ id: sql`max(${serviceClosings.id})` })
    .from(serviceClosings)
    .where(inArray(conversationId, [...conversationIds]))
    .groupBy(conversationId);
  const rows = await queries.select().from(serviceClosings).where(inArray(serviceClosings.id, latest));
  return new Map(rows.map((row) => [row.conversationId, row]));
}

/** @returns false where it was rated before */
export async function rateClosing(tx: Tx, closingId: string, stars: number, now: number): Promise<boolean> {
  const rows = await tx
    .update(serviceClosings)
    .set({ stars, ratedAt: now })
    .where(and(eq(serviceClosings.id, closingId), isNull(serviceClosings.stars)))
    .returning({ id: serviceClosings.id });
  return rows.length > 0;
}
