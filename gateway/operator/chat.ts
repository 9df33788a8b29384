/** `chat list|show|say|close`: customer service (docs/rules.md §9). */
import * as z from 'zod/mini';
import { MAX_SERVICE_TEXT } from '../../contract/calls/service';
import type { Tx } from '../db/transaction';
import { isRecordId } from '../domain/paging';
import {
  answerAsOperator,
  closeConversation,
  listForOperator,
  showToOperator,
  type ShownConversation,
} from '../domain/service/answer';
import { lockConversation, type ConversationRow, type MessageRow } from '../domain/service/repo';
import { defineCommand, OperatorError, refuseOwn, type Command, type OperatorContext } from './command';
import { nicknamesOf } from './repo';
import { pathsOf } from './upload';
import { userNamed } from './users';
import { written } from './written';

const id = z.string().check(z.refine(isRecordId, 'must be the id of a conversation, as "chat list" tells'));
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function facts(row: ConversationRow) {
  return {
    id: row.id,
    userId: row.userId,
    topic: row.topic,
    state: row.closedAt !== null ? 'closed' : row.answeredSeq === row.lastSeq ? 'answered' : 'waiting',
    messages: row.lastSeq,
    unread: row.lastSeq - Math.max(row.operatorRead, row.answeredSeq),
    lastAt: iso(row.lastAt),
  };
}

/** @throws OperatorError */
function unknown(number: string): never {
  throw new OperatorError('state', `there is no conversation ${number}`);
}

const chatList = defineCommand({
  name: 'chat list',
  description: 'conversations, those that wait for an answer first, the longest wait on top',
  audited: 'listed conversations with customer service',
  options: [
    { flags: '--open', text: 'only those that are not closed' },
    { flags: '--limit <count>', text: 'at most 200', as: 'count', default: 50 },
  ],
  role: 'support',
  schema: z.strictObject({ open: z.optional(z.boolean()), limit: z.int().check(z.gte(1), z.lte(200)) }),
  run: async (tx, { open = false, limit }, now) => {
    const rows = await listForOperator(tx, { isOpen: open, limit }, now);
    const names = await nicknamesOf(
      tx,
      rows.map(({ userId }) => userId),
    );
    const data = rows.map((row) => ({ ...facts(row), nickname: names.get(row.userId) ?? '–' }));
    return {
      lines: data.map((one) =>
        [
          one.id,
          one.topic,
          one.state,
          `user ${one.userId} ${written(one.nickname)}`,
          `${one.unread} unread of ${one.messages}`,
          one.lastAt,
        ].join('\t'),
      ),
      data,
      subject: null,
      detail: { open, listed: data.length },
    };
  },
});

function orderOf({ orderKind, orderId, orderAmount, orderAsset }: MessageRow) {
  return orderKind === null ? null : { kind: orderKind, id: orderId, amount: orderAmount, asset: orderAsset };
}

/** How far the other side has a message. */
function stateOf({ author, seq }: MessageRow, row: ConversationRow): 'sent' | 'delivered' | 'read' {
  const [delivered, read] =
    author === 'operator' ? [row.personDelivered, row.personRead] : [row.operatorDelivered, row.operatorRead];
  return seq <= read ? 'read' : seq <= delivered ? 'delivered' : 'sent';
}

async function describe(tx: Tx, { row, messages }: ShownConversation) {
  const pathOf = await pathsOf(
    tx,
    messages.flatMap(({ image }) => image ?? []),
  );
  return messages.map((message) => ({
    seq: message.seq,
    by: message.operator === null ? 'person' : `operator ${message.operator}`,
    text: message.text,
    order: orderOf(message),
    image: message.image === null ? null : pathOf(message.image),
    state: stateOf(message, row),
    at: iso(message.createdAt),
  }));
}

const chatShow = defineCommand({
  name: 'chat show',
  description: 'a conversation with its newest messages, which counts as read',
  audited: 'looked at a conversation with customer service',
  options: [
    { flags: '<id>' },
    { flags: '--before <seq>', text: 'messages below this number', as: 'count' },
    { flags: '--limit <count>', text: 'at most 200', as: 'count', default: 50 },
  ],
  role: 'support',
  schema: z.strictObject({
    id,
    before: z.optional(z.int().check(z.gte(1))),
    limit: z.int().check(z.gte(1), z.lte(200)),
  }),
  run: async (tx, { id: number, before = null, limit }, now) => {
    const shown = (await showToOperator(tx, { id: number, before, limit }, now)) ?? unknown(number);
    const head = { ...facts(shown.row), nickname: (await userNamed(tx, shown.row.userId)).nickname };
    const messages = await describe(tx, shown);
    return {
      lines: [
        ...Object.entries(head).map(([key, value]) => `${key}\t${written(String(value))}`),
        ...messages.map(({ seq, by, text, order, image, state, at }) =>
          [
            seq,
            at,
            by,
            state,
            ...(text === null ? [] : [written(text)]),
            ...(order === null ? [] : [`[${order.kind} ${order.id}: ${order.amount} ${order.asset}]`]),
            ...(image === null ? [] : [`[image ${image}, below VAR_DIR]`]),
          ].join('\t'),
        ),
      ],
      data: { ...head, messages },
      subject: number,
      // The audit says who looked, not what was seen.
      detail: { shown: messages.length },
    };
  },
});

/** @throws OperatorError where there is none, or it is the operator's own */
async function refuseOwnChat(tx: Tx, number: string, context: OperatorContext): Promise<void> {
  const row = (await lockConversation(tx, number)) ?? unknown(number);
  refuseOwn(context, [row.userId]);
}

const chatSay = defineCommand({
  name: 'chat say',
  description: 'an answer, which the person reads as customer service',
  audited: 'answered a conversation with customer service',
  options: [{ flags: '<id>' }, { flags: '<text>' }],
  role: 'support',
  schema: z.strictObject({
    id,
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'must not be empty'),
        z.maxLength(MAX_SERVICE_TEXT),
        z.regex(/^(?:\P{Cc}|\n)*$/u, 'must not have control characters'),
      ),
  }),
  run: async (tx, { id: number, text }, now, context) => {
    await refuseOwnChat(tx, number, context);
    const message = (await answerAsOperator(tx, { id: number, text, operator: context.actor }, now)) ?? unknown(number);
    return {
      lines: [`conversation ${number}: message ${message.seq} is sent`],
      data: { id: number, seq: message.seq },
      subject: number,
      detail: { seq: message.seq, text },
    };
  },
});

const chatClose = defineCommand({
  name: 'chat close',
  description: 'a conversation; the person can rate it, and opens it again by writing',
  audited: 'closed a conversation with customer service',
  options: [{ flags: '<id>' }],
  role: 'support',
  schema: z.strictObject({ id }),
  run: async (tx, { id: number }, now, context) => {
    await refuseOwnChat(tx, number, context);
    const isClosed = await closeConversation(tx, { id: number, operator: context.actor }, now);
    if (isClosed === false) throw new OperatorError('state', `conversation ${number} is closed already`);
    return { lines: [`conversation ${number} is closed`], data: { id: number }, subject: number, detail: {} };
  },
});

export const CHAT_COMMANDS: readonly Command[] = [chatList, chatShow, chatSay, chatClose];
