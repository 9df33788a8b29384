/** Customer service; the rules are in migrations/0061_service.sql. */
import { bigint, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { ServiceOrderKind, ServiceTopic } from '../../../contract/calls/service';
import type { AssetCode } from '../../../contract/money';
import { idColumn, identityColumn, timeMsColumn } from './columns';

/** Numbers of messages: a conversation never has more than a number holds. */
const seq = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

export const serviceConversations = pgTable('service_conversations', {
  id: identityColumn('id'),
  userId: idColumn('user_id').notNull(),
  topic: text('topic').$type<ServiceTopic>().notNull(),
  openedAt: timeMsColumn('opened_at').notNull(),
  lastSeq: seq('last_seq'),
  lastAt: timeMsColumn('last_at').notNull(),
  answeredSeq: seq('answered_seq'),
  personDelivered: seq('person_delivered'),
  personRead: seq('person_read'),
  operatorDelivered: seq('operator_delivered'),
  operatorRead: seq('operator_read'),
  closedAt: timeMsColumn('closed_at'),
});

export const serviceMessages = pgTable('service_messages', {
  id: identityColumn('id'),
  conversationId: idColumn('conversation_id').notNull(),
  seq: seq('seq'),
  author: text('author').$type<'person' | 'operator'>().notNull(),
  operator: text('operator'),
  clientId: uuid('client_id').notNull().defaultRandom(),
  text: text('text'),
  image: uuid('image'),
  orderKind: text('order_kind').$type<ServiceOrderKind>(),
  orderId: idColumn('order_id'),
  orderAmount: text('order_amount'),
  orderAsset: text('order_asset').$type<AssetCode>(),
  createdAt: timeMsColumn('created_at').notNull(),
});

export const serviceClosings = pgTable('service_closings', {
  id: identityColumn('id'),
  conversationId: idColumn('conversation_id').notNull(),
  operator: text('operator').notNull(),
  closedAt: timeMsColumn('closed_at').notNull(),
  stars: smallint('stars'),
  ratedAt: timeMsColumn('rated_at'),
});
