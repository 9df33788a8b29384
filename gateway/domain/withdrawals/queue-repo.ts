/** Withdrawals with whose they are, for operators. */
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Network } from '../../../contract/calls/identity';
import type { Queries } from '../../db/client';
import { tradingAccounts, users } from '../../db/schema/identity';
import { withdrawals, type WithdrawalState } from '../../db/schema/withdrawals';
import type { WithdrawalRow } from './repo';
import { rawOf } from './rules';

export interface OwnedWithdrawal {
  row: WithdrawalRow;
  userId: string;
  email: string | null;
  phone: string | null;
  /** The owner's account is frozen: nothing is paid. */
  isFrozen: boolean;
  /** The number of operators who have approved it. */
  approvals: number;
}

function owned(queries: Queries) {
  return queries
    .select({
      row: withdrawals,
      userId: users.id,
      email: users.email,
      phone: users.phone,
      isFrozen: sql<boolean>`EXISTS (SELECT FROM account_freezes f WHERE f.user_id = ${users.id} AND f.thawed_at IS NULL)`,
      approvals: sql<number>`(SELECT count(*)::int FROM withdrawal_approvals a WHERE a.withdrawal_id = ${withdrawals.id} AND a.actor NOT LIKE '%:%')`,
    })
    .from(withdrawals)
    .innerJoin(tradingAccounts, eq(tradingAccounts.id, withdrawals.accountId))
    .innerJoin(users, eq(users.id, tradingAccounts.userId));
}

export async function withdrawalWithOwner(queries: Queries, id: string): Promise<OwnedWithdrawal | null> {
  const [found] = await owned(queries).where(eq(withdrawals.id, id));
  return found ?? null;
}

/** Withdrawals of this amount to this address that wait, or that their user has taken back: which a transfer may have paid. */
export async function candidatesFor(
  queries: Queries,
  { network, address, raw, decimals }: { network: Network; address: string; raw: bigint; decimals: number },
): Promise<string[]> {
  const scale = rawOf(1n, decimals);
  if (raw % scale !== 0n) return [];
  const rows = await queries
    .select({ id: withdrawals.id, state: withdrawals.state })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.network, network),
        eq(withdrawals.address, address),
        eq(withdrawals.amount, raw / scale),
        inArray(withdrawals.state, ['requested', 'approved', 'sending', 'cancelled', 'rejected', 'failed']),
      ),
    )
    .orderBy(asc(withdrawals.id))
    .limit(20);
  return rows.map(({ id, state }) => `${id} (${state})`);
}

/** Lists the withdrawals that have not ended, the oldest first; or those in one state, the newest first. */
export function listWithdrawals(
  queries: Queries,
  state: WithdrawalState | null,
  limit: number,
): Promise<OwnedWithdrawal[]> {
  return state === null
    ? owned(queries).where(isNull(withdrawals.closedAt)).orderBy(asc(withdrawals.id)).limit(limit)
    : owned(queries).where(eq(withdrawals.state, state)).orderBy(desc(withdrawals.id)).limit(limit);
}
