/** OTC: what both markets share (docs/rules.md §8): states, sides, people, and the figures of both. */
import * as z from 'zod/mini';
import { defineCall, nothing } from '../call';
import { id, timeMs } from '../ids';
import { amount, rate } from '../money';

/** Users see one of these for any OTC order (docs/rules.md §17). */
export const OTC_STATUSES = ['pending-match', 'match-ended', 'cancelled', 'completed'] as const;

export const otcStatus = z.enum(OTC_STATUSES);

export type OtcStatus = (typeof OTC_STATUSES)[number];

export const OTC_SIDES = ['buy', 'sell'] as const;

export const otcSide = z.enum(OTC_SIDES);

export type OtcSide = (typeof OTC_SIDES)[number];

/** Raised by every change of the record; a call on it carries the one that the user saw. */
export const version = z.int().check(z.gte(1));

/** Somebody on a market. Figures are those of the last 30 days on that market; `completionRate` is null without any. */
export const trader = z.object({
  id,
  nickname: z.string(),
  /** Real-name approved. */
  isVerified: z.boolean(),
  /** Counterparties of completed trades, each once. */
  completed: z.int(),
  completionRate: z.nullable(rate),
});

export type Trader = z.output<typeof trader>;

/** The guide price of RAB in USDT: what the trades of 24 h say (docs/rules.md §8), else the operator's reference price. */
export const guidePrice = z.object({
  price: amount,
  source: z.enum(['trades', 'reference']),
  asOf: timeMs,
});

/** Rules and figures of both markets, and what the user has to act with. */
export const otcFigures = defineCall({
  name: 'otcFigures',
  method: 'GET',
  uri: '/api/v1/otc/info',
  access: 'user',
  effect: 'read',
  shows: ['cash', 'market-rab', 'fills-rab', 'market-usdt', 'unread', 'level'],
  cache: { kind: 'record', maxAgeMs: 10_000 },
  input: nothing,
  output: z.object({
    rab: z.object({
      /** False: halted; cancelling works. */
      isOpen: z.boolean(),
      /** The operator's words. */
      haltReason: z.nullable(z.string()),
      /** `guide`: the market itself, as trades would have moved the guide price too far. */
      haltedBy: z.nullable(z.enum(['operator', 'guide'])),
      guidePrice,
      /** Against the price 24 h ago, as a signed fraction; null without trades. */
      change: z.nullable(amount),
      high: z.nullable(amount),
      low: z.nullable(amount),
      /** RAB traded in 24 h. */
      volume: amount,
      /** An order may be placed between these: near the guide price and near the reference price. */
      lowest: amount,
      highest: amount,
      /** An order may differ from the guide price by this fraction. */
      band: rate,
      /** The user's fee, level discount included, and the fee without it; of USDT, on each side. */
      feeRate: rate,
      baseFeeRate: rate,
      /** A fill is at least this part of each order that can be split. */
      smallestFill: rate,
      /** Part of amount and fee that a buyer deposits. */
      depositRate: rate,
      ttlMs: z.int(),
      /** A buyer has this long to post the rest after a match, ms. */
      restMs: z.int(),
      bestSell: z.nullable(amount),
      bestBuy: z.nullable(amount),
    }),
    usdt: z.object({
      isOpen: z.boolean(),
      haltReason: z.nullable(z.string()),
      /** ISO 4217. */
      fiat: z.string(),
      feeRate: rate,
      baseFeeRate: rate,
      /** Limits of one offer, in USDT. */
      minimum: amount,
      maximum: amount,
      paymentMs: z.int(),
      lateHoldMs: z.int(),
      disputeAfterMs: z.int(),
      disputeForcedMs: z.int(),
      bestSell: z.nullable(amount),
      bestBuy: z.nullable(amount),
    }),
    /** Balances of the account that is switched to. */
    available: z.object({ USDT: amount, RAB: amount }),
    /** The user's orders that wait for the user: a payment, a confirmation, a rest, an unread message. */
    attention: z.int(),
  }),
});

export type OtcFigures = z.output<typeof otcFigures.output>;
