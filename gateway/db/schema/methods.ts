/** Withdrawal methods; the rules are in migrations/0011_methods_and_accounts.sql. */
import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Network } from '../../../contract/calls/identity';
import { idColumn, identityColumn, timeMsColumn } from './columns';

export const withdrawalMethods = pgTable('withdrawal_methods', {
  id: identityColumn('id'),
  userId: idColumn('user_id').notNull(),
  kind: text('kind').$type<'chain' | 'bank'>().notNull(),
  targetKey: text('target_key').notNull(),
  network: text('network').$type<Network>(),
  address: text('address'),
  bankName: text('bank_name'),
  sealedCard: text('sealed_card'),
  cardLast4: text('card_last4'),
  createdAt: timeMsColumn('created_at').notNull(),
  removedAt: timeMsColumn('removed_at'),
});
