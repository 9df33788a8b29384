/** Notices that the gateway sends to devices without being asked (migrations/0016_live_events.sql). */
import { jsonb, pgTable } from 'drizzle-orm/pg-core';
import type { LiveNotice } from '../../../contract/calls/live';
import { idColumn, identityColumn, timeMsColumn } from './columns';

export const liveEvents = pgTable('live_events', {
  id: identityColumn('id'),
  /** Null: everybody. */
  userId: idColumn('user_id'),
  calls: jsonb('calls').$type<readonly string[]>().notNull(),
  notice: jsonb('notice').$type<LiveNotice>(),
  at: timeMsColumn('at').notNull(),
});
