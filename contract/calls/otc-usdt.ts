/** OTC: the USDT market. Fiat is paid outside, the platform keeps the USDT in escrow meanwhile (rules.md §8). */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { id, lineOfText, pageInput, pageOf, timeMs, uuid } from '../ids';
import { amount, amountInput, rate } from '../money';
import { otcSide, otcStatus, rabLot, trader, version } from './otc';
import { tradePassword } from './session';

/** Digits of a price (fiat per USDT) and of an amount of fiat. */
export const FIAT_PRICE_DECIMALS = 4;
export const FIAT_DECIMALS = 2;

/** Fiat that a person enters: plain decimal above zero. */
function fiatInput(decimals: number) {
  return z
    .string()
    .check(z.regex(new RegExp(`^(?=.*[1-9])(0|[1-9][0-9]{0,11})(\\.[0-9]{1,${decimals}})?$`), 'not-decimal'));
}

/** An offer to sell USDT, or to buy it. What is in trades is not in `remaining`. */
export const usdtOffer = z.strictObject({
  kind: z.literal('offer'),
  id,
  version,
  /** Of the one who made the offer. */
  side: otcSide,
  trader,
  isMine: z.boolean(),
  status: otcStatus,
  /** Fiat per USDT. */
  price: amount,
  fiat: z.string(),
  quantity: amount,
  remaining: amount,
  inTrades: amount,
  completed: amount,
  /** Of one trade, in fiat; a last rest below the minimum can be taken whole. */
  minFiat: amount,
  maxFiat: amount,
  /** Names of the banks that it can be paid to; empty for an offer to buy. */
  banks: z.array(z.string()),
  note: z.nullable(z.string()),
  feeRate: rate,
  /** The maker's own, USDT: of what is sold still to be taken. */
  held: amount,
  createdAt: timeMs,
  closedAt: z.nullable(timeMs),
});
export type UsdtOffer = z.output<typeof usdtOffer>;

const offersInput = z.strictObject({
  /** Fiat: only offers of which this much can be taken. */
  amount: z.optional(fiatInput(FIAT_DECIMALS)),
  minCompletionRate: z.optional(rate),
  sort: z.optional(z.enum(['price', 'quantity', 'newest'])),
  ...pageInput,
});

/** Sell offers to buy from, best price first. Pages follow by cursor; cached are first pages. */
export const allSellListUsdt = defineCall({
  name: 'allSellListUsdt',
  method: 'GET',
  uri: '/api/v1/otc/allSellListUsdt',
  access: 'user',
  effect: 'read',
  cache: { kind: 'record', maxAgeMs: 5_000 },
  input: offersInput,
  output: pageOf(usdtOffer),
});

/** Buy offers to sell to, best price first. */
export const allSellListUsdt2 = defineCall({
  name: 'allSellListUsdt2',
  method: 'GET',
  uri: '/api/v1/otc/allSellListUsdt2',
  access: 'user',
  effect: 'read',
  cache: { kind: 'record', maxAgeMs: 5_000 },
  input: offersInput,
  output: pageOf(usdtOffer),
});

/** States of a trade; `match-ended` is what the first four show as (spec section 6). */
export const TRADE_STATES = ['awaiting-payment', 'late-hold', 'paid', 'dispute', 'completed', 'cancelled'] as const;
export type TradeState = (typeof TRADE_STATES)[number];

export const TRADE_STEPS = [
  'taken',
  'paid',
  'payment-overdue',
  'late-payment',
  'cancel-asked',
  'cancel-withdrawn',
  'disputed',
  'evidence',
  'ruled',
  'completed',
  'cancelled',
] as const;

export const TRADE_REASONS = [
  'buyer-cancelled',
  'not-paid',
  'both-agreed',
  'ruled-for-buyer',
  'ruled-for-seller',
  'paid-late',
  'not-confirmed',
] as const;

const evidence = z.strictObject({
  by: z.enum(['me', 'them']),
  text: z.string(),
  /** `otcTradeImage` shows them. */
  images: z.array(uuid),
  at: timeMs,
});

