/** OTC: offers and trades of the USDT market as users see them (docs/rules.md §8). */
import * as z from 'zod/mini';
import { id, timeMs, uuid } from '../ids';
import { amount, rate } from '../money';
import { otcSide, otcStatus, trader, version } from './otc-market';

/** Digits of a price (fiat per USDT) and of an amount of fiat. */
export const FIAT_PRICE_DECIMALS = 4;

export const FIAT_DECIMALS = 2;

/** An offer to sell USDT, or to buy it. `remaining` leaves out the quantity that is in trades. */
export const usdtOfferRecord = z.object({
  kind: z.literal('offer'),
  id,
  version,
  /** The maker's side. */
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
  /** Limits of one trade, in fiat; a last rest below the minimum can be taken whole. */
  minFiat: amount,
  maxFiat: amount,
  /** Names of the banks that it can be paid to; empty for an offer to buy. */
  banks: z.array(z.string()),
  note: z.nullable(z.string()),
  feeRate: rate,
  /** The maker's USDT that is held for the part of a sale that nobody has taken yet. */
  held: amount,
  createdAt: timeMs,
  closedAt: z.nullable(timeMs),
});

export type UsdtOffer = z.output<typeof usdtOfferRecord>;

/** States of a trade; `match-ended` is what the first four show as (docs/rules.md §17). */
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

const evidence = z.object({
  by: z.enum(['me', 'them']),
  text: z.string(),
  /** `usdtTradeImage` shows them. */
  images: z.array(uuid),
  at: timeMs,
});

/** One trade, as one of its two parties sees it. */
export const usdtTradeRecord = z.object({
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
  /** The present state ends by itself at this time; null for never. */
  deadlineAt: z.nullable(timeMs),
  /** Either side can open a dispute from this time on; null when nobody can. */
  disputableAt: z.nullable(timeMs),
  /** The buyer pays to one of these. Only the two parties see them, and only until the trade has ended; empty afterwards. */
  payees: z.array(
    z.object({
      bankName: z.string(),
      branch: z.nullable(z.string()),
      cardNumber: z.string(),
      holderName: z.string(),
    }),
  ),
  /** The buyer's verified name, to the seller, as long as payees are shown. */
  payerName: z.nullable(z.string()),
  /** The payment's reference, as the buyer told it. */
  reference: z.nullable(z.string()),
  proofs: z.array(uuid),
  cancelAgreed: z.object({ mine: z.boolean(), theirs: z.boolean() }),
  dispute: z.nullable(
    z.object({
      openedBy: z.enum(['me', 'them', 'platform']),
      openedAt: timeMs,
      evidence: z.array(evidence).check(z.maxLength(40)),
      /** The operator's words; null before the ruling. */
      ruling: z.nullable(z.object({ outcome: z.enum(['buyer', 'seller']), reason: z.string(), at: timeMs })),
    }),
  ),
  /** Messages of the other side that the person has not read. */
  unread: z.int(),
  timeline: z.array(
    z.object({
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

export type UsdtTrade = z.output<typeof usdtTradeRecord>;

/** Whoever acts on a trade or an offer acts on what waits as well. */
export const TRADE_CHANGES = ['cash', 'trades-usdt', 'market-usdt'] as const;

/** `offer` when one was placed, `trade` when one was taken. */
export const placedOrTaken = z.object({ order: z.union([usdtOfferRecord, usdtTradeRecord]) });

/** Offers and trades take their ids from one sequence, so that both stand in one list. */
export const usdtOrder = z.union([usdtOfferRecord, usdtTradeRecord]);

export type UsdtOrder = z.output<typeof usdtOrder>;

export const tradeMessage = z.object({
  id,
  /** Made by the device that sent it, so that a message sent again is one message. */
  clientId: uuid,
  by: z.enum(['me', 'them', 'operator']),
  text: z.nullable(z.string()),
  image: z.nullable(uuid),
  createdAt: timeMs,
  /** The other side read it at this time; null before. */
  readAt: z.nullable(timeMs),
});

export type TradeMessage = z.output<typeof tradeMessage>;
