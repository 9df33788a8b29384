/** Documents and details that users hand in for real-name verification; the rules are in migrations/0010_real_name.sql. */
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { IdentityField } from '../../../contract/calls/identity';
import { idColumn, timeMsColumn } from './columns';

export type FieldState = 'entered' | 'pending-review' | 'approved' | 'failed';
/** A field that was never entered is absent. */
export type IdentityFields = Partial<Record<IdentityField, { state: FieldState; reason?: string }>>;

export const identityRecords = pgTable('identity_records', {
  userId: idColumn('user_id').primaryKey(),
  documentType: text('document_type').$type<'id-card' | 'passport' | 'driving-licence'>(),
  sealedNumber: text('sealed_number'),
  numberKey: text('number_key'),
  sealedName: text('sealed_name'),
  images: jsonb('images').$type<string[]>().notNull().default([]),
  fields: jsonb('fields').$type<IdentityFields>().notNull().default({}),
  revision: integer('revision').notNull().default(0),
  submittedAt: timeMsColumn('submitted_at'),
  reviewedAt: timeMsColumn('reviewed_at'),
});
