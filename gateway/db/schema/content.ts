/** Figures, published content and airdrops; the rules are in migrations/0004_content.sql. */
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { LangCode } from '../../../contract/ids';
import { identityColumn, timeMsColumn, unitsColumn } from './columns';

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<{ value: unknown }>().notNull(),
  updatedAt: timeMsColumn('updated_at').notNull(),
});

export interface ContentText {
  /** News and banners; empty for a notice. */
  title: string;
  text: string;
  /** Label of a banner's button. */
  action?: string;
}

export const contents = pgTable('contents', {
  id: identityColumn('id'),
  kind: text('kind').$type<'notice' | 'news' | 'bulletin' | 'banner'>().notNull(),
  texts: jsonb('texts').$type<Partial<Record<LangCode, ContentText>>>().notNull(),
  target: text('target'),
  publishedAt: timeMsColumn('published_at').notNull(),
  withdrawnAt: timeMsColumn('withdrawn_at'),
  sampleKey: text('sample_key'),
});

export const airdrops = pgTable('airdrops', {
  id: identityColumn('id'),
  name: text('name').notNull(),
  asset: text('asset').notNull(),
  total: unitsColumn('total').notNull(),
  recipients: integer('recipients').notNull(),
  list: jsonb('list').$type<{ accountId: string; amount: string }[]>().notNull(),
  publishedAt: timeMsColumn('published_at').notNull(),
});
