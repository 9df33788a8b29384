/** The gateway's records of itself: operator acts, scheduled work, and a mark of demo data. */
import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, identityColumn, timeMsColumn } from './columns';

/** One row per operator act; rows never change. Those from before the chain (migrations/0024_operators.sql) have no `seq`. */
export const auditLog = pgTable('audit_log', {
  id: identityColumn('id'),
  at: timeMsColumn('at').notNull(),
  actor: text('actor').notNull(),
  act: text('act').notNull(),
  subject: text('subject'),
  detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  seq: bigint('seq', { mode: 'number' }),
  /** The canonical JSON that was signed; null for the gateway's own acts. */
  statement: text('statement'),
  signature: text('signature'),
  previousHash: text('previous_hash'),
  hash: text('hash'),
});

/** One row: the beginning of the audit's chain, and its end so far. */
export const auditChain = pgTable('audit_chain', {
  isOnly: boolean('is_only').primaryKey().default(true),
  genesisThrough: idColumn('genesis_through').notNull(),
  genesisHash: text('genesis_hash').notNull(),
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
  lastHash: text('last_hash').notNull(),
});

/** Progress of each scheduled job, so that it catches up after a stop. */
export const systemJobs = pgTable('system_jobs', {
  name: text('name').primaryKey(),
  state: jsonb('state').$type<Record<string, unknown>>().notNull().default({}),
  lastStartedAt: timeMsColumn('last_started_at'),
  lastFinishedAt: timeMsColumn('last_finished_at'),
  lastError: text('last_error'),
});

/** At most one row, which marks a database with demo data and tells the progress of their seeding (migrations/0006_demo.sql). */
export const demoData = pgTable('demo_data', {
  isOnly: boolean('is_only').primaryKey().default(true),
  begunAt: timeMsColumn('begun_at').notNull(),
  stepsDone: integer('steps_done').notNull().default(0),
  orders: jsonb('orders').$type<Record<string, string>>().notNull().default({}),
  completedAt: timeMsColumn('completed_at'),
});

/** At most one row: the last time that gateways of this database saw and believed (migrations/0032_clock_mark.sql). */
export const clockMark = pgTable('clock_mark', {
  isOnly: boolean('is_only').primaryKey().default(true),
  seenAt: timeMsColumn('seen_at').notNull(),
  accepted: integer('accepted').notNull().default(0),
  acceptedAt: timeMsColumn('accepted_at'),
});
