/** The RAB market; the rules are in migrations/0018_otc_rab.sql and 0031_guide_price.sql. */
import { sql } from 'drizzle-orm';
import { boolean, customType, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import type { OtcSide, OtcStatus } from '../../../contract/calls/otc-market';
import type { RAB_ENDINGS } from '../../../contract/calls/otc-rab';
import { idColumn, timeMsColumn, unitsColumn } from './columns';

export const RAB_PAIR = 'RAB/USDT';

const rateColumn = (name: string) => numeric(name, { precision: 14, scale: 10 }).notNull();
const otcId = () =>
  idColumn('id')
    .primaryKey()
    .default(sql`nextval('otc_ids')`);

/** Staff, or the market itself for its guide price. */
export type HaltOrigin = 'operator' | 'guide';

export const otcPairs = pgTable('otc_pairs', {
  pair: text('pair').$type<typeof RAB_PAIR>().primaryKey(),
  haltReason: text('halt_reason'),
  haltedAt: timeMsColumn('halted_at'),
  haltedBy: text('halted_by').$type<HaltOrigin>(),
  guideSince: timeMsColumn('guide_since'),
});

export const otcRabOrders = pgTable('otc_rab_orders', {
  id: otcId(),
  accountId: idColumn('account_id').notNull(),
  userId: idColumn('user_id').notNull(),
  side: text('side').$type<OtcSide>().notNull(),
  price: unitsColumn('price').notNull(),
  guidePrice: unitsColumn('guide_price').notNull(),
  quantity: unitsColumn('quantity').notNull(),
  canSplit: boolean('can_split').notNull(),
  smallestFill: rateColumn('smallest_fill'),
  feeRate: rateColumn('fee_rate'),
  depositRate: rateColumn('deposit_rate'),
  holdId: idColumn('hold_id'),
  createdAt: timeMsColumn('created_at').notNull(),
  expiresAt: timeMsColumn('expires_at').notNull(),
  version: integer('version').notNull(),
  remaining: unitsColumn('remaining').notNull(),
  awaiting: unitsColumn('awaiting').notNull(),
  settled: unitsColumn('settled').notNull(),
  awaitingAmount: unitsColumn('awaiting_amount').notNull(),
  awaitingFee: unitsColumn('awaiting_fee').notNull(),
  deposit: unitsColumn('deposit').notNull(),
  settledAmount: unitsColumn('settled_amount').notNull(),
  fee: unitsColumn('fee').notNull(),
  held: unitsColumn('held').notNull(),
  restDueAt: timeMsColumn('rest_due_at'),
  status: text('status').$type<OtcStatus>().notNull(),
  endedBy: text('ended_by').$type<(typeof RAB_ENDINGS)[number]>(),
  withdrawnAt: timeMsColumn('withdrawn_at'),
  closedAt: timeMsColumn('closed_at'),
  /** The database computes it; the expression is in the migration. */
  smallest: unitsColumn('smallest')
    .notNull()
    .generatedAlwaysAs(sql`0`),
});

export type FillStatus = 'settled' | 'awaiting-rest' | 'rest-missed';

export const otcRabFills = pgTable('otc_rab_fills', {
  id: otcId(),
  buyOrderId: idColumn('buy_order_id').notNull(),
  sellOrderId: idColumn('sell_order_id').notNull(),
  buyerId: idColumn('buyer_id').notNull(),
  sellerId: idColumn('seller_id').notNull(),
  price: unitsColumn('price').notNull(),
  quantity: unitsColumn('quantity').notNull(),
  amount: unitsColumn('amount').notNull(),
  buyerFee: unitsColumn('buyer_fee').notNull(),
  sellerFee: unitsColumn('seller_fee').notNull(),
  deposit: unitsColumn('deposit'),
  status: text('status').$type<FillStatus>().notNull(),
  at: timeMsColumn('at').notNull(),
  closedAt: timeMsColumn('closed_at'),
  escrowJournalId: idColumn('escrow_journal_id'),
  journalId: idColumn('journal_id'),
});

/** Stores the guide price's moves; amounts as text, since JSON's numbers are floats. */
const movesColumn = customType<{ data: { at: number; low: bigint; high: bigint }[]; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (moves) => JSON.stringify(moves.map(({ at, low, high }) => [at, low.toString(), high.toString()])),
  fromDriver: (stored) =>
    (stored as [number, string, string][]).map(([at, low, high]) => ({ at, low: BigInt(low), high: BigInt(high) })),
});

export const otcRabDay = pgTable('otc_rab_day', {
  pair: text('pair').$type<typeof RAB_PAIR>().primaryKey(),
  price: unitsColumn('price'),
  reference: unitsColumn('reference').notNull(),
  moves: movesColumn('moves').notNull(),
  high: unitsColumn('high'),
  low: unitsColumn('low'),
  volume: unitsColumn('volume').notNull(),
  priceBefore: unitsColumn('price_before'),
  lastTradeAt: timeMsColumn('last_trade_at'),
  computedAt: timeMsColumn('computed_at').notNull(),
});
