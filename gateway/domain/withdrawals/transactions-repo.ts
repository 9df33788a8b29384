/** Rows of the transactions that carry withdrawals out on a chain, their nonces, and the wallets that pay. */
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Network } from '../../../contract/calls/identity';
import type { Queries } from '../../db/client';
import { withdrawalNonces, withdrawals, withdrawalTransactions, withdrawalWallets } from '../../db/schema/withdrawals';
import type { Tx } from '../../db/transaction';
import { noteSteps, type WithdrawalRow } from './repo';

export type TransactionRow = typeof withdrawalTransactions.$inferSelect;
export type NewTransaction = Omit<TransactionRow, 'id' | 'broadcastAt' | 'blockNumber' | 'blockHash'>;
export type NonceRow = typeof withdrawalNonces.$inferSelect;
export type Wallet = Pick<typeof withdrawalWallets.$inferSelect, 'network' | 'chainId' | 'address'>;

/** Every transaction of these withdrawals, the oldest first. */
export function transactionsOf(queries: Queries, ids: readonly string[]): Promise<TransactionRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return queries
    .select()
    .from(withdrawalTransactions)
    .where(inArray(withdrawalTransactions.withdrawalId, [...ids]))
    .orderBy(asc(withdrawalTransactions.id));
}

/** The network's approved withdrawals, the oldest first. */
/** The condition that the owner's account is not frozen (docs/rules.md §3); each signing asks again under the freeze's lock. */
const isOwnerOpen = sql`NOT EXISTS (SELECT FROM account_freezes f JOIN trading_accounts a ON a.user_id = f.user_id
  WHERE a.id = ${withdrawals.accountId} AND f.thawed_at IS NULL)`;

export function approvedFor(queries: Queries, network: Network, limit: number): Promise<WithdrawalRow[]> {
  return queries
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.state, 'approved'), eq(withdrawals.network, network), isOwnerOpen))
    .orderBy(asc(withdrawals.id))
    .limit(limit);
}

/** Returns since when the network's oldest approved withdrawal waits, UTC ms; null when none does. */
export async function approvedSince(queries: Queries, network: Network): Promise<number | null> {
  const { rows } = await queries.execute<{ since: Date | string | null }>(sql`
    SELECT min(e.at) AS since FROM withdrawals w JOIN withdrawal_events e ON e.withdrawal_id = w.id AND e.step = 'approved'
     WHERE w.state = 'approved' AND w.network = ${network}`);
  const since = rows[0]?.since ?? null;
  return since === null ? null : new Date(since).getTime();
}

/** A withdrawal that was signed, with its nonce and the wallet and chain that it was signed for. */
export interface SentWithdrawal {
  row: WithdrawalRow;
  nonce: NonceRow;
}

/** The network's withdrawals that were signed for this chain, or for any other, and have not ended; the oldest first. */
export function sentOver(
  queries: Queries,
  { network, chainId }: Pick<Wallet, 'network' | 'chainId'>,
  which: 'this-chain' | 'another',
  limit: number,
): Promise<SentWithdrawal[]> {
  const isOf = which === 'this-chain' ? eq(withdrawalNonces.chainId, chainId) : ne(withdrawalNonces.chainId, chainId);
  return queries
    .select({ row: withdrawals, nonce: withdrawalNonces })
    .from(withdrawals)
    .innerJoin(withdrawalNonces, eq(withdrawalNonces.withdrawalId, withdrawals.id))
    .where(and(eq(withdrawals.state, 'sending'), eq(withdrawals.network, network), isOf))
    .orderBy(asc(withdrawals.id))
    .limit(limit);
}

/**
 * The wallet's next nonce; others who want one wait here until the transaction ends. A wallet that is new here begins with its first
 * one: no endpoint is believed about what was sent before, operators state it (`adopt` in explain.ts).
 */
export async function lockNextNonce(tx: Tx, wallet: Wallet): Promise<number> {
  await tx
    .insert(withdrawalWallets)
    .values({ ...wallet, nextNonce: 0 })
    .onConflictDoNothing();
  const [row] = await tx.select().from(withdrawalWallets).where(isWallet(wallet)).for('update');
  if (!row) throw new Error('the wallet has no row');
  return row.nextNonce;
}

export const isWallet = ({ network, chainId, address }: Wallet) =>
  and(
    eq(withdrawalWallets.network, network),
    eq(withdrawalWallets.chainId, chainId),
    eq(withdrawalWallets.address, address),
  );

/** The withdrawal's nonce; null while it has none. */
export async function nonceOf(queries: Queries, withdrawalId: string): Promise<NonceRow | null> {
  const [row] = await queries.select().from(withdrawalNonces).where(eq(withdrawalNonces.withdrawalId, withdrawalId));
  return row ?? null;
}

/** Gives the withdrawal its nonce, for ever; the wallet's next one is the one after it. */
export async function takeNonce(tx: Tx, withdrawalId: string, wallet: Wallet, nonce: number): Promise<void> {
  const { network, chainId, address } = wallet;
  await tx.insert(withdrawalNonces).values({ withdrawalId, network, chainId, wallet: address, nonce });
  await tx
    .update(withdrawalWallets)
    .set({ nextNonce: nonce + 1 })
    .where(isWallet(wallet));
}

export async function insertTransaction(tx: Tx, row: NewTransaction): Promise<void> {
  await tx.insert(withdrawalTransactions).values(row);
}

/** Sums what the wallet's transactions that are in no block yet will take of it. */
export async function committedOf(queries: Queries, wallet: Wallet): Promise<{ token: bigint; coin: bigint }> {
  const { rows } = await queries.execute<{ token: string; coin: string }>(sql`
    SELECT coalesce(sum(t.raw), 0)::text AS token, coalesce(sum(t.coin), 0)::text AS coin
      FROM (SELECT max(t.raw) AS raw, max(t.gas_price * t.gas_limit) AS coin
              FROM withdrawal_nonces n JOIN withdrawals w ON w.id = n.withdrawal_id AND w.state = 'sending'
              JOIN withdrawal_transactions t ON t.withdrawal_id = w.id
             WHERE n.network = ${wallet.network} AND n.chain_id = ${wallet.chainId} AND n.wallet = ${wallet.address}
             GROUP BY w.id HAVING count(t.block_number) = 0) t`);
  return { token: BigInt(rows[0]?.token ?? 0), coin: BigInt(rows[0]?.coin ?? 0) };
}

/** An endpoint has it. Again does nothing. The first transaction of a withdrawal is its broadcast, others replace it. */
export async function markBroadcast(tx: Tx, { id, withdrawalId }: TransactionRow, now: number): Promise<void> {
  const rows = await tx
    .update(withdrawalTransactions)
    .set({ broadcastAt: now })
    .where(and(eq(withdrawalTransactions.id, id), isNull(withdrawalTransactions.broadcastAt)))
    .returning({ id: withdrawalTransactions.id });
  if (rows.length === 0) return;
  const [first] = await transactionsOf(tx, [withdrawalId]);
  await noteSteps(tx, withdrawalId, [first?.id === id ? 'broadcast' : 'replaced'], now);
}

/** Records the block that a transaction is in now; null when it is in none, or no longer. */
export async function placeTransaction(
  tx: Tx,
  id: string,
  block: { blockNumber: number; blockHash: string } | null,
): Promise<void> {
  await tx
    .update(withdrawalTransactions)
    .set(block ?? { blockNumber: null, blockHash: null })
    .where(eq(withdrawalTransactions.id, id));
}
