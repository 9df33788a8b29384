/** OTC: the RAB market, both legs of which are on our ledger (docs/rules.md §8). */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { id, pageInput, pageOf, timeMs } from '../ids';
import { amount, amountInput, rate } from '../money';
import { guidePrice, otcSide, otcStatus, trader, version } from './otc-market';
import { tradePassword } from './session';

/** Trades of RAB, oldest first; periods without trades have no candle. */
export const rabGuideHistory = defineCall({
  name: 'rabGuideHistory',
  method: 'GET',
  uri: '/api/v1/otc/guide-history',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['fills-rab'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: z.strictObject({ period: z.enum(['24h', '7d', '30d']) }),
  example: { period: '24h' },
  output: z.object({
    candles: z
      .array(z.object({ at: timeMs, open: amount, high: amount, low: amount, close: amount, volume: amount }))
      .check(z.maxLength(200)),
  }),
});

/** An order of the RAB market that others can fill. */
export const rabLot = z.object({
  id,
  version,
  side: otcSide,
  trader,
  isMine: z.boolean(),
  /** USDT per RAB. */
  price: amount,
  quantity: amount,
  remaining: amount,
  /** The smallest fill now, RAB; equals `remaining` when it cannot be split. */
  smallest: amount,
  canSplit: z.boolean(),
  depositRate: rate,
  createdAt: timeMs,
  expiresAt: timeMs,
});

export type RabLot = z.output<typeof rabLot>;

/** Best price first: sell orders to buy from, or buy orders to sell to. Pages follow by cursor; cached are first pages. */
export const rabLots = defineCall({
  name: 'rabLots',
  method: 'GET',
  uri: '/api/v1/otc/allSellList',
  access: 'user',
  effect: 'read',
  shows: ['market-rab'],
  cache: { kind: 'record', maxAgeMs: 5_000 },
  input: z.strictObject({
    side: otcSide,
    /** Narrows the list to lots of which this much USDT can be filled. */
    amount: z.optional(amountInput('USDT')),
    canSplit: z.optional(z.boolean()),
    minCompletionRate: z.optional(rate),
    /** True: narrows the list to prices that are at least as good for the taker as the guide price. */
    atGuideOrBetter: z.optional(z.boolean()),
    sort: z.optional(z.enum(['price', 'quantity', 'newest'])),
    ...pageInput,
  }),
  example: { side: 'sell' },
  output: pageOf(rabLot),
});

/**
 * A limit order. The market fills better prices first, at their price, and passes none over: it refuses an order that is too
 * small for the best lot, and tells the least amount. `rest`: the part that is not filled waits; `now`: the order is filled whole
 * at once or refused. `seen`: the lot that the user tapped; when the lot changed since, the order is refused with stale-version
 * and the lot.
 */
const rabOrderInput = {
  price: amountInput('USDT'),
  quantity: amountInput('RAB'),
  canSplit: z.boolean(),
  mode: z.enum(['rest', 'now']),
  seen: z.optional(z.strictObject({ id, version })),
} as const;

const ORDER_ERRORS = [
  'market-halted',
  'price-out-of-band',
  'amount-too-small',
  'amount-too-large',
  'insufficient-funds',
  'stale-version',
  'lot-taken',
  'fill-too-small',
  'own-order',
  'limit-reached',
] as const;

/** Tells what placing the order would mean now; holds no money. Errors are those of placing it. */
export const rabQuote = defineCall({
  name: 'rabQuote',
  method: 'GET',
  uri: '/api/v1/otc/quote',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  input: z.strictObject({ side: otcSide, ...rabOrderInput }),
  example: { side: 'buy', price: '0.125', quantity: '100', canSplit: true, mode: 'rest' },
  output: z.object({
    side: otcSide,
    price: amount,
    quantity: amount,
    mode: z.enum(['rest', 'now']),
    feeRate: rate,
    depositRate: rate,
    guidePrice,
    /** Filled at once: RAB, its USDT at the lots' prices, the fee; `received` is in RAB for a buyer, in USDT for a seller. */
    now: z.object({ quantity: amount, amount, fee: amount, received: amount }),
    /** The part that waits, at the limit price; `held` is the seller's RAB or the buyer's deposit in USDT. */
    rest: z.object({ quantity: amount, amount, fee: amount, held: amount }),
    /** Worst case: everything at the limit price. `deducted` is in USDT for a buyer (fee included), in RAB for a seller. */
    worst: z.object({ amount, fee: amount, deducted: amount, received: amount }),
    /** The buyer loses this when the rest is not posted in time; zero with a full deposit. */
    depositAtRisk: amount,
    /** The gateway then releases the part that still waits. */
    expiresAt: timeMs,
    available: amount,
  }),
  errors: [...ORDER_ERRORS],
});

export type RabQuote = z.output<typeof rabQuote.output>;

export const RAB_ENDINGS = ['filled', 'cancelled', 'expired', 'rest-not-posted'] as const;

/** One's own order of the RAB market. */
export const rabOrderRecord = z.object({
  kind: z.literal('rab'),
  id,
  version,
  side: otcSide,
  status: otcStatus,
  endedBy: z.nullable(z.enum(RAB_ENDINGS)),
  price: amount,
  /** RAB's guide price when the order was placed. */
  guidePrice: amount,
  quantity: amount,
  filled: amount,
  /** The quantity that still waits. */
  remaining: amount,
  canSplit: z.boolean(),
  feeRate: rate,
  depositRate: rate,
  /** Held now: RAB of a seller, USDT of a buyer. */
  held: amount,
  /** USDT at the limit price. */
  amount,
  /** USDT so far. */
  fee: amount,
  /** So far: RAB of a buyer, USDT of a seller less fee. */
  received: amount,
  /** Volume-weighted; null before the first fill. */
  averagePrice: z.nullable(amount),
  /** The rest that a buyer has to post, USDT, and its deadline, while a match waits for it; else null. */
  restDue: z.nullable(amount),
  restDueAt: z.nullable(timeMs),
  /** A buyer's deposit, USDT, which is lost when the rest is not posted; null when none is due. */
  deposit: z.nullable(amount),
  createdAt: timeMs,
  expiresAt: timeMs,
  closedAt: z.nullable(timeMs),
});

export type RabOrder = z.output<typeof rabOrderRecord>;

/** An order may be filled at once. */
const ORDER_CHANGES = ['cash', 'orders-rab', 'market-rab', 'fills-rab'] as const;

/** Places an order. `fee` is the quoted worst case; when it would be more now, fee-changed. */
const placeInput = z.strictObject({
  ...rabOrderInput,
  fee: z.string().check(z.regex(/^(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$/)),
  tradePassword,
});

const PLACE_ERRORS = [
  ...ORDER_ERRORS,
  'fee-changed',
  'needs-trade-password',
  'wrong-trade-password',
  'trade-password-locked',
] as const;

export const buyRab = defineCall({
  name: 'buyRab',
  method: 'POST',
  uri: '/api/v1/otc/buy',
  access: 'user',
  effect: 'money',
  changes: ORDER_CHANGES,
  changesMarket: ['market-rab'],
  closedByFreeze: true,
  input: placeInput,
  example: { price: '0.125', quantity: '100', canSplit: true, mode: 'rest', fee: '0.025', tradePassword: '246810' },
  output: z.object({ order: rabOrderRecord }),
  errors: [...PLACE_ERRORS],
});

export const sellRab = defineCall({
  name: 'sellRab',
  method: 'POST',
  uri: '/api/v1/otc/sell',
  access: 'user',
  effect: 'money',
  changes: ORDER_CHANGES,
  changesMarket: ['market-rab'],
  closedByFreeze: true,
  input: placeInput,
  example: { price: '0.125', quantity: '100', canSplit: true, mode: 'rest', fee: '0.025', tradePassword: '246810' },
  output: z.object({ order: rabOrderRecord }),
  errors: [...PLACE_ERRORS],
});

/** Takes what still waits off the market. stale-version carries the order as it is. */
export const cancelRabOrder = defineCall({
  name: 'cancelRabOrder',
  method: 'POST',
  uri: '/api/v1/otc/cancel',
  access: 'user',
  effect: 'money',
  changes: ORDER_CHANGES,
  changesMarket: ['market-rab'],
  input: z.strictObject({ id, version }),
  example: { id: '1', version: 1 },
  output: z.object({ order: rabOrderRecord }),
  errors: ['not-found', 'stale-version', 'order-closed'],
});

/** Posts the rest of a buyer's part deposit, which settles the matched part of the order. */
export const postTheRest = defineCall({
  name: 'postTheRest',
  method: 'POST',
  uri: '/api/v1/otc/doSaveCash',
  access: 'user',
  effect: 'money',
  changes: ORDER_CHANGES,
  changesMarket: ['fills-rab'],
  input: z.strictObject({ id, version, tradePassword }),
  example: { id: '1', version: 1, tradePassword: '246810' },
  output: z.object({ order: rabOrderRecord }),
  errors: [
    'not-found',
    'stale-version',
    'order-closed',
    'insufficient-funds',
    'needs-trade-password',
    'wrong-trade-password',
    'trade-password-locked',
  ],
});

const myOrders = z.strictObject({ status: z.optional(otcStatus), ...pageInput });

export const rabBuyOrders = defineCall({
  name: 'rabBuyOrders',
  method: 'POST',
  uri: '/api/v1/otc/meBuyList',
  access: 'user',
  effect: 'read',
  shows: ['orders-rab'],
  cache: { kind: 'list', maxAgeMs: 10_000, sort: 'createdAt', tag: 'status' },
  input: myOrders,
  example: { limit: 100 },
  output: pageOf(rabOrderRecord),
});

export const rabSellOrders = defineCall({
  name: 'rabSellOrders',
  method: 'POST',
  uri: '/api/v1/otc/meSellList',
  access: 'user',
  effect: 'read',
  shows: ['orders-rab'],
  cache: { kind: 'list', maxAgeMs: 10_000, sort: 'createdAt', tag: 'status' },
  input: myOrders,
  example: { limit: 100 },
  output: pageOf(rabOrderRecord),
});

export const RAB_STEPS = [
  'placed',
  'filled',
  'matched',
  'rest-posted',
  'settled',
  'cancelled',
  'expired',
  'rest-missed',
] as const;

/** One of the user's own orders of the RAB market in full; fills and timeline oldest first. */
export const rabOrder = defineCall({
  name: 'rabOrder',
  method: 'GET',
  uri: '/api/v1/otc/order',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['orders-rab'],
  cache: { kind: 'record', maxAgeMs: 10_000 },
  input: z.strictObject({ id }),
  example: { id: '1' },
  output: z.object({
    order: rabOrderRecord,
    fills: z
      .array(
        z.object({
          id,
          trader,
          price: amount,
          quantity: amount,
          /** USDT. */
          amount,
          /** The user's own. */
          fee: amount,
          received: amount,
          status: z.enum(['settled', 'awaiting-rest', 'rest-missed']),
          at: timeMs,
          journalId: z.nullable(id),
        }),
      )
      .check(z.maxLength(200)),
    timeline: z
      .array(z.object({ step: z.enum(RAB_STEPS), at: timeMs, quantity: z.nullable(amount) }))
      // Placed, three of each fill, and its end.
      .check(z.maxLength(602)),
  }),
  errors: ['not-found'],
});
