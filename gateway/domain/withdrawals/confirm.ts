/** Follows a transaction that was sent: its block, its confirmations, and then its end (docs/rules.md §4). */
import type { ChainReader, ChainReceipt } from '../../adapters/chain/chain';
import type { Tx } from '../../db/transaction';
import { withEndpoint } from '../deposits/endpoints';
import { CONFIRMATIONS } from '../deposits/rules';
import type { ChainLock, WatchDeps } from '../deposits/watch-deps';
import { announceToAccounts } from '../live/announce';
import { alertOnce } from './alerts';
import { postHold, returnHold } from './close';
import { lockWithdrawal, type WithdrawalRow } from './repo';
import type { PayingChain } from './send';
import {
  markBroadcast,
  placeTransaction,
  transactionsOf,
  type SentWithdrawal,
  type TransactionRow,
} from './transactions-repo';

interface MinedTransaction {
  transaction: TransactionRow;
  receipt: ChainReceipt;
}

/** Returns the first of a withdrawal's transactions that is in a block; a replaced one may be it as well. */
async function find(reader: ChainReader, transactions: readonly TransactionRow[]): Promise<MinedTransaction | null> {
  const receipts = await Promise.all(transactions.map(({ txId }) => reader.receipt(txId)));
  for (const [index, receipt] of receipts.entries()) {
    const transaction = transactions[index];
    if (receipt && transaction) return { transaction, receipt };
  }
  return null;
}

/** Writes where the withdrawal's transactions are, if that is news. */
async function place(
  tx: Tx,
  { accountId }: WithdrawalRow,
  transactions: readonly TransactionRow[],
  found: MinedTransaction | null,
  now: number,
): Promise<void> {
  for (const one of transactions) {
    const receipt = found?.transaction.id === one.id ? found.receipt : null;
    // Killed between the broadcast and its record: here it is seen that it was sent.
    if (receipt) await markBroadcast(tx, one, now);
    if ((receipt?.blockHash ?? null) === one.blockHash) continue;
    await placeTransaction(tx, one.id, receipt && { blockNumber: receipt.blockNumber, blockHash: receipt.blockHash });
  }
  await announceToAccounts(tx, [accountId], ['withdrawals'], now);
}

/** The second opinion before money moves in the books: the same receipt, in a block that is on the chain. */
async function isFinal(reader: ChainReader, { transaction, receipt }: MinedTransaction): Promise<boolean> {
  const [again, block, head] = await Promise.all([
    reader.receipt(transaction.txId),
    reader.block(receipt.blockNumber),
    reader.head(),
  ]);
  return (
    again?.blockHash === receipt.blockHash &&
    again.isSuccess === receipt.isSuccess &&
    block?.hash === receipt.blockHash &&
    head.number - receipt.blockNumber >= CONFIRMATIONS
  );
}

function paysOut({ row, nonce }: SentWithdrawal, { transaction, receipt }: MinedTransaction): boolean {
  return receipt.transfers.some(
    ({ from, to, raw }) => from === nonce.wallet && to === row.address && raw === transaction.raw,
  );
}

async function end(
  tx: Tx,
  { id }: WithdrawalRow,
  { transaction, receipt }: MinedTransaction,
  now: number,
): Promise<boolean> {
  const row = await lockWithdrawal(tx, id);
  if (row?.state !== 'sending') return false;
  if (receipt.isSuccess) await postHold(tx, row, { step: 'confirmed', reference: transaction.txId }, now);
  else await returnHold(tx, row, { state: 'failed', reason: 'reverted' }, now);
  return true;
}

/** Looks once at a withdrawal that was sent. @returns whether it came to its end */
async function look(deps: WatchDeps, chain: PayingChain, alone: ChainLock, sent: SentWithdrawal): Promise<boolean> {
  const { db, clock, log } = deps;
  const { row } = sent;
  const asking = <T>(readers: readonly ChainReader[], work: (reader: ChainReader) => Promise<T>) =>
    withEndpoint(chain, () => clock.now(), readers, work);
  const transactions = await transactionsOf(db.db, [row.id]);
  const { found, head } = await asking(chain.readers, async (reader) => ({
    found: await find(reader, transactions),
    head: await reader.head(),
  }));
  const isNews = transactions.some(
    ({ id, blockHash, broadcastAt }) =>
      blockHash !== (found?.transaction.id === id ? found.receipt.blockHash : null) ||
      (found?.transaction.id === id && broadcastAt === null),
  );
  if (isNews) await alone((tx) => place(tx, row, transactions, found, clock.now()));
  if (!found || head.number - found.receipt.blockNumber < CONFIRMATIONS) return false;
  if (found.receipt.isSuccess && !paysOut(sent, found)) {
    alertOnce(log, chain, `doubtful ${row.id}`, 'withdrawal-doubtful', { withdrawalId: row.id });
    return false;
  }
  if (!(await asking(chain.readers.toReversed(), (reader) => isFinal(reader, found)))) return false;
  return (await alone((tx) => end(tx, row, found, clock.now()))) === true;
}

/** @returns how many came to their end */
export async function confirmSent(
  deps: WatchDeps,
  chain: PayingChain,
  alone: ChainLock,
  all: readonly SentWithdrawal[],
  isStopping: () => boolean,
): Promise<number> {
  let ended = 0;
  for (const sent of all) {
    if (isStopping()) return ended;
    if (await look(deps, chain, alone, sent)) ended += 1;
  }
  return ended;
}
