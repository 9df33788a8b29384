/** The database's notes on the gateway's secret, never the secret itself (migrations/0037_secret_rotation.sql). */
import { pgTable, text } from 'drizzle-orm/pg-core';
import { identityColumn, timeMsColumn } from './columns';

/** Keys of former secrets, sealed with the present secret. */
export const olderKeys = pgTable('older_keys', {
  id: identityColumn('id'),
  use: text('use').notNull(),
  keyId: text('key_id').notNull(),
  sealedKey: text('sealed_key').notNull(),
  retiredAt: timeMsColumn('retired_at').notNull(),
});
