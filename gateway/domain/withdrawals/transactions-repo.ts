/** Rows of the transactions that carry withdrawals out on a chain. */
import { asc, inArray } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { withdrawalTransactions } from '../../db/schema/withdrawals';

export type TransactionRow = typeof withdrawalTransactions.$inferSelect;

/** Every transaction of these withdrawals, the oldest first. */
export function transactionsOf(queries: Queries, ids: readonly string[]): Promise<TransactionRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return queries
    .select()
    .from(withdrawalTransactions)
    .where(inArray(withdrawalTransactions.withdrawalId, [...ids]))
    .orderBy(asc(withdrawalTransactions.id));
}
