/** Deposits and how far the chains have been read; the rules are in migrations/0012_deposits.sql and 0022_deposit_paths.sql. */
import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { DEPOSIT_STATUSES } from '../../../contract/calls/wallet';
import type { Network } from '../../../contract/calls/identity';
import { heightColumn, idColumn, identityColumn, timeMsColumn, unitsColumn } from './columns';

export const depositKeys = pgTable(
  'deposit_keys',
  {
    network: text('network').$type<Network>().notNull(),
    keyId: text('key_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.network, table.keyId] })],
);

export const depositAddresses = pgTable(
  'deposit_addresses',
  {
    network: text('network').$type<Network>().notNull(),
    address: text('address').notNull(),
    accountId: idColumn('account_id').notNull(),
    keyId: text('key_id').notNull(),
    /** Of addresses from before migration 0022: they are at `0/index`. */
    derivationIndex: integer('derivation_index'),
    derivationPath: text('derivation_path'),
    createdAt: timeMsColumn('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.network, table.address] })],
);

export const deposits = pgTable('deposits', {
  id: identityColumn('id'),
  network: text('network').$type<Network>().notNull(),
  txId: text('tx_id').notNull(),
  logIndex: integer('log_index').notNull(),
  accountId: idColumn('account_id').notNull(),
  fromAddress: text('from_address').notNull(),
  toAddress: text('to_address').notNull(),
  isTest: boolean('is_test').notNull(),
  raw: unitsColumn('raw').notNull(),
  rawDecimals: smallint('raw_decimals').notNull(),
  amount: unitsColumn('amount').notNull(),
  dust: unitsColumn('dust').notNull(),
  blockNumber: heightColumn('block_number').notNull(),
  blockHash: text('block_hash').notNull(),
  blockAt: timeMsColumn('block_at').notNull(),
  seenAt: timeMsColumn('seen_at').notNull(),
  status: text('status').$type<(typeof DEPOSIT_STATUSES)[number]>().notNull(),
  creditedAt: timeMsColumn('credited_at'),
  journalId: idColumn('journal_id'),
  lostAt: timeMsColumn('lost_at'),
});

export const chainScans = pgTable('chain_scans', {
  network: text('network').$type<Network>().primaryKey(),
  chainId: text('chain_id').notNull(),
  nextBlock: heightColumn('next_block').notNull(),
  recent: jsonb('recent').$type<readonly { number: number; hash: string }[]>().notNull().default([]),
  revision: idColumn('revision').notNull().default('1'),
  trouble: text('trouble'),
  troubleSince: timeMsColumn('trouble_since'),
  updatedAt: timeMsColumn('updated_at').notNull(),
});
