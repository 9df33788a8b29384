/** Notices of people, and how they want to be told (migrations/0064_notices.sql, 0065_push.sql, 0068_notice_accounts.sql). */
import { jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { LangCode } from '../../../contract/ids';
import { idColumn, identityColumn, timeMsColumn } from './columns';

export const notices = pgTable('notices', {
  id: identityColumn('id'),
  userId: idColumn('user_id').notNull(),
  kind: text('kind').notNull(),
  category: text('category').notNull(),
  subjectId: text('subject_id').notNull(),
  occasion: text('occasion').notNull(),
  at: timeMsColumn('at').notNull(),
  readAt: timeMsColumn('read_at'),
  dispatchedAt: timeMsColumn('dispatched_at'),
  accountId: idColumn('account_id'),
});

export const noticePreferences = pgTable('notice_preferences', {
  userId: idColumn('user_id').primaryKey(),
  switches: jsonb('switches').$type<Readonly<Record<string, boolean>>>().notNull(),
  quietFrom: text('quiet_from'),
  quietUntil: text('quiet_until'),
  quietZone: text('quiet_zone'),
});

export const pushKeys = pgTable('push_keys', {
  id: smallint('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  sealedPrivate: text('sealed_private').notNull(),
  createdAt: timeMsColumn('created_at').notNull(),
});

export const pushSubscriptions = pgTable('push_subscriptions', {
  id: identityColumn('id'),
  userId: idColumn('user_id').notNull(),
  lineId: idColumn('line_id').notNull(),
  endpointHash: text('endpoint_hash').notNull(),
  sealed: text('sealed').notNull(),
  lang: text('lang').$type<LangCode>().notNull(),
  createdAt: timeMsColumn('created_at').notNull(),
});

export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    noticeId: idColumn('notice_id').notNull(),
    subscriptionId: idColumn('subscription_id').notNull(),
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: timeMsColumn('next_attempt_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.noticeId, table.subscriptionId] })],
);
