/** Deposits and exchange. */
import * as z from 'zod/mini';
import { defineCall, nothing } from '../call';
import { id, pageInput, pageOf, timeMs } from '../ids';
import { amount, amountProblem, assetCode, rate } from '../money';
import { network } from './identity';
import { tradePassword } from './session';

/** Deposits are in USDT only (docs/rules.md §4). */
export const DEPOSIT_ASSET = 'USDT';

const confirmations = z.int().check(z.gte(0), z.lte(1_000));

/** A network that USDT can be sent over to this account. */
export const depositNetwork = z.object({
  network,
  /** The local test network: its USDT is worth nothing, and every screen says so. */
  isTest: z.boolean(),
  /** The account's own; never another's (docs/rules.md §4). */
  address: z.string().check(z.regex(/^[A-Za-z0-9]{20,80}$/)),
  /** Less than this is recorded, but neither credited nor given back. */
  minimum: amount,
  /** Blocks on top of the deposit's own until it is credited. */
  confirmations,
  /** All confirmations together usually take this long, ms. */
  usualMs: z.int().check(z.gte(0)),
  /** The gateway does not hear from the network just now: deposits show later, none is lost. */
  isDelayed: z.boolean(),
});
export type DepositNetwork = z.output<typeof depositNetwork>;

/**
 * The account's deposit addresses, one per network that is open; none when deposits are not open. The first time makes them.
 * They never change, so that a device may show them for a day without asking.
 */
export const depositAddresses = defineCall({
  name: 'depositAddresses',
  method: 'GET',
  uri: '/api/v1/recharge/address',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  cache: { kind: 'record', maxAgeMs: 86_400_000 },
  input: nothing,
  output: z.object({ networks: z.array(depositNetwork) }),
});

export const DEPOSIT_STATUSES = ['confirming', 'credited', 'too-small'] as const;

export const deposit = z.object({
  id,
  network,
  isTest: z.boolean(),
  status: z.enum(DEPOSIT_STATUSES),
  /** The amount that the gateway credits, or has credited. */
  amount,
  /** The amount that was sent, with all digits that the network has. */
  sent: amount,
  confirmations,
  confirmationsNeeded: confirmations,
  txId: z.string().check(z.regex(/^(0x)?[0-9a-f]{64}$/)),
  blockNumber: z.int().check(z.gte(0)),
  /** The time of the deposit's block. */
  blockAt: timeMs,
  fromAddress: z.string(),
  toAddress: z.string(),
  /** The gateway first saw the deposit at this time. */
  seenAt: timeMs,
  creditedAt: z.nullable(timeMs),
  journalId: z.nullable(id),
});
export type Deposit = z.output<typeof deposit>;

/** Deposits, newest first, from their first block on. One whose block is reorganised away is no longer there. */
export const deposits = defineCall({
  name: 'deposits',
  method: 'GET',
  uri: '/api/v1/recharge/list',
  access: 'user',
  effect: 'read',
  shows: ['deposits'],
  cache: { kind: 'list', maxAgeMs: 10_000, sort: 'seenAt', tag: 'status' },
  input: z.strictObject({ ...pageInput }),
  example: { limit: 100 },
  output: pageOf(deposit),
});

/** `operator`: an operator set RAB's guide price; `demo`: the labelled price of a gateway with demo data. */
export const PRICE_SOURCES = ['operator', 'demo'] as const;

const guidePrice = z.object({
  /** USDT per RAB. */
  price: amount,
  source: z.enum(PRICE_SOURCES),
  asOf: timeMs,
});

/** Tells the terms of exchanging RAB and USDT now, and the balances that can be given (docs/rules.md §4). */
export const exchangeFigures = defineCall({
  name: 'exchangeFigures',
  method: 'POST',
  uri: '/api/v1/exchange/index',
  access: 'user',
  effect: 'read',
  shows: ['cash'],
  cache: { kind: 'record', maxAgeMs: 15_000 },
  input: nothing,
  output: z.object({
    /** Null before there was one. */
    guidePrice: z.nullable(guidePrice),
    /** False: there is no price, or it is older than a minute; no quote is given. */
    isOpen: z.boolean(),
    /** A quote's rate differs from the guide price by this fraction, to the user's cost. */
    spread: rate,
    /** A quote holds this long, ms. */
    quoteMs: z.int().check(z.gte(1)),
    available: z.object({ RAB: amount, USDT: amount }),
  }),
});

/** One exchange's figures: `received` is `given` at `rate`, rounded down to the asset's smallest unit. */
const exchangeTerms = {
  id,
  from: assetCode,
  to: assetCode,
  given: amount,
  received: amount,
  /** USDT per RAB, spread included, with all its digits. */
  rate: amount,
  guidePrice,
  spread: rate,
} as const;

/**
 * Makes a quote, which the gateway keeps: `exchangeAssets` fills the quote at exactly these figures or refuses. Asking again
 * makes a new quote, which takes the place of the user's former one.
 */
export const exchangeQuote = defineCall({
  name: 'exchangeQuote',
  method: 'GET',
  uri: '/api/v1/exchange/quote',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  input: z.strictObject({ from: assetCode, to: assetCode, amount: z.string() }).check((ctx) => {
    const { from, to, amount: given } = ctx.value;
    const message = amountProblem(given, from);
    if (message) ctx.issues.push({ code: 'custom', message, path: ['amount'], input: given });
    if (from === to) ctx.issues.push({ code: 'custom', message: 'same-asset', path: ['to'], input: to });
  }),
  example: { from: 'RAB', to: 'USDT', amount: '100' },
  output: z.object({
    ...exchangeTerms,
    /** By the gateway's clock; from this moment on it is refused. */
    expiresAt: timeMs,
    /** The quote holds this long from now, ms; for devices whose clock differs from the gateway's. */
    validMs: z.int().check(z.gte(0)),
  }),
  errors: ['price-too-old', 'amount-too-small', 'insufficient-funds', 'inventory-too-low', 'day-limit'],
});
export type ExchangeQuote = z.output<typeof exchangeQuote.output>;

export const exchangeRecord = z.object({ ...exchangeTerms, createdAt: timeMs, journalId: id });
export type ExchangeRecord = z.output<typeof exchangeRecord>;

/** Exchanges, newest first. */
export const exchanges = defineCall({
  name: 'exchanges',
  method: 'GET',
  uri: '/api/v1/exchange/list',
  access: 'user',
  effect: 'read',
  shows: ['exchanges'],
  cache: { kind: 'list', maxAgeMs: 30_000, sort: 'createdAt' },
  input: z.strictObject({ ...pageInput }),
  example: { limit: 100 },
  output: pageOf(exchangeRecord),
});

/** Fills a quote, once, within its time, out of the treasury's inventory. */
export const exchangeAssets = defineCall({
  name: 'exchangeAssets',
  method: 'POST',
  uri: '/api/exchange/exchange',
  access: 'user',
  effect: 'money',
  changes: ['cash', 'exchanges'],
  closedByFreeze: true,
  input: z.strictObject({ quoteId: id, tradePassword }),
  example: { quoteId: '1', tradePassword: '246810' },
  output: z.object({ exchange: exchangeRecord }),
  errors: [
    'needs-trade-password',
    'wrong-trade-password',
    'trade-password-locked',
    'not-found',
    'quote-expired',
    'quote-used',
    'price-too-old',
    'price-moved',
    'inventory-too-low',
    'day-limit',
    'insufficient-funds',
  ],
});
