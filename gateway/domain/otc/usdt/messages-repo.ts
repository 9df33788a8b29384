/** Rows of the chat of a trade. */
import { and, asc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { otcUsdtMessages, otcUsdtReads } from '../../../db/schema/otc-usdt';
import type { Tx } from '../../../db/transaction';
import { newestFirst, olderThan } from '../../keyset-repo';
import type { Keyset } from '../../paging';

export type MessageRow = typeof otcUsdtMessages.$inferSelect;

/** The message that was sent under this id of the device's, if it was. @param userId null: an operator's */
export async function sentMessage(
  queries: Queries,
  { tradeId, userId, clientId }: Pick<MessageRow, 'tradeId' | 'userId' | 'clientId'>,
): Promise<MessageRow | null> {
  const [row] = await queries
    .select()
    .from(otcUsdtMessages)
    .where(
      and(
        eq(otcUsdtMessages.tradeId, tradeId),
        userId === null ? isNull(otcUsdtMessages.userId) : eq(otcUsdtMessages.userId, userId),
        eq(otcUsdtMessages.clientId, clientId),
      ),
    );
  return row ?? null;
}

/** The caller has the trade locked: ids of one trade's messages grow in the order in which they can be seen. */
export async function insertMessage(
  tx: Tx,
  message: Omit<MessageRow, 'id' | 'readAt' | 'clientId'> & { clientId?: string },
): Promise<MessageRow> {
  const [row] = await tx.insert(otcUsdtMessages).values(message).returning();
  if (!row) throw new Error('the message was not inserted');
  return row;
}

/** A trade's messages, newest first. */
export function pageMessages(
  queries: Queries,
  { tradeId, end, limit }: { tradeId: string; end: Keyset | null; limit: number },
): Promise<MessageRow[]> {
  const { createdAt, id } = otcUsdtMessages;
  return queries
    .select()
    .from(otcUsdtMessages)
    .where(and(eq(otcUsdtMessages.tradeId, tradeId), olderThan(createdAt, id, end)))
    .orderBy(...newestFirst(createdAt, id))
    .limit(limit);
}

/** All of a trade's messages, the first one first. */
export function messagesOf(queries: Queries, tradeId: string): Promise<MessageRow[]> {
  return queries
    .select()
    .from(otcUsdtMessages)
    .where(eq(otcUsdtMessages.tradeId, tradeId))
    .orderBy(asc(otcUsdtMessages.id));
}

export async function messageOf(queries: Queries, tradeId: string, id: string): Promise<MessageRow | null> {
  const [row] = await queries
    .select()
    .from(otcUsdtMessages)
    .where(and(eq(otcUsdtMessages.tradeId, tradeId), eq(otcUsdtMessages.id, id)));
  return row ?? null;
}

/** Marks the other side's messages up to this one as seen by the reader; a mark never goes back. */
export async function markRead(
  tx: Tx,
  { tradeId, userId, messageId, now }: { tradeId: string; userId: string; messageId: string; now: number },
): Promise<void> {
  await tx
    .insert(otcUsdtReads)
    .values({ tradeId, userId, messageId })
    .onConflictDoUpdate({
      target: [otcUsdtReads.tradeId, otcUsdtReads.userId],
      set: { messageId: sql`greatest(${otcUsdtReads.messageId}, excluded.message_id)` },
    });
  await tx
    .update(otcUsdtMessages)
    .set({ readAt: now })
    .where(
      and(
        eq(otcUsdtMessages.tradeId, tradeId),
        lte(otcUsdtMessages.id, messageId),
        ne(otcUsdtMessages.userId, userId),
        isNull(otcUsdtMessages.readAt),
      ),
    );
}

/** Counts the messages of others that this user has not read, by trade. */
export async function unreadOf(
  queries: Queries,
  tradeIds: readonly string[],
  userId: string,
): Promise<ReadonlyMap<string, number>> {
  if (tradeIds.length === 0) return new Map();
  const { tradeId, id } = otcUsdtMessages;
  const rows = await queries
    .select({ tradeId, unread: sql<number>`count(*)::int` })
    .from(otcUsdtMessages)
    .leftJoin(otcUsdtReads, and(eq(otcUsdtReads.tradeId, tradeId), eq(otcUsdtReads.userId, userId)))
    .where(
      and(
        inArray(tradeId, [...tradeIds]),
        sql`${otcUsdtMessages.userId} IS DISTINCT FROM ${userId}::bigint`,
        sql`${id} > coalesce(${otcUsdtReads.messageId}, 0)`,
      ),
    )
    .groupBy(tradeId);
  return new Map(rows.map((row) => [row.tradeId, row.unread]));
}
