/** Rows of withdrawals, their timelines and their approvals. Every read for a user names the account. */
import { and, asc, eq, inArray, notLike } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { withdrawalApprovals, withdrawalEvents, withdrawals } from '../../db/schema/withdrawals';
import type { WithdrawalState, WithdrawalStep } from '../../db/schema/withdrawals';
import type { Tx } from '../../db/transaction';
import { newestFirst, olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';

export type WithdrawalRow = typeof withdrawals.$inferSelect;
export type NewWithdrawal = Omit<
  typeof withdrawals.$inferInsert,
  'id' | 'state' | 'closedAt' | 'reason' | 'paymentReference' | 'journalId' | 'resolution'
>;
export type EventRow = typeof withdrawalEvents.$inferSelect;

export async function insertWithdrawal(tx: Tx, row: NewWithdrawal): Promise<WithdrawalRow> {
  const [inserted] = await tx.insert(withdrawals).values(row).returning();
  if (!inserted) throw new Error('the withdrawal was not inserted');
  return inserted;
}

/** The withdrawal, locked until the transaction ends. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow | null> {
  const [row] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for('update');
  return row ?? null;
}

/** The account's withdrawal, locked until the transaction ends. */
export async function lockOwn(tx: Tx, accountId: string, id: string): Promise<WithdrawalRow | null> {
  const [row] = await tx
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), eq(withdrawals.accountId, accountId)))
    .for('update');
  return row ?? null;
}

export type StateChange = Pick<WithdrawalRow, 'state'> &
  Partial<Pick<WithdrawalRow, 'closedAt' | 'reason' | 'paymentReference' | 'journalId' | 'resolution'>>;

/** Moves it on, and notes the steps that this is. @returns the row as it is now */
export async function moveOn(
  tx: Tx,
  id: string,
  change: StateChange,
  steps: readonly WithdrawalStep[],
  now: number,
): Promise<WithdrawalRow> {
  const [row] = await tx.update(withdrawals).set(change).where(eq(withdrawals.id, id)).returning();
  if (!row) throw new Error(`withdrawal ${id} is gone`);
  await noteSteps(tx, id, steps, now);
  return row;
}

export async function noteSteps(tx: Tx, id: string, steps: readonly WithdrawalStep[], now: number): Promise<void> {
  if (steps.length === 0) return;
  await tx.insert(withdrawalEvents).values(steps.map((step) => ({ withdrawalId: id, step, at: now })));
}

/** The timelines of these withdrawals, each in the order of what happened. */
export function eventsOf(queries: Queries, ids: readonly string[]): Promise<EventRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return queries
    .select()
    .from(withdrawalEvents)
    .where(inArray(withdrawalEvents.withdrawalId, [...ids]))
    .orderBy(asc(withdrawalEvents.id));
}

/** An account's withdrawals, newest first. */
export function pageWithdrawals(
  queries: Queries,
  page: { accountId: string; states: readonly WithdrawalState[] | null; end: Keyset | null; limit: number },
): Promise<WithdrawalRow[]> {
  const { accountId, states, end, limit } = page;
  const { createdAt, id } = withdrawals;
  return queries
    .select()
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.accountId, accountId),
        states ? inArray(withdrawals.state, [...states]) : undefined,
        olderThan(createdAt, id, end),
      ),
    )
    .orderBy(...newestFirst(createdAt, id))
    .limit(limit);
}

/**
 * Returns the operators who have approved the withdrawal, the first one first. Approvals from before operators had accounts are
 * no more than a text that somebody sent: they do not count.
 */
export function approvalsOf(queries: Queries, id: string): Promise<{ actor: string; at: number }[]> {
  return queries
    .select({ actor: withdrawalApprovals.actor, at: withdrawalApprovals.at })
    .from(withdrawalApprovals)
    .where(and(eq(withdrawalApprovals.withdrawalId, id), notLike(withdrawalApprovals.actor, '%:%')))
    .orderBy(asc(withdrawalApprovals.at), asc(withdrawalApprovals.actor));
}

/** False when this operator has approved it already. */
export async function insertApproval(tx: Tx, id: string, actor: string, now: number): Promise<boolean> {
  const rows = await tx
    .insert(withdrawalApprovals)
    .values({ withdrawalId: id, actor, at: now })
    .onConflictDoNothing()
    .returning({ actor: withdrawalApprovals.actor });
  return rows.length > 0;
}
