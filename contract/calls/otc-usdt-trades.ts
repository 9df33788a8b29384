/** Calls by which the two sides of a trade of the USDT market act on it and write to each other (docs/rules.md §8). */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { id, lineOfText, pageInput, pageOf, uuid } from '../ids';
import { version } from './otc-market';
import { TRADE_CHANGES, tradeMessage, usdtTradeRecord } from './otc-usdt-records';
import { tradePassword } from './session';

/** Lines of text that a person typed. No database keeps a NUL. */
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000), z.regex(/^[^\u0000]*$/));

/** The buyer says that it is paid; in the late hold this opens a dispute. */
export const reportPayment = defineCall({
  name: 'reportPayment',
  method: 'POST',
  uri: '/api/v1/otc/otcUsdtPay',
  access: 'user',
  effect: 'money',
  changes: TRADE_CHANGES,
  input: z.strictObject({
    id,
    version,
    reference: lineOfText(64),
    proofs: z.array(uuid).check(z.minLength(1), z.maxLength(3)),
  }),
  example: { id: '1', version: 1, reference: 'Mei 17', proofs: ['00000000-0000-4000-8000-000000000001'] },
  output: z.object({ trade: usdtTradeRecord }),
  errors: ['not-found', 'stale-version', 'order-closed', 'not-now'],
});

/** The seller confirms that the money is there: escrow goes to the buyer. */
export const confirmPayment = defineCall({
  name: 'confirmPayment',
  method: 'POST',
  uri: '/api/v1/otc/otcUsdtSure',
  access: 'user',
  effect: 'money',
  changes: TRADE_CHANGES,
  closedByFreeze: true,
  input: z.strictObject({ id, version, tradePassword }),
  example: { id: '1', version: 1, tradePassword: '246810' },
  output: z.object({ trade: usdtTradeRecord }),
  errors: [
    'not-found',
    'stale-version',
    'order-closed',
    'not-now',
    'needs-trade-password',
    'wrong-trade-password',
    'trade-password-locked',
  ],
});

/** Opens a dispute on a paid trade (30 min after the payment), or adds evidence to the one that is open. */
export const disputeTrade = defineCall({
  name: 'disputeTrade',
  method: 'POST',
  uri: '/api/v1/otc/usdt-dispute',
  origin: 'extension',
  access: 'user',
  effect: 'money',
  changes: TRADE_CHANGES,
  input: z.strictObject({
    id,
    version,
    text: words,
    images: z.array(uuid).check(z.maxLength(6)),
  }),
  example: {
    id: '1',
    version: 1,
    text: 'Paid, and nothing happens.',
    images: ['00000000-0000-4000-8000-000000000001'],
  },
  output: z.object({ trade: usdtTradeRecord }),
  errors: ['not-found', 'stale-version', 'order-closed', 'not-now', 'limit-reached'],
});

/** One trade of the user's. */
export const usdtTrade = defineCall({
  name: 'usdtTrade',
  method: 'GET',
  uri: '/api/v1/otc/usdt-trade',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['trades-usdt', 'unread'],
  cache: { kind: 'record', maxAgeMs: 5_000 },
  input: z.strictObject({ id }),
  example: { id: '1' },
  output: z.object({ trade: usdtTradeRecord }),
  errors: ['not-found'],
});

/**
 * Shows a picture of a trade's chat, payment or dispute to the trade's two parties. `webp` is base64, its longer side at most 320
 * or 1600 px.
 */
export const usdtTradeImage = defineCall({
  name: 'usdtTradeImage',
  method: 'GET',
  uri: '/api/v1/otc/usdt-image',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  input: z.strictObject({ tradeId: id, id: uuid, size: z.enum(['small', 'large']) }),
  example: { tradeId: '1', id: '00000000-0000-4000-8000-000000000001', size: 'small' },
  output: z.object({ width: z.int(), height: z.int(), webp: z.string() }),
  errors: ['not-found', 'rate-limited'],
});

/** The chat of one trade, newest first. */
export const tradeMessages = defineCall({
  name: 'tradeMessages',
  method: 'GET',
  uri: '/api/v1/otc/usdt-messages',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['chat'],
  cache: { kind: 'list', maxAgeMs: 5_000, sort: 'createdAt' },
  input: z.strictObject({ tradeId: id, ...pageInput }),
  example: { tradeId: '1' },
  output: pageOf(tradeMessage),
  errors: ['not-found'],
});

/** Says something to the other side; text, a picture, or both. Closed trades take messages for a week more. */
export const sendMessage = defineCall({
  name: 'sendMessage',
  method: 'POST',
  uri: '/api/v1/otc/usdt-say',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['chat', 'unread'],
  input: z.strictObject({
    tradeId: id,
    clientId: uuid,
    text: z.optional(words),
    image: z.optional(uuid),
  }),
  example: {
    tradeId: '1',
    clientId: '00000000-0000-4000-8000-000000000001',
    text: 'Hello',
    image: '00000000-0000-4000-8000-000000000001',
  },
  output: z.object({ message: tradeMessage }),
  errors: ['not-found', 'order-closed', 'rate-limited'],
});

/** Everything of the other side up to this message was seen. */
export const markMessagesRead = defineCall({
  name: 'markMessagesRead',
  method: 'POST',
  uri: '/api/v1/otc/usdt-read',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['unread'],
  input: z.strictObject({ tradeId: id, messageId: id }),
  example: { tradeId: '1', messageId: '1' },
  output: z.object({ unread: z.int() }),
  errors: ['not-found'],
});
