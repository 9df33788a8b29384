/** Tables of custody orders and of their changes; the rules are in migrations/0003_custody.sql. */
import { integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, identityColumn, timeMsColumn, unitsColumn } from './columns';

export const custodyOrders = pgTable('custody_orders', {
  id: identityColumn('id'),
  accountId: idColumn('account_id').notNull(),
  addedToId: idColumn('added_to_id'),
  planId: text('plan_id').notNull(),
  days: integer('days').notNull(),
  dailyRate: numeric('daily_rate', { precision: 14, scale: 10 }).notNull(),
  redeemFeeRate: numeric('redeem_fee_rate', { precision: 14, scale: 10 }).notNull(),
  minimumExclusive: unitsColumn('minimum_exclusive').notNull(),
  placed: unitsColumn('placed').notNull(),
  startsAt: timeMsColumn('starts_at').notNull(),
  endsAt: timeMsColumn('ends_at').notNull(),
  freeUndoUntil: timeMsColumn('free_undo_until').notNull(),
  revision: integer('revision').notNull().default(1),
  status: text('status').$type<'in-progress' | 'expired'>().notNull().default('in-progress'),
  endedBy: text('ended_by').$type<'maturity' | 'redemption'>(),
  endedAt: timeMsColumn('ended_at'),
  principal: unitsColumn('principal').notNull(),
  accrued: unitsColumn('accrued').notNull().default(0n),
  daysAccrued: integer('days_accrued').notNull().default(0),
  interestPaid: unitsColumn('interest_paid').notNull().default(0n),
  nextDueAt: timeMsColumn('next_due_at'),
});

export const custodyInterest = pgTable(
  'custody_interest',
  {
    orderId: idColumn('order_id').notNull(),
    day: integer('day').notNull(),
    accountId: idColumn('account_id').notNull(),
    amount: unitsColumn('amount').notNull(),
    dueAt: timeMsColumn('due_at').notNull(),
    creditedAt: timeMsColumn('credited_at').notNull(),
    journalId: idColumn('journal_id'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.day] })],
);

export const custodyChanges = pgTable('custody_changes', {
  id: identityColumn('id'),
  orderId: idColumn('order_id').notNull(),
  accountId: idColumn('account_id').notNull(),
  kind: text('kind').$type<'placed' | 'added' | 'redeemed' | 'undone' | 'matured'>().notNull(),
  before: unitsColumn('before').notNull(),
  after: unitsColumn('after').notNull(),
  fee: unitsColumn('fee').notNull(),
  journalId: idColumn('journal_id').notNull(),
  createdAt: timeMsColumn('created_at').notNull(),
});

export const equitySnapshots = pgTable(
  'equity_snapshots',
  {
    accountId: idColumn('account_id').notNull(),
    day: timeMsColumn('day').notNull(),
    totalUsdt: unitsColumn('total_usdt').notNull(),
    /** RAB in USDT's smallest units per RAB. */
    price: unitsColumn('price').notNull(),
    /** Amount that came in from outside since the snapshot before, less the amount that left. */
    flowUsdt: unitsColumn('flow_usdt').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
);
