/** OTC: the USDT market. Fiat is paid outside, the platform keeps the USDT in escrow meanwhile (docs/rules.md §8). */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { id, lineOfText, pageInput, pageOf, timeMs } from '../ids';
import { amount, amountInput, rate } from '../money';
import { otcSide, otcStatus, trader, version } from './otc-market';
import { rabLot } from './otc-rab';
import {
  FIAT_DECIMALS,
  FIAT_PRICE_DECIMALS,
  TRADE_CHANGES,
  placedOrTaken,
  usdtOfferRecord,
  usdtOrder,
  usdtTradeRecord,
} from './otc-usdt-records';
import { tradePassword } from './session';

/** Fiat that a person enters: plain decimal above zero. */
function fiatInput(decimals: number) {
  return z
    .string()
    .check(z.regex(new RegExp(`^(?=.*[1-9])(0|[1-9][0-9]{0,11})(\\.[0-9]{1,${decimals}})?$`), 'not-decimal'));
}

const offersInput = z.strictObject({
  /** Narrows the list to offers of which this much fiat can be taken. */
  amount: z.optional(fiatInput(FIAT_DECIMALS)),
  minCompletionRate: z.optional(rate),
  sort: z.optional(z.enum(['price', 'quantity', 'newest'])),
  ...pageInput,
});

/** Sell offers to buy from, best price first. Pages follow by cursor; cached are first pages. */
export const sellOffers = defineCall({
  name: 'sellOffers',
  method: 'GET',
  uri: '/api/v1/otc/allSellListUsdt',
  access: 'user',
  effect: 'read',
  shows: ['market-usdt'],
  cache: { kind: 'record', maxAgeMs: 5_000 },
  input: offersInput,
  example: { amount: '200', sort: 'price' },
  output: pageOf(usdtOfferRecord),
});

/** Buy offers to sell to, best price first. */
export const buyOffers = defineCall({
  name: 'buyOffers',
  method: 'GET',
  uri: '/api/v1/otc/allSellListUsdt2',
  access: 'user',
  effect: 'read',
  shows: ['market-usdt'],
  cache: { kind: 'record', maxAgeMs: 5_000 },
  input: offersInput,
  example: { amount: '200', sort: 'price' },
  output: pageOf(usdtOfferRecord),
});

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

/** Tells what placing or taking an offer would mean; holds no money. Errors are those of doing it. */
export const usdtQuote = defineCall({
  name: 'usdtQuote',
  method: 'GET',
  uri: '/api/v1/otc/usdt-quote',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  input: z.strictObject({ side: otcSide, order: z.union([place, take]) }),
  example: { side: 'buy', order: { kind: 'take', offerId: '1', version: 1, quantity: '20', methodIds: [] } },
  output: z.object({
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
    /** The person has this once everything completes: USDT less fee for a buyer, fiat for a seller. */
    received: amount,
    paymentMs: z.int(),
    available: amount,
  }),
  errors: [...OFFER_ERRORS],
});

export type UsdtQuote = z.output<typeof usdtQuote.output>;

const placeOrTake = z.strictObject({ order: z.union([place, take]), fee: amount, tradePassword });

const PLACE_ERRORS = [
  ...OFFER_ERRORS,
  'fee-changed',
  'needs-trade-password',
  'wrong-trade-password',
  'trade-password-locked',
] as const;

/** Places an offer to buy, or takes an offer to sell. */
export const buyUsdt = defineCall({
  name: 'buyUsdt',
  method: 'POST',
  uri: '/api/v1/otc/otcUsdtBuy',
  access: 'user',
  effect: 'money',
  changes: TRADE_CHANGES,
  changesMarket: ['market-usdt'],
  closedByFreeze: true,
  input: placeOrTake,
  example: {
    order: { kind: 'take', offerId: '1', version: 1, quantity: '20', methodIds: [] },
    fee: '10',
    tradePassword: '246810',
  },
  output: placedOrTaken,
  errors: [...PLACE_ERRORS],
});

