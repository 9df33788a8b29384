/** Tables of the doors: seen handshakes, rate limits, uploads. Functions over them are in migrations/0005_door.sql. */
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, timeMsColumn } from './columns';

export const seenHandshakes = pgTable('seen_handshakes', {
  handshake: text('handshake').primaryKey(),
  expiresAt: timeMsColumn('expires_at').notNull(),
});

export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  resetsAt: timeMsColumn('resets_at').notNull(),
});

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const uploads = pgTable('uploads', {
  id: uuid('id').primaryKey(),
  userId: idColumn('user_id').notNull(),
  path: text('path').notNull(),
  type: text('type').$type<ImageType>().notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: integer('bytes').notNull(),
  createdAt: timeMsColumn('created_at').notNull(),
});
