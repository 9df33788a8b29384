/** Feedback, its images and replies; the rules are in migrations/0063_feedback.sql. */
import { sql } from 'drizzle-orm';
import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { FeedbackStatus } from '../../../contract/calls/feedback';
import { idColumn, identityColumn, timeMsColumn } from './columns';

export const feedback = pgTable('feedback', {
  id: identityColumn('id'),
  userId: idColumn('user_id').notNull(),
  clientId: uuid('client_id').notNull(),
  title: text('title').notNull(),
  content: text('content').notNull(),
  orderNumber: text('order_number'),
  createdAt: timeMsColumn('created_at').notNull(),
  repliedAt: timeMsColumn('replied_at'),
  status: text('status')
    .$type<FeedbackStatus>()
    .notNull()
    .generatedAlwaysAs(sql`status`),
});

export const feedbackImages = pgTable('feedback_images', {
  feedbackId: idColumn('feedback_id').notNull(),
  /** From 1 on. */
  place: smallint('place').notNull(),
  image: uuid('image').notNull(),
});

export const feedbackReplies = pgTable('feedback_replies', {
  id: identityColumn('id'),
  feedbackId: idColumn('feedback_id').notNull(),
  actor: text('actor').notNull(),
  text: text('text').notNull(),
  at: timeMsColumn('at').notNull(),
});
