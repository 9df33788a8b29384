/** Customer service as the person sees it (docs/rules.md §9). Conversations are asked for by topic, so nobody can name another's. */
import type { AnswerOf, ParsedInputOf } from '../../../contract/call';
import type {
  markServiceRead,
  rateService,
  sendServiceMessage,
  ServiceConversation,
  ServiceMessage,
} from '../../../contract/calls/service';
import { consume } from '../../adapters/rate-limit';
import { Refusal, type Handlers, type UserContext } from '../call-context';
import { BY_ENTRY, isRecordId, pageOf } from '../paging';
import { loadSettings } from '../settings/settings';
import { areUploadsOf } from '../uploads/repo';
import { runWriteCall } from '../write-call';
import { openingOf } from './hours';
import { ownOrder } from './orders-repo';
import {
  closingsOf,
  conversationsOf,
  insertMessage,
  lockConversation,
  lockOwn,
  newestUndelivered,
  numbersUpTo,
  openConversation,
  pageMessages,
  rateClosing,
  saveMarks,
  sentMessage,
  unreadOf,
  type ClosingRow,
  type ConversationRow,
  type MessageRow,
} from './repo';

/** Messages of one person about all topics. */
const SAYS = { points: 40, windowMs: 60_000 };

type ServiceCall =
  | 'serviceConversations'
  | 'serviceMessages'
  | 'sendServiceMessage'
  | 'markServiceRead'
  | 'serviceUnread'
  | 'confirmServiceDelivery'
  | 'rateService';

function viewMessage(row: MessageRow): ServiceMessage {
  const { id, seq, clientId, author, text, image, createdAt, orderKind, orderId, orderAmount, orderAsset } = row;
  const hasOrder = orderKind !== null && orderId !== null && orderAmount !== null && orderAsset !== null;
  const order = hasOrder ? { kind: orderKind, id: orderId, amount: orderAmount, asset: orderAsset } : null;
  return { id, seq, clientId, by: author === 'person' ? 'me' : 'operator', text, image, order, createdAt };
}

function viewConversation(row: ConversationRow, unread: number, closing: ClosingRow | undefined): ServiceConversation {
  const { topic, lastSeq, lastAt, personRead, operatorDelivered, operatorRead, closedAt } = row;
  return {
    topic,
    lastSeq,
    lastAt,
    unread,
    readSeq: personRead,
    operators: { deliveredSeq: operatorDelivered, readSeq: operatorRead },
    closing: closedAt === null ? null : { at: closedAt, stars: closing?.stars ?? null },
  };
}

/**
 * A message that the device sends again under its id is the one that is there.
 * @throws Refusal not-found (an image or a record that is not the person's own), rate-limited, invalid-input
 */
async function say(
  context: UserContext,
  { topic, clientId, text, image, order }: ParsedInputOf<typeof sendServiceMessage>,
): Promise<AnswerOf<typeof sendServiceMessage>> {
  const { deps, session, now } = context;
  const { userId } = session;
  if (text === undefined && image === undefined && order === undefined) throw new Refusal('invalid-input');
  const known = await sentMessage(deps.db.db, { userId, topic, clientId });
  if (known) return { message: viewMessage(known) };
  const { isAllowed, retryAfterMs } = await consume(deps, `service-say:${userId}`, SAYS);
  if (!isAllowed) throw new Refusal('rate-limited', { data: { retryAfterMs } });
  return runWriteCall(context, async (tx, keepQuiet) => {
    const { id: conversationId } = await openConversation(tx, { userId, topic, now });
    const sent = await sentMessage(tx, { userId, topic, clientId });
    if (sent) {
      keepQuiet();
      return { message: viewMessage(sent) };
    }
    if (image !== undefined && !(await areUploadsOf(tx, userId, [image]))) throw new Refusal('not-found');
    const attached = order && (await ownOrder(tx, userId, order));
    if (attached === null) throw new Refusal('not-found');
    const row = await insertMessage(tx, {
      conversationId,
      author: 'person',
      operator: null,
      clientId,
      text: text ?? null,
      image: image ?? null,
      ...(attached ?? { orderKind: null, orderId: null, orderAmount: null, orderAsset: null }),
      createdAt: now,
    });
    return { message: viewMessage(row) };
  });
}

/** A mark never goes back. @throws Refusal not-found where there is no such message */
function read(
  context: UserContext,
  { topic, seq }: ParsedInputOf<typeof markServiceRead>,
): Promise<AnswerOf<typeof markServiceRead>> {
  return runWriteCall(context, async (tx, keepQuiet) => {
    const row = await lockOwn(tx, { userId: context.session.userId, topic });
    if (!row || seq > row.lastSeq) throw new Refusal('not-found');
    if (seq > row.personRead) {
      await saveMarks(tx, row.id, { personRead: seq, personDelivered: Math.max(seq, row.personDelivered) });
    } else keepQuiet();
    return {};
  });
}

async function confirmDelivery(context: UserContext, upTo: string): Promise<void> {
  const { userId } = context.session;
  await runWriteCall(context, async (tx, keepQuiet) => {
    let isNew = false;
    const numbers = isRecordId(upTo) ? await numbersUpTo(tx, userId, upTo) : [];
    for (const [conversationId, seq] of numbers) {
      const row = await lockConversation(tx, conversationId);
      if (!row || seq <= row.personDelivered) continue;
      await saveMarks(tx, conversationId, { personDelivered: seq });
      isNew = true;
    }
    if (!isNew) keepQuiet();
  });
}

/** @throws Refusal not-found where nothing is closed, or it is rated */
function rate(
  context: UserContext,
  { topic, stars }: ParsedInputOf<typeof rateService>,
): Promise<AnswerOf<typeof rateService>> {
  const { session, now } = context;
  return runWriteCall(context, async (tx) => {
    const row = await lockOwn(tx, { userId: session.userId, topic });
    const closing = row && row.closedAt !== null ? (await closingsOf(tx, [row.id])).get(row.id) : undefined;
    if (!closing || !(await rateClosing(tx, closing.id, stars, now))) throw new Refusal('not-found');
    return {};
  });
}

export const serviceHandlers: Handlers<ServiceCall> = {
  async serviceConversations({ deps, session, now }) {
    const { db } = deps.db;
    const rows = await conversationsOf(db, session.userId);
    const unread = await unreadOf(db, session.userId);
    const ids = rows.map(({ id }) => id);
    const closings = await closingsOf(db, ids);
    return {
      conversations: rows.map((row) => viewConversation(row, unread.get(row.id) ?? 0, closings.get(row.id))),
      hours: openingOf(await loadSettings(db), now),
    };
  },

  serviceMessages: ({ deps, session }, { topic, ...asked }) =>
    pageOf(BY_ENTRY, asked, {
      read: (page) => pageMessages(deps.db.db, { userId: session.userId, topic, ...page }),
      last: ({ seq }) => String(seq),
      view: (rows) => rows.map(viewMessage),
    }),

  sendServiceMessage: say,
  markServiceRead: read,

  async serviceUnread({ deps, session }) {
    const { db } = deps.db;
    const counts = [...(await unreadOf(db, session.userId)).values()];
    return {
      unread: counts.reduce((sum, one) => sum + one, 0),
      newest: await newestUndelivered(db, session.userId),
    };
  },

  async confirmServiceDelivery(context, { upTo }) {
    await confirmDelivery(context, upTo);
    return {};
  },

  rateService: rate,
};
