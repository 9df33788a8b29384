/** The chat of a trade: between its two sides, and the operator who looks into it (docs/rules.md §8). */
import type { AnswerOf, ParsedInputOf } from '../../../../contract/call';
import type { TradeMessage } from '../../../../contract/calls/otc-usdt-records';
import type { tradeMessages, markMessagesRead, sendMessage } from '../../../../contract/calls/otc-usdt-trades';
import { consume } from '../../../adapters/rate-limit';
import type { Queries } from '../../../db/client';
import { Refusal, type UserContext } from '../../call-context';
import { BY_TIME, isRecordId, pageOf } from '../../paging';
import { areUploadsOf } from '../../uploads/repo';
import { runWriteCall } from '../../write-call';
import {
  insertMessage,
  markRead,
  messageOf,
  pageMessages,
  sentMessage,
  unreadOf,
  type MessageRow,
} from './messages-repo';
import { CHAT_AFTER_MS, partyOf } from './rules';
import { tellMessage, tellSeen } from './tell';
import { attachImages, findTrade, lockTrade, type TradeRow } from './trades-repo';

/** Messages of one user in all chats. */
const SAYS = { points: 40, windowMs: 60_000 };

/** Returns one of the user's trades. @throws Refusal not-found */
export async function ownTrade(
  queries: Queries,
  userId: string,
  id: string,
  find: (queries: Queries, id: string) => Promise<TradeRow | null> = findTrade,
): Promise<TradeRow> {
  const trade = isRecordId(id) ? await find(queries, id) : null;
  if (!trade || partyOf(trade, userId) === null) throw new Refusal('not-found');
  return trade;
}

function view({ id, clientId, userId, text, image, createdAt, readAt }: MessageRow, viewer: string): TradeMessage {
  const by = userId === null ? 'operator' : userId === viewer ? 'me' : 'them';
  return { id, clientId, by, text, image, createdAt, readAt };
}

export async function listMessages(
  { deps, session }: UserContext,
  { tradeId, ...asked }: ParsedInputOf<typeof tradeMessages>,
): Promise<AnswerOf<typeof tradeMessages>> {
  const { db } = deps.db;
  await ownTrade(db, session.userId, tradeId);
  return pageOf(BY_TIME, asked, {
    read: (page) => pageMessages(db, { tradeId, ...page }),
    last: ({ createdAt, id }) => ({ at: createdAt, id }),
    view: (rows) => rows.map((row) => view(row, session.userId)),
  });
}

/**
 * A message that the device sends again under its id is the one that is there.
 * @throws Refusal not-found (also for an image that is not the user's own upload), order-closed, rate-limited, invalid-input
 */
export async function say(
  context: UserContext,
  { tradeId, clientId, text, image }: ParsedInputOf<typeof sendMessage>,
): Promise<AnswerOf<typeof sendMessage>> {
  const { deps, session, now } = context;
  const { userId } = session;
  if (text === undefined && image === undefined) throw new Refusal('invalid-input');
  await ownTrade(deps.db.db, userId, tradeId);
  const known = await sentMessage(deps.db.db, { tradeId, userId, clientId });
  if (known) return { message: view(known, userId) };
  const { isAllowed, retryAfterMs } = await consume(deps, `otc-say:${userId}`, SAYS);
  if (!isAllowed) throw new Refusal('rate-limited', { data: { retryAfterMs } });
  return runWriteCall(context, async (tx, keepQuiet) => {
    const trade = await lockTrade(tx, tradeId);
    const me = trade && partyOf(trade, userId);
    if (!trade || !me) throw new Refusal('not-found');
    const sent = await sentMessage(tx, { tradeId, userId, clientId });
    if (sent) {
      keepQuiet();
      return { message: view(sent, userId) };
    }
    if (trade.closedAt !== null && now >= trade.closedAt + CHAT_AFTER_MS) throw new Refusal('order-closed');
    if (image !== undefined) {
      if (!(await areUploadsOf(tx, userId, [image]))) throw new Refusal('not-found');
      await attachImages(tx, tradeId, [image], now);
    }
    const row = await insertMessage(tx, {
      tradeId,
      userId,
      clientId,
      text: text ?? null,
      image: image ?? null,
      createdAt: now,
    });
    await tellMessage(tx, trade, me, now);
    return { message: view(row, userId) };
  });
}

/** @throws Refusal not-found, also for a message of another trade */
export async function read(
  context: UserContext,
  { tradeId, messageId }: ParsedInputOf<typeof markMessagesRead>,
): Promise<AnswerOf<typeof markMessagesRead>> {
  const { session, now } = context;
  const { userId } = session;
  return runWriteCall(context, async (tx, keepQuiet) => {
    const trade = await ownTrade(tx, userId, tradeId);
    if (!isRecordId(messageId) || !(await messageOf(tx, tradeId, messageId))) throw new Refusal('not-found');
    const before = (await unreadOf(tx, [tradeId], userId)).get(tradeId) ?? 0;
    await markRead(tx, { tradeId, userId, messageId, now });
    const unread = (await unreadOf(tx, [tradeId], userId)).get(tradeId) ?? 0;
    if (unread === before) keepQuiet();
    else await tellSeen(tx, trade, partyOf(trade, userId) ?? 'buyer', now);
    return { unread };
  });
}