/** One trade, as one of its two parties sees it. */
export const usdtTrade = z.strictObject({
  kind: z.literal('trade'),
  id,
  version,
  offerId: id,
  /** One's own. */
  side: otcSide,
  status: otcStatus,
  state: z.enum(TRADE_STATES),
  counterparty: trader,
  price: amount,
  fiat: z.string(),
  quantity: amount,
  fiatAmount: amount,
  feeRate: rate,
  /** One's own, USDT: on top for a seller, off what is received for a buyer. */
  fee: amount,
  /** USDT for a buyer, fiat for a seller. */
  received: amount,
  /** When the present state ends by itself; null for never. */
  deadlineAt: z.nullable(timeMs),
  /** From when on either side can open a dispute; null when none can be opened. */
  disputableAt: z.nullable(timeMs),
  /** Where the buyer pays to. Only the two parties see it, and only until the trade has ended; then it is empty. */
  payees: z.array(
    z.strictObject({
      bankName: z.string(),
      branch: z.nullable(z.string()),
      cardNumber: z.string(),
      holderName: z.string(),
    }),
  ),
  /** The buyer's verified name, to the seller, as long as payees are shown. */
  payerName: z.nullable(z.string()),
  /** Of the payment, as the buyer told it. */
  reference: z.nullable(z.string()),
  proofs: z.array(uuid),
  cancelAgreed: z.strictObject({ mine: z.boolean(), theirs: z.boolean() }),
  dispute: z.nullable(
    z.strictObject({
      openedBy: z.enum(['me', 'them', 'platform']),
      openedAt: timeMs,
      evidence: z.array(evidence).check(z.maxLength(40)),
      /** The operator's words; null before the ruling. */
      ruling: z.nullable(z.strictObject({ outcome: z.enum(['buyer', 'seller']), reason: z.string(), at: timeMs })),
    }),
  ),
  /** Messages of the other side that were not read. */
  unread: z.int(),
  timeline: z.array(
    z.strictObject({
      step: z.enum(TRADE_STEPS),
      by: z.enum(['me', 'them', 'platform', 'operator']),
      reason: z.nullable(z.enum(TRADE_REASONS)),
      at: timeMs,
    }),
  ),
  createdAt: timeMs,
  closedAt: z.nullable(timeMs),
  journalId: z.nullable(id),
});
export type UsdtTrade = z.output<typeof usdtTrade>;

/** A new offer. Selling names bank cards on file (1 to 3) that it can be paid to; buying names none. */
const place = z.strictObject({
  kind: z.literal('place'),
  price: fiatInput(FIAT_PRICE_DECIMALS),
  quantity: amountInput('USDT'),
  minFiat: fiatInput(FIAT_DECIMALS),
  maxFiat: fiatInput(FIAT_DECIMALS),
  methodIds: z.array(id).check(z.maxLength(3)),
  note: z.optional(lineOfText(140)),
});

/** Takes an offer, whole or in part. Selling to an offer names bank cards on file. */
const take = z.strictObject({
  kind: z.literal('take'),
  offerId: id,
  version,
  quantity: amountInput('USDT'),
  methodIds: z.array(id).check(z.maxLength(3)),
});

const OFFER_ERRORS = [
  'market-halted',
  'needs-identity',
  'payee-missing',
  'amount-too-small',
  'amount-too-large',
  'insufficient-funds',
  'not-found',
  'stale-version',
  'lot-taken',
  'own-order',
  'limit-reached',
  'order-closed',
] as const;

/** What placing or taking would mean; holds nothing. Errors are those of doing it. */
export const otcUsdtQuote = defineCall({
  name: 'otcUsdtQuote',
  method: 'GET',
  uri: '/api/v1/otc/usdt-quote',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  input: z.strictObject({ side: otcSide, order: z.union([place, take]) }),
  output: z.strictObject({
    side: otcSide,
    price: amount,
    fiat: z.string(),
    quantity: amount,
    fiatAmount: amount,
    feeRate: rate,
    /** One's own, USDT. */
    fee: amount,
    /** USDT that is held (placing) or goes into escrow (taking) at once: quantity and fee of a seller, zero of a buyer. */
    deducted: amount,
    /** When everything completes: USDT less fee for a buyer, fiat for a seller. */
    received: amount,
    paymentMs: z.int(),
    available: amount,
  }),
  errors: [...OFFER_ERRORS],
});
export type OtcUsdtQuote = z.output<typeof otcUsdtQuote.output>;

const OFFER_INVALIDATES = [
  'assets',
  'accountList',
  'accountStatement',
  'otcInfo',
  'allSellListUsdt',
  'allSellListUsdt2',
  'meBuyUsdtList',
  'meSellUsdtList',
  'otcTrade',
  'otcUsdtOffer',
] as const;

