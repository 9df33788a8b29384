/** Sums what a user asked to withdraw and what an operator approved within 24 hours: both decide how many operators it takes. */
import { and, eq, gt, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { tradingAccounts } from '../../db/schema/identity';
import { withdrawalApprovals, withdrawals } from '../../db/schema/withdrawals';
import type { Tx } from '../../db/transaction';
import { SUM_MS, type DatedAmount } from '../second-operator';

/** Any fixed number: approvals follow each other, so that none misses another's amount. */
const ADVISORY_LOCK = 7_261_012;

/** Locks all approvals: until the transaction ends nobody else approves. */
export async function lockApprovals(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
}

/** The condition that a withdrawal counts: one whose money came back counts for nobody. */
const isOut = notInArray(withdrawals.state, ['rejected', 'cancelled', 'failed']);

/** The other withdrawals of the account's user, of all their accounts, less than 24 hours away. @param id null for one that is not there yet */
export async function othersOfUser(
  queries: Queries,
  { id, accountId, createdAt }: { id: string | null; accountId: string; createdAt: number },
): Promise<DatedAmount[]> {
  const userOf = sql`(SELECT user_id FROM trading_accounts WHERE id = ${accountId})`;
  return queries
    .select({ amount: withdrawals.amount, at: withdrawals.createdAt })
    .from(withdrawals)
    .innerJoin(tradingAccounts, eq(tradingAccounts.id, withdrawals.accountId))
    .where(
      and(
        eq(tradingAccounts.userId, userOf),
        id === null ? undefined : ne(withdrawals.id, id),
        gt(withdrawals.createdAt, createdAt - SUM_MS),
        lt(withdrawals.createdAt, createdAt + SUM_MS),
        isOut,
      ),
    );
}

/** Sums what this operator has approved without a second one in the 24 hours before, smallest units. */
export async function approvedAlone(queries: Queries, actor: string, now: number): Promise<bigint> {
  const { withdrawalId, actor: by, at } = withdrawalApprovals;
  const rows = await queries
    .select({ amount: withdrawals.amount })
    .from(withdrawalApprovals)
    .innerJoin(withdrawals, eq(withdrawals.id, withdrawalId))
    .where(
      and(
        eq(by, actor),
        gt(at, now - SUM_MS),
        isOut,
        ne(withdrawals.state, 'requested'),
        sql`(SELECT count(*) FROM withdrawal_approvals every WHERE every.withdrawal_id = ${withdrawals.id}) = 1`,
      ),
    );
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}
