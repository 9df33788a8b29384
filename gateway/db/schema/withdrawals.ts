/** Withdrawals and the payments that carry them out; the rules are in migrations/0014_withdrawals.sql. */
import { boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { Network } from '../../../contract/calls/identity';
import type { WITHDRAWAL_STEPS } from '../../../contract/calls/withdrawals';
import { heightColumn, idColumn, identityColumn, timeMsColumn, unitsColumn } from './columns';

/** `sending`: a transaction was signed, and from then on the chain decides. */
export const WITHDRAWAL_STATES = [
  'requested',
  'approved',
  'sending',
  'success',
  'rejected',
  'cancelled',
  'failed',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];
export type WithdrawalStep = (typeof WITHDRAWAL_STEPS)[number];

export const withdrawals = pgTable('withdrawals', {
  id: identityColumn('id'),
  accountId: idColumn('account_id').notNull(),
  methodId: idColumn('method_id').notNull(),
  kind: text('kind').$type<'chain' | 'bank'>().notNull(),
  network: text('network').$type<Network>(),
  isTest: boolean('is_test').notNull(),
  address: text('address'),
  bankName: text('bank_name'),
  sealedCard: text('sealed_card'),
  cardLast4: text('card_last4'),
  amount: unitsColumn('amount').notNull(),
  fee: unitsColumn('fee').notNull(),
  approvalsNeeded: smallint('approvals_needed').notNull(),
  holdId: idColumn('hold_id').notNull(),
  state: text('state').$type<WithdrawalState>().notNull().default('requested'),
  createdAt: timeMsColumn('created_at').notNull(),
  closedAt: timeMsColumn('closed_at'),
  reason: text('reason'),
  paymentReference: text('payment_reference'),
  journalId: idColumn('journal_id'),
  /** Outcome that operators gave it, after something else had spent its nonce (migrations/0021_payout_halts.sql). */
  resolution: text('resolution').$type<'paid' | 'returned'>(),
});

export const withdrawalEvents = pgTable('withdrawal_events', {
  id: identityColumn('id'),
  withdrawalId: idColumn('withdrawal_id').notNull(),
  step: text('step').$type<WithdrawalStep>().notNull(),
  at: timeMsColumn('at').notNull(),
});

export const withdrawalApprovals = pgTable(
  'withdrawal_approvals',
  {
    withdrawalId: idColumn('withdrawal_id').notNull(),
    actor: text('actor').notNull(),
    at: timeMsColumn('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.withdrawalId, table.actor] })],
);

export const withdrawalWallets = pgTable(
  'withdrawal_wallets',
  {
    network: text('network').$type<Network>().notNull(),
    chainId: text('chain_id').notNull(),
    address: text('address').notNull(),
    nextNonce: heightColumn('next_nonce').notNull(),
  },
  (table) => [primaryKey({ columns: [table.network, table.chainId, table.address] })],
);

export const withdrawalNonces = pgTable('withdrawal_nonces', {
  withdrawalId: idColumn('withdrawal_id').primaryKey(),
  network: text('network').$type<Network>().notNull(),
  chainId: text('chain_id').notNull(),
  wallet: text('wallet').notNull(),
  nonce: heightColumn('nonce').notNull(),
});

export const withdrawalTransactions = pgTable('withdrawal_transactions', {
  id: identityColumn('id'),
  withdrawalId: idColumn('withdrawal_id').notNull(),
  network: text('network').$type<Network>().notNull(),
  txId: text('tx_id').notNull(),
  signed: text('signed').notNull(),
  gasPrice: unitsColumn('gas_price').notNull(),
  gasLimit: unitsColumn('gas_limit').notNull(),
  raw: unitsColumn('raw').notNull(),
  createdAt: timeMsColumn('created_at').notNull(),
  broadcastAt: timeMsColumn('broadcast_at'),
  blockNumber: heightColumn('block_number'),
  blockHash: text('block_hash'),
});

export const walletFundings = pgTable(
  'wallet_fundings',
  {
    network: text('network').$type<Network>().notNull(),
    txId: text('tx_id').notNull(),
    logIndex: integer('log_index').notNull(),
    wallet: text('wallet').notNull(),
    fromAddress: text('from_address').notNull(),
    raw: unitsColumn('raw').notNull(),
    blockNumber: heightColumn('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    blockAt: timeMsColumn('block_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.network, table.txId, table.logIndex] })],
);