const placeOrTake = z.strictObject({ order: z.union([place, take]), fee: amount, tradePassword });
/** `offer` when one was placed, `trade` when one was taken. */
const placedOrTaken = z.strictObject({ order: z.union([usdtOffer, usdtTrade]) });
const PLACE_ERRORS = [
  ...OFFER_ERRORS,
  'fee-changed',
  'needs-trade-password',
  'wrong-trade-password',
  'trade-password-locked',
] as const;

/** Places an offer to buy, or takes an offer to sell. */
export const otcUsdtBuy = defineCall({
  name: 'otcUsdtBuy',
  method: 'POST',
  uri: '/api/v1/otc/otcUsdtBuy',
  access: 'user',
  effect: 'money',
  input: placeOrTake,
  output: placedOrTaken,
  errors: [...PLACE_ERRORS],
  invalidates: [...OFFER_INVALIDATES],
});

/** Places an offer to sell, or takes an offer to buy. */
export const otcUsdtSell = defineCall({
  name: 'otcUsdtSell',
  method: 'POST',
  uri: '/api/v1/otc/otcUsdtSell',
  access: 'user',
  effect: 'money',
  input: placeOrTake,
  output: placedOrTaken,
  errors: [...PLACE_ERRORS],
  invalidates: [...OFFER_INVALIDATES],
});

/**
 * Cancels: an offer of one's own (what is in trades goes on); a trade that awaits payment, by its buyer, at once; a paid trade when
 * both sides have said so. `withdraw`: takes back that one has agreed. stale-version carries the record as it is.
 */
export const otcUsdtCancel2 = defineCall({
  name: 'otcUsdtCancel2',
  method: 'POST',
  uri: '/api/v1/otc/otcUsdtCancel2',
  access: 'user',
  effect: 'money',
  input: z.strictObject({ id, version, withdraw: z.optional(z.boolean()) }),
  output: placedOrTaken,
  errors: ['not-found', 'stale-version', 'order-closed', 'not-now'],
  invalidates: [...OFFER_INVALIDATES],
});

/** The buyer says that it is paid; in the late hold this opens a dispute. */
export const otcUsdtPay = defineCall({
  name: 'otcUsdtPay',
  method: 'POST',
  uri: '/api/v1/otc/otcUsdtPay',
  access: 'user',
  effect: 'money',
  input: z.strictObject({
    id,
    version,
    reference: lineOfText(64),
    proofs: z.array(uuid).check(z.minLength(1), z.maxLength(3)),
  }),
  output: z.strictObject({ trade: usdtTrade }),
  errors: ['not-found', 'stale-version', 'order-closed', 'not-now'],
  invalidates: [...OFFER_INVALIDATES],
});

/** The seller confirms that the money is there: escrow goes to the buyer. */
export const otcUsdtSure = defineCall({
  name: 'otcUsdtSure',
  method: 'POST',
  uri: '/api/v1/otc/otcUsdtSure',
  access: 'user',
  effect: 'money',
  input: z.strictObject({ id, version, tradePassword }),
  output: z.strictObject({ trade: usdtTrade }),
  errors: [
    'not-found',
    'stale-version',
    'order-closed',
    'not-now',
    'needs-trade-password',
    'wrong-trade-password',
    'trade-password-locked',
  ],
  invalidates: [...OFFER_INVALIDATES],
});

/** Opens a dispute on a paid trade (30 min after the payment), or adds evidence to the one that is open. */
export const otcUsdtDispute = defineCall({
  name: 'otcUsdtDispute',
  method: 'POST',
  uri: '/api/v1/otc/usdt-dispute',
  origin: 'extension',
  access: 'user',
  effect: 'money',
  input: z.strictObject({
    id,
    version,
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000)),
    images: z.array(uuid).check(z.maxLength(6)),
  }),
  output: z.strictObject({ trade: usdtTrade }),
  errors: ['not-found', 'stale-version', 'order-closed', 'not-now', 'limit-reached'],
  invalidates: [...OFFER_INVALIDATES],
});

const myUsdtOrders = z.strictObject({ status: z.optional(otcStatus), ...pageInput });
/** Ids are of one sequence, so that offers and trades stand in one list. */
const usdtOrder = z.union([usdtOffer, usdtTrade]);
export type UsdtOrder = z.output<typeof usdtOrder>;

/** The user's offers to buy and trades as the buyer, newest first. */
export const meBuyUsdtList = defineCall({
  name: 'meBuyUsdtList',
  method: 'POST',
  uri: '/api/v1/otc/meBuyUsdtList',
  access: 'user',
  effect: 'read',
  cache: { kind: 'list', maxAgeMs: 10_000, sort: 'createdAt', tag: 'status' },
  input: myUsdtOrders,
  output: pageOf(usdtOrder),
});

