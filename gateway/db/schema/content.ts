/** Figures, published content and airdrops; the rules are in migrations 0004_content.sql, 0058_articles.sql and 0067_documents.sql. */
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Block } from '../../../contract/article';
import type { QuestionTopic } from '../../../contract/calls/help';
import type { LangCode } from '../../../contract/ids';
import { idColumn, identityColumn, timeMsColumn, unitsColumn } from './columns';

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<{ value: unknown }>().notNull(),
  updatedAt: timeMsColumn('updated_at').notNull(),
});

export interface ContentText {
  /** Empty for a notice. */
  title: string;
  /** Empty for a question and a mandatory notice: they have a body. */
  text: string;
  /** Label of a banner's button. */
  action?: string;
  /** The operator's Markdown. */
  body?: string;
  /** The tree that was made of the body when it was published. */
  article?: Block[];
  /** A document's PDF: a row of `content_files`. */
  file?: { id: string; bytes: number; pages: number };
}

export const contents = pgTable('contents', {
  id: identityColumn('id'),
  kind: text('kind')
    .$type<'notice' | 'news' | 'bulletin' | 'banner' | 'question' | 'link' | 'mandatory' | 'document'>()
    .notNull(),
  texts: jsonb('texts').$type<Partial<Record<LangCode, ContentText>>>().notNull(),
  target: text('target'),
  publishedAt: timeMsColumn('published_at').notNull(),
  withdrawnAt: timeMsColumn('withdrawn_at'),
  sampleKey: text('sample_key'),
  topic: text('topic').$type<QuestionTopic>(),
  position: integer('position').notNull().default(100),
  noticeName: text('notice_name'),
  noticeVersion: integer('notice_version'),
});

export const contentImages = pgTable('content_images', {
  id: uuid('id').primaryKey(),
  path: text('path').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: integer('bytes').notNull(),
  createdAt: timeMsColumn('created_at').notNull(),
});

export const contentFiles = pgTable('content_files', {
  id: uuid('id').primaryKey(),
  path: text('path').notNull(),
  bytes: integer('bytes').notNull(),
  pages: integer('pages').notNull(),
  createdAt: timeMsColumn('created_at').notNull(),
});

export const contentReads = pgTable(
  'content_reads',
  {
    userId: idColumn('user_id').notNull(),
    contentId: idColumn('content_id').notNull(),
    readAt: timeMsColumn('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.contentId] })],
);

export const contentAcknowledgements = pgTable(
  'content_acknowledgements',
  {
    userId: idColumn('user_id').notNull(),
    contentId: idColumn('content_id').notNull(),
    acknowledgedAt: timeMsColumn('acknowledged_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.contentId] })],
);

export const airdrops = pgTable('airdrops', {
  id: identityColumn('id'),
  name: text('name').notNull(),
  asset: text('asset').notNull(),
  total: unitsColumn('total').notNull(),
  recipients: integer('recipients').notNull(),
  list: jsonb('list').$type<{ accountId: string; amount: string }[]>().notNull(),
  publishedAt: timeMsColumn('published_at').notNull(),
});
