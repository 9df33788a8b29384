/** Custody: plans, orders, redeeming, changes (docs/rules.md §5). */
import * as z from 'zod/mini';
import { defineCall, nothing } from '../call';
import { id, pageInput, pageOf, timeMs } from '../ids';
import { amount, amountInput, rate } from '../money';
import { tradePassword } from './session';

/** Orders are in USDT only (docs/rules.md §5). */
export const CUSTODY_ASSET = 'USDT';

export const custodyConfig = defineCall({
  name: 'custodyConfig',
  method: 'GET',
  uri: '/api/v1/hosting/hosting-config',
  access: 'user',
  effect: 'read',
  shows: ['cash', 'custody'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: nothing,
  output: z.object({
    plans: z.array(
      z.object({
        id,
        days: z.int().check(z.gte(1)),
        /** Interest a day as a fraction of the principal. */
        dailyRate: rate,
        /** False: the operator closed it. */
        isOpen: z.boolean(),
        /** The largest principal whose full-term interest the pool can still reserve; zero means "capacity full". */
        freeCapacity: amount,
      }),
    ),
    /** An order must be greater than this. */
    minimumExclusive: amount,
    /** Fee on what is redeemed before the end, as a fraction. */
    redeemFeeRate: rate,
    /** Redeeming within this time after placing costs nothing. */
    freeUndoMs: z.int(),
    /** A custody balance from here on counts as valid custody. */
    validFrom: amount,
  }),
});

/** Redeeming pays `received = principal − fee`; `interestForgone` goes back to the pool. */
const redemption = z.object({
  principal: amount,
  fee: amount,
  received: amount,
  interestForgone: amount,
});

export const custodyOrder = z.object({
  id,
  /** Raised by every change; a call on the order carries the one that the user saw. */
  version: z.int().check(z.gte(1)),
  planId: id,
  days: z.int(),
  dailyRate: rate,
  /** The order has this in custody now. */
  principal: amount,
  /** The person placed this. */
  placed: amount,
  status: z.enum(['in-progress', 'expired']),
  /** Null while the order is in progress. */
  endedBy: z.nullable(z.enum(['maturity', 'redemption'])),
  /** The order that this order was added to; null for a first order. */
  addedToId: z.nullable(id),
  startsAt: timeMs,
  endsAt: timeMs,
  freeUndoUntil: timeMs,
  interestPaid: amount,
  /** Still reserved in the pool for the days to come. */
  interestToCome: amount,
  daysPaid: z.int(),
  /** Redeeming the whole order now would pay this, and pays exactly this, to the last digit. */
  redeemNow: redemption,
});
export type CustodyOrder = z.output<typeof custodyOrder>;

export const custodyOrders = defineCall({
  name: 'custodyOrders',
  method: 'GET',
  uri: '/api/v1/hosting/order',
  access: 'user',
  effect: 'read',
  shows: ['custody'],
  cache: { kind: 'list', maxAgeMs: 30_000, sort: 'startsAt' },
  input: z.strictObject({
    status: z.optional(z.enum(['in-progress', 'expired'])),
    ...pageInput,
  }),
  example: { limit: 100 },
  output: pageOf(custodyOrder),
});

export const custodyChange = z.object({
  id,
  orderId: id,
  kind: z.enum(['placed', 'added', 'redeemed', 'undone', 'matured']),
  before: amount,
  after: amount,
  fee: amount,
  createdAt: timeMs,
  journalId: id,
});

export const custodyChanges = defineCall({
  name: 'custodyChanges',
  method: 'GET',
  uri: '/api/v1/hosting/operator-log',
  access: 'user',
  effect: 'read',
  shows: ['custody'],
  cache: { kind: 'list', maxAgeMs: 30_000, sort: 'createdAt' },
  input: z.strictObject({ orderId: z.optional(id), ...pageInput }),
  example: { orderId: '1', limit: 100 },
  output: pageOf(custodyChange),
});

/** Tells the figures of placing this order; the confirmation shows them. */
export const custodyQuote = defineCall({
  name: 'custodyQuote',
  method: 'GET',
  uri: '/api/v1/hosting/quote',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  input: z.strictObject({ planId: id, amount: amountInput('USDT') }),
  example: { planId: 'd30', amount: '250' },
  output: z.object({
    amount,
    fee: amount,
    interestPerDay: amount,
    interestTotal: amount,
    startsAt: timeMs,
    endsAt: timeMs,
    /** The person gets this back at the end, beside the interest. */
    principalReturned: amount,
    redeemFeeRate: rate,
    freeUndoUntil: timeMs,
    available: amount,
    freeCapacity: amount,
  }),
  errors: ['amount-too-small', 'capacity-full', 'plan-closed', 'insufficient-funds', 'not-found'],
});

/** Tells what redeeming `amount` of the order would pay now. */
export const redemptionQuote = defineCall({
  name: 'redemptionQuote',
  method: 'GET',
  uri: '/api/v1/hosting/redeem-quote',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  input: z.strictObject({ orderId: id, amount: amountInput('USDT') }),
  example: { orderId: '1', amount: '1.5' },
  output: z.object({
    version: z.int(),
    ...redemption.shape,
    remaining: amount,
    isFreeUndo: z.boolean(),
  }),
  errors: ['not-found', 'order-closed', 'remainder-too-small', 'amount-too-large'],
});

/** Places an order; with `addTo`, adds to that order by a tranche with a term of its own. */
export const createCustodyOrder = defineCall({
  name: 'createCustodyOrder',
  method: 'POST',
  uri: '/api/v1/hosting/create',
  access: 'user',
  effect: 'money',
  changes: ['cash', 'custody', 'income'],
  closedByFreeze: true,
  input: z.strictObject({
    planId: id,
    amount: amountInput('USDT'),
    addTo: z.optional(z.strictObject({ orderId: id, version: z.int() })),
    tradePassword,
  }),
  example: { planId: 'd7', amount: '250', addTo: { orderId: '1', version: 1 }, tradePassword: '246810' },
  output: z.object({ order: custodyOrder, journalId: id }),
  errors: [
    'needs-trade-password',
    'wrong-trade-password',
    'trade-password-locked',
    'insufficient-funds',
    'amount-too-small',
    'capacity-full',
    'plan-closed',
    'order-closed',
    'stale-version',
    'not-found',
  ],
});

/** Redeems the whole order or part of it before its end. */
export const redeemCustodyOrder = defineCall({
  name: 'redeemCustodyOrder',
  method: 'POST',
  uri: '/api/v1/hosting/sub',
  access: 'user',
  effect: 'money',
  changes: ['cash', 'custody', 'income'],
  closedByFreeze: true,
  input: z.strictObject({
    orderId: id,
    version: z.int(),
    amount: amountInput('USDT'),
    tradePassword,
  }),
  example: { orderId: '1', version: 1, amount: '1.5', tradePassword: '246810' },
  output: z.object({
    order: custodyOrder,
    redeemed: redemption,
    journalId: id,
  }),
  errors: [
    'needs-trade-password',
    'wrong-trade-password',
    'trade-password-locked',
    'order-closed',
    'remainder-too-small',
    'amount-too-large',
    'stale-version',
    'not-found',
  ],
});
