/** Freezes of accounts and the links that freeze from a mail (migration 0034). */
import { pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, identityColumn, timeMsColumn } from './columns';

export type FreezeOrigin = 'owner' | 'link' | 'operator';
export type ThawOrigin = 'owner' | 'operator';

export const accountFreezes = pgTable('account_freezes', {
  id: identityColumn('id'),
  userId: idColumn('user_id').notNull(),
  frozenAt: timeMsColumn('frozen_at').notNull(),
  frozenBy: text('frozen_by').$type<FreezeOrigin>().notNull(),
  reason: text('reason'),
  thawAskedAt: timeMsColumn('thaw_asked_at'),
  thawAskedBy: text('thaw_asked_by').$type<ThawOrigin>(),
  thawAt: timeMsColumn('thaw_at'),
  thawedAt: timeMsColumn('thawed_at'),
});

export const freezeLinks = pgTable('freeze_links', {
  tokenHash: text('token_hash').primaryKey(),
  userId: idColumn('user_id'),
  expiresAt: timeMsColumn('expires_at').notNull(),
});
