/** Reads and moves the nonces of a wallet: those of withdrawals, those that operators explained, and those that fill gaps. */
import { and, eq, sql } from 'drizzle-orm';
import type { Network } from '../../../contract/calls/identity';
import type { Queries } from '../../db/client';
import { withdrawalWallets } from '../../db/schema/withdrawals';
import type { Tx } from '../../db/transaction';
import { isWallet, type Wallet } from './transactions-repo';

/** Every nonce that somebody here has, and whether its transaction is still on its way. */
const TAKEN = ({ network, chainId, address }: Wallet) => sql`
  SELECT nonce, bool_and(is_open) AS is_open FROM (
    SELECT n.nonce, w.state = 'sending' AS is_open FROM withdrawal_nonces n JOIN withdrawals w ON w.id = n.withdrawal_id
     WHERE n.network = ${network} AND n.chain_id = ${chainId} AND n.wallet = ${address}
    UNION ALL SELECT nonce, false FROM wallet_spendings
     WHERE network = ${network} AND chain_id = ${chainId} AND wallet = ${address} AND nonce IS NOT NULL
    UNION ALL SELECT nonce, true FROM wallet_fillers
     WHERE network = ${network} AND chain_id = ${chainId} AND wallet = ${address}) all_taken
   GROUP BY nonce`;

export interface TakenNonces {
  /** Null for a wallet that is not known yet. */
  next: number | null;
  open: number;
  ended: number;
}

/** The wallet's next nonce, and whose those from `count` up to it are. */
export async function takenFrom(queries: Queries, wallet: Wallet, count: number): Promise<TakenNonces> {
  const { rows } = await queries.execute<{ next: string | null; open: number; ended: number }>(sql`
    SELECT w.next_nonce AS next, count(*) FILTER (WHERE t.is_open)::int AS open, count(*) FILTER (WHERE NOT t.is_open)::int AS ended
      FROM (SELECT 1) one
      LEFT JOIN withdrawal_wallets w ON w.network = ${wallet.network} AND w.chain_id = ${wallet.chainId} AND w.address = ${wallet.address}
      LEFT JOIN (${TAKEN(wallet)}) t ON t.nonce >= ${count}::bigint AND t.nonce < w.next_nonce
     GROUP BY w.next_nonce`);
  const [row] = rows;
  return {
    next: row === undefined || row.next === null ? null : Number(row.next),
    open: row?.open ?? 0,
    ended: row?.ended ?? 0,
  };
}

/** Nonces from `from` up to, but not including, `to` that nobody has, the lowest first. */
export async function missingNonces(
  queries: Queries,
  wallet: Wallet,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<number[]> {
  const { rows } = await queries.execute<{ nonce: string }>(sql`
    SELECT s.nonce FROM generate_series(${from}::bigint, least(${to}::bigint, ${from}::bigint + 10000) - 1) AS s(nonce)
     WHERE NOT EXISTS (SELECT FROM (${TAKEN(wallet)}) t WHERE t.nonce = s.nonce)
     ORDER BY s.nonce LIMIT ${limit}`);
  return rows.map(({ nonce }) => Number(nonce));
}

/** Moves the wallet's next nonce past those that were explained meanwhile. The caller has the wallet's row locked. */
export async function passTaken(tx: Tx, wallet: Wallet): Promise<number> {
  const { rows } = await tx.execute<{ next: string }>(sql`
    WITH RECURSIVE step(nonce) AS (
      SELECT next_nonce FROM withdrawal_wallets
       WHERE network = ${wallet.network} AND chain_id = ${wallet.chainId} AND address = ${wallet.address}
      UNION ALL
      SELECT s.nonce + 1 FROM step s WHERE EXISTS (SELECT FROM (${TAKEN(wallet)}) t WHERE t.nonce = s.nonce))
    UPDATE withdrawal_wallets SET next_nonce = (SELECT max(nonce) FROM step)
     WHERE network = ${wallet.network} AND chain_id = ${wallet.chainId} AND address = ${wallet.address}
    RETURNING next_nonce AS next`);
  return Number(rows[0]?.next ?? 0);
}

/** States where the wallet's own nonces begin here. */
export async function setNextNonce(tx: Tx, wallet: Wallet, next: number): Promise<void> {
  await tx.update(withdrawalWallets).set({ nextNonce: next }).where(isWallet(wallet));
}

/** The wallets that are known on this chain. */
export function walletsOf(queries: Queries, network: Network, chainId: string): Promise<Wallet[]> {
  return queries
    .select({
      network: withdrawalWallets.network,
      chainId: withdrawalWallets.chainId,
      address: withdrawalWallets.address,
    })
    .from(withdrawalWallets)
    .where(and(eq(withdrawalWallets.network, network), eq(withdrawalWallets.chainId, chainId)))
    .orderBy(withdrawalWallets.address);
}
