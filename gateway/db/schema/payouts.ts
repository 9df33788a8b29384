/**
 * Tables that keep payouts from being made twice, and those that halt them; the rules are in migrations/0021_payout_halts.sql.
 */
import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Network } from '../../../contract/calls/identity';
import { heightColumn, idColumn, identityColumn, timeMsColumn, unitsColumn } from './columns';

export const HALT_CAUSES = ['operator', 'restored', 'unexplained', 'disagrees'] as const;
export type HaltCause = (typeof HALT_CAUSES)[number];

export const payoutMark = pgTable('payout_mark', {
  isOnly: boolean('is_only').primaryKey().default(true),
  epoch: bigint('epoch', { mode: 'number' }).notNull(),
  number: bigint('number', { mode: 'number' }).notNull(),
  token: text('token').notNull(),
  lineage: text('lineage').notNull(),
  changedAt: timeMsColumn('changed_at').notNull(),
});

export const withdrawalHalts = pgTable('withdrawal_halts', {
  id: identityColumn('id'),
  network: text('network').$type<Network>(),
  cause: text('cause').$type<HaltCause>().notNull(),
  reason: text('reason').notNull(),
  finding: text('finding'),
  begunAt: timeMsColumn('begun_at').notNull(),
  begunBy: text('begun_by').notNull(),
  endedAt: timeMsColumn('ended_at'),
  endedBy: text('ended_by'),
});

export const walletSpendings = pgTable(
  'wallet_spendings',
  {
    network: text('network').$type<Network>().notNull(),
    chainId: text('chain_id').notNull(),
    wallet: text('wallet').notNull(),
    txId: text('tx_id').notNull(),
    nonce: heightColumn('nonce'),
    raw: unitsColumn('raw').notNull(),
    blockNumber: heightColumn('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    withdrawalId: idColumn('withdrawal_id'),
    reason: text('reason').notNull(),
    proposedBy: text('proposed_by'),
    statedBy: text('stated_by').notNull(),
    at: timeMsColumn('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.network, table.txId] })],
);

export const walletOutgoings = pgTable(
  'wallet_outgoings',
  {
    network: text('network').$type<Network>().notNull(),
    txId: text('tx_id').notNull(),
    logIndex: integer('log_index').notNull(),
    wallet: text('wallet').notNull(),
    toAddress: text('to_address').notNull(),
    raw: unitsColumn('raw').notNull(),
    blockNumber: heightColumn('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    blockAt: timeMsColumn('block_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.network, table.txId, table.logIndex] })],
);

export const walletFillers = pgTable(
  'wallet_fillers',
  {
    network: text('network').$type<Network>().notNull(),
    chainId: text('chain_id').notNull(),
    wallet: text('wallet').notNull(),
    nonce: heightColumn('nonce').notNull(),
    txId: text('tx_id').notNull(),
    signed: text('signed').notNull(),
    gasPrice: unitsColumn('gas_price').notNull(),
    gasLimit: unitsColumn('gas_limit').notNull(),
    createdAt: timeMsColumn('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.network, table.txId] })],
);

export const withdrawalReissues = pgTable('withdrawal_reissues', {
  id: identityColumn('id'),
  withdrawalId: idColumn('withdrawal_id').notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: timeMsColumn('asked_at').notNull(),
  doneAt: timeMsColumn('done_at'),
});
