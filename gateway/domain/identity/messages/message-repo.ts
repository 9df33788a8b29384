/** Rows of messages that wait to be sent. */
import { and, asc, eq, inArray, lt, lte, ne } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { outboundMessages } from '../../../db/schema/identity';
import type { Tx } from '../../../db/transaction';

export type MessageRow = typeof outboundMessages.$inferSelect;

export async function insertMessage(
  tx: Tx,
  message: { sealed: string; now: number; expiresAt: number },
): Promise<void> {
  await tx.insert(outboundMessages).values({
    sealed: message.sealed,
    state: 'waiting',
    nextAttemptAt: message.now,
    createdAt: message.now,
    expiresAt: message.expiresAt,
  });
}

/** Takes messages that are due; others skip them until `takenUntil`, when a claim that was not settled runs out. */
export async function claimMessages(
  tx: Tx,
  { now, takenUntil, limit }: { now: number; takenUntil: number; limit: number },
): Promise<MessageRow[]> {
  const due = await tx
    .select({ id: outboundMessages.id })
    .from(outboundMessages)
    .where(and(eq(outboundMessages.state, 'waiting'), lte(outboundMessages.nextAttemptAt, now)))
    .orderBy(asc(outboundMessages.nextAttemptAt), asc(outboundMessages.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  await tx.update(outboundMessages).set({ nextAttemptAt: takenUntil }).where(inArray(outboundMessages.id, ids));
  return tx.select().from(outboundMessages).where(inArray(outboundMessages.id, ids)).orderBy(asc(outboundMessages.id));
}

/** Ends a message and deletes what it said and to whom. */
export async function finishMessage(queries: Queries, id: string, state: 'sent' | 'given-up'): Promise<void> {
  await queries.update(outboundMessages).set({ state, sealed: null }).where(eq(outboundMessages.id, id));
}

export async function postponeMessage(queries: Queries, id: string, attempts: number, until: number): Promise<void> {
  await queries
    .update(outboundMessages)
    .set({ attempts, nextAttemptAt: until })
    .where(and(eq(outboundMessages.id, id), eq(outboundMessages.state, 'waiting')));
}

export async function deleteFinishedMessages(queries: Queries, before: number): Promise<void> {
  await queries
    .delete(outboundMessages)
    .where(and(ne(outboundMessages.state, 'waiting'), lt(outboundMessages.createdAt, before)));
}
