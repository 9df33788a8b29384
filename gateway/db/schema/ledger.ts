/** The ledger's tables as the query builder sees them; the rules are in migrations/0000_ledger_tables.sql. */
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { idColumn, identityColumn, timeMsColumn, unitsColumn } from './columns';

export const assets = pgTable('assets', {
  code: text('code').primaryKey(),
  decimals: smallint('decimals').notNull(),
  supply: text('supply').$type<'open' | 'fixed'>().notNull(),
});

export const accounts = pgTable('accounts', {
  id: identityColumn('id'),
  ownerAccountId: idColumn('owner_account_id'),
  kind: text('kind').notNull(),
  name: text('name'),
  lane: integer('lane').notNull(),
  asset: text('asset').notNull(),
  mode: text('mode').$type<'checked' | 'append'>().notNull(),
  mayBeNegative: boolean('may_be_negative').notNull(),
  balance: unitsColumn('balance').notNull(),
  held: unitsColumn('held').notNull(),
});

export const journals = pgTable('journals', {
  id: identityColumn('id'),
  transferId: text('transfer_id').notNull(),
  kind: text('kind').notNull(),
  reference: text('reference'),
  memo: jsonb('memo').$type<Record<string, unknown>>().notNull(),
  legCount: smallint('leg_count').notNull(),
  createdAt: timeMsColumn('created_at').notNull(),
});

export const entries = pgTable('entries', {
  id: identityColumn('id'),
  journalId: idColumn('journal_id').notNull(),
  leg: smallint('leg').notNull(),
  accountId: idColumn('account_id').notNull(),
  asset: text('asset').notNull(),
  amount: unitsColumn('amount').notNull(),
  holdId: idColumn('hold_id'),
  accountSeq: idColumn('account_seq'),
  balanceAfter: unitsColumn('balance_after'),
});

export const holds = pgTable('holds', {
  id: identityColumn('id'),
  transferId: text('transfer_id').notNull(),
  accountId: idColumn('account_id').notNull(),
  amount: unitsColumn('amount').notNull(),
  posted: unitsColumn('posted').notNull(),
  released: unitsColumn('released').notNull(),
  reference: text('reference'),
  createdAt: timeMsColumn('created_at').notNull(),
});

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: idColumn('user_id').notNull(),
    key: text('key').notNull(),
    /** Null, like the input's hash and the answer, of a closed key. */
    call: text('call'),
    inputHash: text('input_hash'),
    answer: jsonb('answer').$type<{ value: unknown }>(),
    closed: boolean('closed').notNull().default(false),
    createdAt: timeMsColumn('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);

/** One row per closed day (migrations/0036_ledger_days.sql). */
export const ledgerDays = pgTable('ledger_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  throughId: idColumn('through_id').notNull(),
  journals: bigint('journals', { mode: 'number' }).notNull(),
  head: text('head').notNull(),
  closedAt: timeMsColumn('closed_at').notNull(),
});
