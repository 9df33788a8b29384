/** Withdrawals with whose they are, for operators. */
import { asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { tradingAccounts, users } from '../../db/schema/identity';
import { withdrawals, type WithdrawalState } from '../../db/schema/withdrawals';
import type { WithdrawalRow } from './repo';

export interface OwnedWithdrawal {
  row: WithdrawalRow;
  userId: string;
  email: string | null;
  phone: string | null;
  /** How many operators have approved it. */
  approvals: number;
}

function owned(queries: Queries) {
  return queries
    .select({
      row: withdrawals,
      userId: users.id,
      email: users.email,
      phone: users.phone,
      approvals: sql<number>`(SELECT count(*)::int FROM withdrawal_approvals a WHERE a.withdrawal_id = ${withdrawals.id})`,
    })
    .from(withdrawals)
    .innerJoin(tradingAccounts, eq(tradingAccounts.id, withdrawals.accountId))
    .innerJoin(users, eq(users.id, tradingAccounts.userId));
}

export async function withdrawalWithOwner(queries: Queries, id: string): Promise<OwnedWithdrawal | null> {
  const [found] = await owned(queries).where(eq(withdrawals.id, id));
  return found ?? null;
}

/** Those that have not ended, the oldest first; or those in one state, the newest first. */
export function listWithdrawals(
  queries: Queries,
  state: WithdrawalState | null,
  limit: number,
): Promise<OwnedWithdrawal[]> {
  return state === null
    ? owned(queries).where(isNull(withdrawals.closedAt)).orderBy(asc(withdrawals.id)).limit(limit)
    : owned(queries).where(eq(withdrawals.state, state)).orderBy(desc(withdrawals.id)).limit(limit);
}
