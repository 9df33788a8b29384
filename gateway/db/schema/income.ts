/** The table of incomes; the rules are in migrations/0044_incomes.sql. */
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { incomeLineage, incomePool, pendingReason } from '../../../contract/calls/income';
import type { AssetCode } from '../../../contract/money';
import type * as z from 'zod/mini';
import { idColumn, identityColumn, timeMsColumn, unitsColumn } from './columns';

export type IncomeSource = z.infer<typeof incomeLineage>['source'];

export const incomes = pgTable('incomes', {
  id: identityColumn('id'),
  accountId: idColumn('account_id').notNull(),
  source: text('source').$type<IncomeSource>().notNull(),
  cause: text('cause').notNull(),
  asset: text('asset').$type<AssetCode>().notNull(),
  amount: unitsColumn('amount').notNull(),
  pool: text('pool').$type<z.infer<typeof incomePool>>().notNull(),
  inputs: jsonb('inputs').$type<Readonly<Record<string, unknown>>>().notNull(),
  incomeAt: timeMsColumn('income_at').notNull(),
  createdAt: timeMsColumn('created_at').notNull(),
  reason: text('reason').$type<z.infer<typeof pendingReason>>(),
  journalId: idColumn('journal_id'),
  arrivedAt: timeMsColumn('arrived_at'),
});
