/** Announced versions of the app and reports about them; the rules are in migrations/0007_releases.sql. */
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ReleaseFailureReason } from '../../../contract/release';
import type { ReleaseKind } from '../../../contract/release';
import { timeMsColumn } from './columns';

/** Figures of a package; `bytes` is the sum of its files' lengths, uncompressed. */
export interface PackageFacts {
  files: number;
  bytes: number;
}

export const releases = pgTable('releases', {
  version: text('version').primaryKey(),
  packages: jsonb('packages').$type<{ hot: PackageFacts; full?: PackageFacts | undefined }>().notNull(),
  issuedAt: timeMsColumn('issued_at').notNull(),
  expiresAt: timeMsColumn('expires_at').notNull(),
});

export const releaseReports = pgTable(
  'release_reports',
  {
    version: text('version').notNull(),
    kind: text('kind').$type<ReleaseKind>().notNull(),
    reason: text('reason').$type<ReleaseFailureReason>().notNull(),
    reports: integer('reports').notNull().default(1),
    lastAt: timeMsColumn('last_at').notNull(),
    lastDetail: text('last_detail').notNull(),
  },
  (table) => [primaryKey({ columns: [table.version, table.kind, table.reason] })],
);
