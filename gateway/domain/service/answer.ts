/** Operators' side of customer service: to look, to answer, to close. Each tells the person's devices. */
import type { Tx } from '../../db/transaction';
import { announce } from '../live/announce';
import {
  insertClosing,
  insertMessage,
  listConversations,
  lockConversation,
  newestMessages,
  saveMarks,
  type ConversationRow,
  type MessageRow,
} from './repo';

async function tellMarks(tx: Tx, { userId }: ConversationRow, now: number): Promise<void> {
  await announce(tx, [{ to: userId, topics: ['service-marks'] }], now);
}

/** Lists conversations for an operator: from then on what is listed counts as delivered. */
export async function listForOperator(
  tx: Tx,
  wanted: { isOpen: boolean; limit: number },
  now: number,
): Promise<ConversationRow[]> {
  const rows = await listConversations(tx, wanted);
  // In one order, whoever lists: rows are locked.
  for (const { id } of rows.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))) {
    const row = await lockConversation(tx, id);
    if (!row || row.operatorDelivered === row.lastSeq) continue;
    await saveMarks(tx, id, { operatorDelivered: row.lastSeq });
    await tellMarks(tx, row, now);
  }
  return rows;
}

export interface ShownConversation {
  row: ConversationRow;
  /** The oldest first. */
  messages: MessageRow[];
}

/** Shows a conversation's messages to an operator, which counts as read. @returns null where there is none */
export async function showToOperator(
  tx: Tx,
  { id, before, limit }: { id: string; before: number | null; limit: number },
  now: number,
): Promise<ShownConversation | null> {
  const row = await lockConversation(tx, id);
  if (!row) return null;
  const messages = await newestMessages(tx, { conversationId: id, before, limit });
  const seen = messages.at(-1)?.seq ?? 0;
  if (seen > row.operatorRead) {
    await saveMarks(tx, id, { operatorRead: seen, operatorDelivered: Math.max(seen, row.operatorDelivered) });
    await tellMarks(tx, row, now);
  }
  return { row, messages };
}

/** Answers, also where the conversation is closed. @returns null where there is none */
export async function answerAsOperator(
  tx: Tx,
  { id, text, operator }: { id: string; text: string; operator: string },
  now: number,
): Promise<MessageRow | null> {
  const row = await lockConversation(tx, id);
  if (!row) return null;
  const message = await insertMessage(tx, {
    conversationId: id,
    author: 'operator',
    operator,
    text,
    image: null,
    orderKind: null,
    orderId: null,
    orderAmount: null,
    orderAsset: null,
    createdAt: now,
  });
  const notice = { kind: 'service-answered', subjectId: row.topic } as const;
  await announce(tx, [{ to: row.userId, topics: ['service'], notice }], now);
  return message;
}

/** @returns false where it is closed already, null where there is none */
export async function closeConversation(
  tx: Tx,
  { id, operator }: { id: string; operator: string },
  now: number,
): Promise<boolean | null> {
  const row = await lockConversation(tx, id);
  if (!row) return null;
  if (row.closedAt !== null) return false;
  await saveMarks(tx, id, { closedAt: now });
  await insertClosing(tx, { conversationId: id, operator, closedAt: now });
  await tellMarks(tx, row, now);
  return true;
}
