/** Compares what the wallets that pay withdrawals should hold with what they do hold. */
import type { Chain, ChainReader } from '../../adapters/chain/chain';
import type { Tx } from '../../db/transaction';
import { walletRows, type WalletRow } from './wallet-repo';

export interface WalletBalance {
  address: string;
  /** Both in the token's units, after the block. */
  holds: bigint;
  expected: bigint;
}

/** Sums the transfers of the transactions on their way that are in a block up to `atBlock`. */
async function paidMeanwhile(reader: ChainReader, wallet: string, txIds: readonly string[], atBlock: number) {
  const receipts = await Promise.all(txIds.map((txId) => reader.receipt(txId)));
  return receipts
    .flatMap((receipt) => (receipt && receipt.blockNumber <= atBlock ? receipt.transfers : []))
    .filter(({ from }) => from === wallet)
    .reduce((sum, { raw }) => sum + raw, 0n);
}

/** @param rows of the same block. Asks the endpoint only. */
export async function compareWallets(
  reader: ChainReader,
  rows: readonly WalletRow[],
  atBlock: number,
): Promise<WalletBalance[]> {
  const balances: WalletBalance[] = [];
  for (const { address, funded, paid, explained, open } of rows) {
    const left = BigInt(funded) - BigInt(paid) - BigInt(explained);
    const expected = left - (await paidMeanwhile(reader, address, open, atBlock));
    balances.push({ address, holds: await reader.balance(address, atBlock), expected });
  }
  return balances;
}

/** @param atBlock the last block that was read */
export async function walletBalances(
  tx: Tx,
  chain: Chain,
  reader: ChainReader,
  atBlock: number,
): Promise<WalletBalance[]> {
  return compareWallets(reader, await walletRows(tx, chain, atBlock), atBlock);
}
