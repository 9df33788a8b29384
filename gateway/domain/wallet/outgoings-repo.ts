/** Stores what leaves the wallets that pay withdrawals, as the chain has it, and finds what nobody here knows. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Network } from '../../../contract/calls/identity';
import type { ChainTransfer } from '../../adapters/chain/chain';
import type { Queries } from '../../db/client';
import { walletOutgoings } from '../../db/schema/payouts';
import type { Tx } from '../../db/transaction';

export type OutgoingRow = typeof walletOutgoings.$inferSelect;

/** Keeps a transfer out of the wallet; one that is known is where it stands now. */
export async function keepOutgoing(
  tx: Tx,
  network: Network,
  wallet: string,
  transfer: ChainTransfer & { blockAt: number },
): Promise<void> {
  const { txId, logIndex, to, raw, blockNumber, blockHash, blockAt } = transfer;
  const place = { blockNumber, blockHash, blockAt };
  await tx
    .insert(walletOutgoings)
    .values({ network, txId, logIndex, wallet, toAddress: to, raw, ...place })
    .onConflictDoUpdate({
      target: [walletOutgoings.network, walletOutgoings.txId, walletOutgoings.logIndex],
      set: { wallet, toAddress: to, raw, ...place },
    });
}

/** Deletes the outgoings of lost blocks; a later reading finds them again where they come back. */
export async function loseOutgoingsAbove(tx: Tx, network: Network, block: number): Promise<void> {
  await tx
    .delete(walletOutgoings)
    .where(and(eq(walletOutgoings.network, network), gt(walletOutgoings.blockNumber, block)));
}

/** Transfers out of wallets that were signed for no withdrawal and that no operator has explained, the oldest first. */
export async function unknownOutgoings(queries: Queries, network: Network, limit: number): Promise<OutgoingRow[]> {
  return queries
    .select()
    .from(walletOutgoings)
    .where(
      and(
        eq(walletOutgoings.network, network),
        sql`NOT EXISTS (SELECT FROM withdrawal_transactions t WHERE t.network = ${walletOutgoings.network} AND t.tx_id = ${walletOutgoings.txId})`,
        sql`NOT EXISTS (SELECT FROM wallet_spendings s WHERE s.network = ${walletOutgoings.network} AND s.tx_id = ${walletOutgoings.txId})`,
      ),
    )
    .orderBy(walletOutgoings.blockNumber, walletOutgoings.logIndex)
    .limit(limit);
}
