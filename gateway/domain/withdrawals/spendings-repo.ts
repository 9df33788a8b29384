/** Stores what left wallets without being signed here, as operators have explained it (migrations/0021_payout_halts.sql). */
import { inArray, sql } from 'drizzle-orm';
import type { Network } from '../../../contract/calls/identity';
import type { Queries } from '../../db/client';
import { walletSpendings } from '../../db/schema/payouts';
import type { Tx } from '../../db/transaction';

export type SpendingRow = typeof walletSpendings.$inferSelect;

export async function insertSpending(tx: Tx, row: SpendingRow): Promise<void> {
  await tx.insert(walletSpendings).values(row);
}

/** True if the transaction was signed here, or is explained. */
export async function isKnown(queries: Queries, network: Network, txId: string): Promise<boolean> {
  const { rows } = await queries.execute<{ known: boolean }>(sql`
    SELECT EXISTS (SELECT FROM withdrawal_transactions WHERE network = ${network} AND tx_id = ${txId})
        OR EXISTS (SELECT FROM wallet_fillers WHERE network = ${network} AND tx_id = ${txId})
        OR EXISTS (SELECT FROM wallet_spendings WHERE network = ${network} AND tx_id = ${txId}) AS known`);
  return rows[0]?.known === true;
}

/** Returns the spendings that paid these withdrawals. */
export function spendingsOf(queries: Queries, withdrawalIds: readonly string[]): Promise<SpendingRow[]> {
  if (withdrawalIds.length === 0) return Promise.resolve([]);
  return queries
    .select()
    .from(walletSpendings)
    .where(inArray(walletSpendings.withdrawalId, [...withdrawalIds]));
}