/** The user's offers to sell and trades as the seller, newest first. */
export const meSellUsdtList = defineCall({
  name: 'meSellUsdtList',
  method: 'POST',
  uri: '/api/v1/otc/meSellUsdtList',
  access: 'user',
  effect: 'read',
  cache: { kind: 'list', maxAgeMs: 10_000, sort: 'createdAt', tag: 'status' },
  input: myUsdtOrders,
  output: pageOf(usdtOrder),
});

/** One trade of the user's. */
export const otcTrade = defineCall({
  name: 'otcTrade',
  method: 'GET',
  uri: '/api/v1/otc/usdt-trade',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  cache: { kind: 'record', maxAgeMs: 5_000 },
  input: z.strictObject({ id }),
  output: z.strictObject({ trade: usdtTrade }),
  errors: ['not-found'],
});

/** One open offer of anybody's, or one's own in any state, with the trades that came of one's own. */
export const otcUsdtOffer = defineCall({
  name: 'otcUsdtOffer',
  method: 'GET',
  uri: '/api/v1/otc/usdt-offer',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  cache: { kind: 'record', maxAgeMs: 5_000 },
  input: z.strictObject({ id }),
  output: z.strictObject({ offer: usdtOffer, trades: z.array(usdtTrade).check(z.maxLength(50)) }),
  errors: ['not-found'],
});

/** A picture of a trade's chat, payment or dispute, to its two parties. `webp` is base64, its longer side at most 320 or 1600 px. */
export const otcTradeImage = defineCall({
  name: 'otcTradeImage',
  method: 'GET',
  uri: '/api/v1/otc/usdt-image',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  input: z.strictObject({ tradeId: id, id: uuid, size: z.enum(['small', 'large']) }),
  output: z.strictObject({ width: z.int(), height: z.int(), webp: z.string() }),
  errors: ['not-found', 'rate-limited'],
});

export const tradeMessage = z.strictObject({
  id,
  /** Made by the device that sent it, so that a message sent again is one message. */
  clientId: uuid,
  by: z.enum(['me', 'them', 'operator']),
  text: z.nullable(z.string()),
  image: z.nullable(uuid),
  createdAt: timeMs,
  /** By the other side; null before. */
  readAt: z.nullable(timeMs),
});
export type TradeMessage = z.output<typeof tradeMessage>;

/** The chat of one trade, newest first. */
export const otcMessages = defineCall({
  name: 'otcMessages',
  method: 'GET',
  uri: '/api/v1/otc/usdt-messages',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  cache: { kind: 'list', maxAgeMs: 5_000, sort: 'createdAt' },
  input: z.strictObject({ tradeId: id, ...pageInput }),
  output: pageOf(tradeMessage),
  errors: ['not-found'],
});

/** Says something to the other side; text, a picture, or both. Closed trades take messages for a week more. */
export const otcSay = defineCall({
  name: 'otcSay',
  method: 'POST',
  uri: '/api/v1/otc/usdt-say',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  input: z.strictObject({
    tradeId: id,
    clientId: uuid,
    text: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000))),
    image: z.optional(uuid),
  }),
  output: z.strictObject({ message: tradeMessage }),
  errors: ['not-found', 'order-closed', 'rate-limited'],
  invalidates: ['otcMessages'],
});

/** Everything of the other side up to this message was seen. */
export const otcRead = defineCall({
  name: 'otcRead',
  method: 'POST',
  uri: '/api/v1/otc/usdt-read',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  input: z.strictObject({ tradeId: id, messageId: id }),
  output: z.strictObject({ unread: z.int() }),
  errors: ['not-found'],
  invalidates: ['otcTrade', 'otcInfo'],
});

/** Somebody on the market, as others see them. `all`: since they are here. */
export const otcCounterparty = defineCall({
  name: 'otcCounterparty',
  method: 'GET',
  uri: '/api/v1/otc/counterparty',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: z.strictObject({ id }),
  output: z.strictObject({
    trader,
    /** The picture as a data URI, null for the initials. */
    avatar: z.nullable(z.string()),
    registeredAt: timeMs,
    all: z.strictObject({ completed: z.int(), completionRate: z.nullable(rate) }),
    lots: z.array(rabLot).check(z.maxLength(20)),
    offers: z.array(usdtOffer).check(z.maxLength(20)),
  }),
  errors: ['not-found'],
});
