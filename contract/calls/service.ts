/** Customer service: a person's conversations with the operators, one for each topic (docs/rules.md §9). */
import * as z from 'zod/mini';
import { defineCall, knownOrNull, noAnswer, nothing } from '../call';
import { id, pageInput, pageOf, timeMs, uuid } from '../ids';
import { amount } from '../money';

export const SERVICE_TOPICS = ['money', 'custody', 'trade', 'account', 'other'] as const;
export type ServiceTopic = (typeof SERVICE_TOPICS)[number];
const topic = z.enum(SERVICE_TOPICS);

/** A person can attach records of these kinds. `usdt`: a trade of the USDT market. */
export const SERVICE_ORDER_KINDS = ['custody', 'withdrawal', 'deposit', 'rab', 'usdt'] as const;
export type ServiceOrderKind = (typeof SERVICE_ORDER_KINDS)[number];
const orderKind = z.enum(SERVICE_ORDER_KINDS);

export const MAX_SERVICE_TEXT = 1_000;
/** Lines of text that a person typed. No database keeps a NUL. */
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_SERVICE_TEXT), z.regex(/^[^\u0000]*$/));

const seq = z.int().check(z.gte(0));

export const serviceMessage = z.object({
  id,
  /** Counts a conversation's messages from 1 on, without gaps. */
  seq,
  /** Made by the device that sent it, so that a message sent again is one message. */
  clientId: uuid,
  by: z.enum(['me', 'operator']),
  text: z.nullable(z.string()),
  /** One's own upload: `ownImage` shows it. */
  image: z.nullable(uuid),
  /** The record as it was when it was attached; null as well where this version does not know its kind. */
  order: knownOrNull(z.object({ kind: orderKind, id, amount, asset: z.string() })),
  createdAt: timeMs,
});
export type ServiceMessage = z.output<typeof serviceMessage>;

const conversation = z.object({
  topic,
  lastSeq: seq,
  lastAt: timeMs,
  /** Messages of the operators that the person has not read. */
  unread: z.int(),
  /** The person has read up to this number. */
  readSeq: seq,
  /** The operators have been given, and have read, the person's messages up to these numbers. */
  operators: z.object({ deliveredSeq: seq, readSeq: seq }),
  /** The latest closing, while nobody has written since; `stars`: how the person has rated it. */
  closing: z.nullable(z.object({ at: timeMs, stars: z.nullable(z.int()) })),
});
export type ServiceConversation = z.output<typeof conversation>;

/** All conversations of the person, the newest first, and when somebody answers. */
export const serviceConversations = defineCall({
  name: 'serviceConversations',
  method: 'GET',
  uri: '/api/v1/service/conversations',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['service', 'service-marks'],
  cache: { kind: 'record', maxAgeMs: 30_000 },
  input: nothing,
  output: z.object({
    // A topic of a later gateway is left to later apps.
    conversations: z.array(knownOrNull(conversation)).check(z.maxLength(50)),
    hours: z.object({
      isOpen: z.boolean(),
      /** The next opening, where there is one within a year; null while it is open. */
      opensAt: z.nullable(timeMs),
      /** The end of the present opening; null while it is closed. */
      closesAt: z.nullable(timeMs),
    }),
  }),
});

/** One conversation's messages, newest first; empty where nobody has written about the topic. */
export const serviceMessages = defineCall({
  name: 'serviceMessages',
  method: 'GET',
  uri: '/api/v1/service/messages',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['service'],
  cache: { kind: 'list', maxAgeMs: 30_000, sort: 'seq' },
  input: z.strictObject({ topic, ...pageInput }),
  example: { topic: 'other' },
  output: pageOf(serviceMessage),
});

/** Writes to customer service: text, an image, a record of one's own, or several of them. */
export const sendServiceMessage = defineCall({
  name: 'sendServiceMessage',
  method: 'POST',
  uri: '/api/v1/service/say',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['service'],
  input: z.strictObject({
    topic,
    clientId: uuid,
    text: z.optional(words),
    image: z.optional(uuid),
    order: z.optional(z.strictObject({ kind: orderKind, id })),
  }),
  example: {
    topic: 'other',
    clientId: '00000000-0000-4000-8000-000000000001',
    text: 'Hello',
    image: '00000000-0000-4000-8000-000000000001',
    order: { kind: 'custody', id: '1' },
  },
  output: z.object({ message: serviceMessage }),
  errors: ['not-found', 'rate-limited'],
});

/** The person has read everything up to this number. */
export const markServiceRead = defineCall({
  name: 'markServiceRead',
  method: 'POST',
  uri: '/api/v1/service/read',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['service-marks'],
  input: z.strictObject({ topic, seq }),
  example: { topic: 'other', seq: 1 },
  output: noAnswer,
  errors: ['not-found'],
});

/** The number that the floating button shows. `newest`: the operators' newest message that no device of the person's has confirmed yet. */
export const serviceUnread = defineCall({
  name: 'serviceUnread',
  method: 'GET',
  uri: '/api/v1/service/unread',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['service', 'service-marks'],
  cache: { kind: 'record', maxAgeMs: 30_000 },
  input: nothing,
  output: z.object({ unread: z.int(), newest: z.nullable(id) }),
});

/** A device of the person's has been told of the operators' messages up to this one. */
export const confirmServiceDelivery = defineCall({
  name: 'confirmServiceDelivery',
  method: 'POST',
  uri: '/api/v1/service/delivered',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['service-marks'],
  input: z.strictObject({ upTo: id }),
  example: { upTo: '1' },
  output: noAnswer,
});

/** Rates a closed conversation, once for each closing: there is nothing to rate before it, and nothing a second time. */
export const rateService = defineCall({
  name: 'rateService',
  method: 'POST',
  uri: '/api/v1/service/rate',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['service-marks'],
  input: z.strictObject({ topic, stars: z.int().check(z.gte(1), z.lte(5)) }),
  example: { topic: 'other', stars: 5 },
  output: noAnswer,
  errors: ['not-found'],
});