/** Places an offer to sell, or takes an offer to buy. */
export const sellUsdt = defineCall({
  name: 'sellUsdt',
  method: 'POST',
  uri: '/api/v1/otc/otcUsdtSell',
  access: 'user',
  effect: 'money',
  changes: TRADE_CHANGES,
  changesMarket: ['market-usdt'],
  closedByFreeze: true,
  input: placeOrTake,
  example: {
    order: {
      kind: 'place',
      price: '7.2',
      quantity: '100',
      minFiat: '72',
      maxFiat: '720',
      methodIds: ['1'],
      note: 'Weekdays',
    },
    fee: '10',
    tradePassword: '246810',
  },
  output: placedOrTaken,
  errors: [...PLACE_ERRORS],
});

/**
 * Cancels an offer of one's own (its trades go on); a trade that awaits payment, at once, when the buyer asks; a paid trade, when
 * both sides have agreed. `withdraw` takes one's agreement back. stale-version carries the record as it is.
 */
export const cancelOfferOrTrade = defineCall({
  name: 'cancelOfferOrTrade',
  method: 'POST',
  uri: '/api/v1/otc/otcUsdtCancel2',
  access: 'user',
  effect: 'money',
  changes: TRADE_CHANGES,
  changesMarket: ['market-usdt'],
  input: z.strictObject({ id, version, withdraw: z.optional(z.boolean()) }),
  example: { id: '1', version: 1 },
  output: placedOrTaken,
  errors: ['not-found', 'stale-version', 'order-closed', 'not-now', 'limit-reached'],
});

const myUsdtOrders = z.strictObject({ status: z.optional(otcStatus), ...pageInput });

/** The user's offers to buy and trades as the buyer, newest first. */
export const usdtPurchases = defineCall({
  name: 'usdtPurchases',
  method: 'POST',
  uri: '/api/v1/otc/meBuyUsdtList',
  access: 'user',
  effect: 'read',
  shows: ['trades-usdt', 'unread'],
  cache: { kind: 'list', maxAgeMs: 10_000, sort: 'createdAt', tag: 'status' },
  input: myUsdtOrders,
  example: { limit: 100 },
  output: pageOf(usdtOrder),
});

/** The user's offers to sell and trades as the seller, newest first. */
export const usdtSales = defineCall({
  name: 'usdtSales',
  method: 'POST',
  uri: '/api/v1/otc/meSellUsdtList',
  access: 'user',
  effect: 'read',
  shows: ['trades-usdt', 'unread'],
  cache: { kind: 'list', maxAgeMs: 10_000, sort: 'createdAt', tag: 'status' },
  input: myUsdtOrders,
  example: { limit: 100 },
  output: pageOf(usdtOrder),
});

/** One open offer of anybody's, or one's own in any state, with the trades that came of one's own. */
export const usdtOffer = defineCall({
  name: 'usdtOffer',
  method: 'GET',
  uri: '/api/v1/otc/usdt-offer',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['trades-usdt', 'market-usdt'],
  cache: { kind: 'record', maxAgeMs: 5_000 },
  input: z.strictObject({ id }),
  example: { id: '1' },
  output: z.object({ offer: usdtOfferRecord, trades: z.array(usdtTradeRecord).check(z.maxLength(50)) }),
  errors: ['not-found'],
});

/** Somebody on the markets, as others see them. The record is that of USDT trades. `all`: since they are here. */
export const counterparty = defineCall({
  name: 'counterparty',
  method: 'GET',
  uri: '/api/v1/otc/counterparty',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['market-rab', 'market-usdt'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: z.strictObject({ id }),
  example: { id: '1' },
  output: z.object({
    trader,
    /** The picture as a data URI, null for the initials. */
    avatar: z.nullable(z.string()),
    registeredAt: timeMs,
    all: z.object({ completed: z.int(), completionRate: z.nullable(rate) }),
    lots: z.array(rabLot).check(z.maxLength(20)),
    offers: z.array(usdtOfferRecord).check(z.maxLength(20)),
  }),
  errors: ['not-found'],
});
