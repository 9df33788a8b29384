/** Stores what comes into the wallets that pay withdrawals: the operator's capital, or the faucet of a test network. */
import { and, eq, gt } from 'drizzle-orm';
import type { Network } from '../../../contract/calls/identity';
import type { ChainTransfer } from '../../adapters/chain/chain';
import { walletFundings } from '../../db/schema/withdrawals';
import type { Tx } from '../../db/transaction';

/** Keeps a transfer into the wallet; one that is known is where it stands now. */
export async function keepFunding(
  tx: Tx,
  network: Network,
  wallet: string,
  transfer: ChainTransfer & { blockAt: number },
): Promise<void> {
  const { txId, logIndex, from, raw, blockNumber, blockHash, blockAt } = transfer;
  const place = { blockNumber, blockHash, blockAt };
  await tx
    .insert(walletFundings)
    .values({ network, txId, logIndex, wallet, fromAddress: from, raw, ...place })
    .onConflictDoUpdate({
      target: [walletFundings.network, walletFundings.txId, walletFundings.logIndex],
      set: place,
    });
}

/** Deletes the fundings of lost blocks; a later reading finds them again where they come back. */
export async function loseFundingsAbove(tx: Tx, network: Network, block: number): Promise<void> {
  await tx
    .delete(walletFundings)
    .where(and(eq(walletFundings.network, network), gt(walletFundings.blockNumber, block)));
}
