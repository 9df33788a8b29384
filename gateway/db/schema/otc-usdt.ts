/** The USDT market; the rules are in migrations/0019_otc_usdt.sql. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { OtcSide, OtcStatus } from '../../../contract/calls/otc-market';
import type { TRADE_REASONS, TRADE_STEPS, TradeState } from '../../../contract/calls/otc-usdt-records';
import { idColumn, identityColumn, timeMsColumn, unitsColumn } from './columns';

export type TradeParty = 'buyer' | 'seller';
export type TradeStep = (typeof TRADE_STEPS)[number];
export type TradeReason = (typeof TRADE_REASONS)[number];
/** The event that ended a trade. */
export type TradeEnd =
  | 'confirmed'
  | 'ruled-for-buyer'
  | 'buyer-cancelled'
  | 'not-paid'
  | 'both-agreed'
  | 'ruled-for-seller';

/** A card to pay to, as it was at the taking; `sealedCard` is the method's own. */
export interface SealedPayee {
  bankName: string;
  sealedCard: string;
}

/** RAB orders, offers and trades are numbered together, so that lists and links mix them. */
const otcId = (name: string) =>
  idColumn(name)
    .primaryKey()
    .default(sql`nextval('otc_ids')`);

export const otcUsdtMarket = pgTable('otc_usdt_market', {
  one: boolean('one').primaryKey(),
  haltReason: text('halt_reason'),
});

export const otcUsdtOffers = pgTable('otc_usdt_offers', {
  id: otcId('id'),
  version: integer('version').notNull().default(1),
  userId: idColumn('user_id').notNull(),
  accountId: idColumn('account_id').notNull(),
  side: text('side').$type<OtcSide>().notNull(),
  state: text('state').$type<'open' | 'withdrawn' | 'done'>().notNull().default('open'),
  price: unitsColumn('price').notNull(),
  fiat: text('fiat').notNull(),
  quantity: unitsColumn('quantity').notNull(),
  remaining: unitsColumn('remaining').notNull(),
  inTrades: unitsColumn('in_trades').notNull().default(0n),
  completed: unitsColumn('completed').notNull().default(0n),
  returned: unitsColumn('returned').notNull().default(0n),
  minFiat: unitsColumn('min_fiat').notNull(),
  maxFiat: unitsColumn('max_fiat').notNull(),
  methodIds: jsonb('method_ids').$type<readonly string[]>().notNull().default([]),
  note: text('note'),
  feeRate: text('fee_rate').notNull(),
  holdId: idColumn('hold_id'),
  held: unitsColumn('held').notNull().default(0n),
  createdAt: timeMsColumn('created_at').notNull(),
  closedAt: timeMsColumn('closed_at'),
  status: text('status')
    .$type<OtcStatus>()
    .notNull()
    .generatedAlwaysAs(sql`status`),
});

export const otcUsdtTrades = pgTable('otc_usdt_trades', {
  id: otcId('id'),
  version: integer('version').notNull().default(1),
  offerId: idColumn('offer_id').notNull(),
  buyerUserId: idColumn('buyer_user_id').notNull(),
  buyerAccountId: idColumn('buyer_account_id').notNull(),
  sellerUserId: idColumn('seller_user_id').notNull(),
  sellerAccountId: idColumn('seller_account_id').notNull(),
  state: text('state').$type<TradeState>().notNull().default('awaiting-payment'),
  price: unitsColumn('price').notNull(),
  fiat: text('fiat').notNull(),
  quantity: unitsColumn('quantity').notNull(),
  fiatAmount: unitsColumn('fiat_amount').notNull(),
  buyerFeeRate: text('buyer_fee_rate').notNull(),
  buyerFee: unitsColumn('buyer_fee').notNull(),
  sellerFeeRate: text('seller_fee_rate').notNull(),
  sellerFee: unitsColumn('seller_fee').notNull(),
  payees: jsonb('payees').$type<readonly SealedPayee[]>().notNull(),
  lateHoldMs: bigint('late_hold_ms', { mode: 'number' }).notNull(),
  disputeAfterMs: bigint('dispute_after_ms', { mode: 'number' }).notNull(),
  disputeForcedMs: bigint('dispute_forced_ms', { mode: 'number' }).notNull(),
  rulingsNeeded: smallint('rulings_needed').notNull(),
  deadlineAt: timeMsColumn('deadline_at'),
  paidAt: timeMsColumn('paid_at'),
  reference: text('reference'),
  proofs: jsonb('proofs').$type<readonly string[]>().notNull().default([]),
  buyerAgrees: boolean('buyer_agrees').notNull().default(false),
  sellerAgrees: boolean('seller_agrees').notNull().default(false),
  disputedAt: timeMsColumn('disputed_at'),
  disputedBy: text('disputed_by').$type<TradeParty | 'platform'>(),
  ruling: text('ruling').$type<TradeParty>(),
  rulingReason: text('ruling_reason'),
  createdAt: timeMsColumn('created_at').notNull(),
  closedAt: timeMsColumn('closed_at'),
  endedBy: text('ended_by').$type<TradeEnd>(),
  journalId: idColumn('journal_id'),
  status: text('status')
    .$type<OtcStatus>()
    .notNull()
    .generatedAlwaysAs(sql`status`),
});

export const otcUsdtEvents = pgTable('otc_usdt_events', {
  id: identityColumn('id'),
  tradeId: idColumn('trade_id').notNull(),
  step: text('step').$type<TradeStep>().notNull(),
  by: text('by_whom').$type<TradeParty | 'platform' | 'operator'>().notNull(),
  reason: text('reason').$type<TradeReason>(),
  at: timeMsColumn('at').notNull(),
});

export const otcUsdtEvidence = pgTable('otc_usdt_evidence', {
  id: identityColumn('id'),
  tradeId: idColumn('trade_id').notNull(),
  userId: idColumn('user_id').notNull(),
  text: text('text').notNull(),
  images: jsonb('images').$type<readonly string[]>().notNull(),
  at: timeMsColumn('at').notNull(),
});

export const otcUsdtImages = pgTable(
  'otc_usdt_images',
  {
    tradeId: idColumn('trade_id').notNull(),
    image: uuid('image').notNull(),
    at: timeMsColumn('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tradeId, table.image] })],
);

export const otcUsdtRulings = pgTable(
  'otc_usdt_rulings',
  {
    tradeId: idColumn('trade_id').notNull(),
    actor: text('actor').notNull(),
    outcome: text('outcome').$type<TradeParty>().notNull(),
    reason: text('reason').notNull(),
    at: timeMsColumn('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tradeId, table.actor] })],
);

export const otcUsdtMessages = pgTable('otc_usdt_messages', {
  id: identityColumn('id'),
  tradeId: idColumn('trade_id').notNull(),
  userId: idColumn('user_id'),
  clientId: uuid('client_id').notNull().defaultRandom(),
  text: text('text'),
  image: uuid('image'),
  createdAt: timeMsColumn('created_at').notNull(),
  readAt: timeMsColumn('read_at'),
});

export const otcUsdtReads = pgTable(
  'otc_usdt_reads',
  {
    tradeId: idColumn('trade_id').notNull(),
    userId: idColumn('user_id').notNull(),
    messageId: idColumn('message_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tradeId, table.userId] })],
);
