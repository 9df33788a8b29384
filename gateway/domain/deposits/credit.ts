/** Credits a deposit, once (docs/rules.md §4): from the boundary account, the dust as a leg of its own. */
import type { ChainReceipt } from '../../adapters/chain/chain';
import { DEPOSIT_ASSET } from '../../../contract/calls/wallet';
import type { Tx } from '../../db/transaction';
import { post, type Journal } from '../../ledger/post';
import { announceToAccounts } from '../live/announce';
import { lockConfirming, markCredited, scanOf, type DepositRow } from './repo';
import { CONFIRMATIONS } from './rules';

/** Compares the receipt with the deposit that the logs told of: a second opinion before money is credited. */
export function confirms(receipt: ChainReceipt | null, deposit: DepositRow): boolean {
  if (!receipt?.isSuccess || receipt.blockHash !== deposit.blockHash) return false;
  return receipt.transfers.some(
    ({ logIndex, to, raw }) => logIndex === deposit.logIndex && to === deposit.toAddress && raw === deposit.raw,
  );
}

function creditJournal({ id, network, txId, logIndex, accountId, amount, dust }: DepositRow, now: number): Journal {
  return {
    transferId: `deposit:${network}:${txId}:${logIndex}`,
    kind: 'deposit',
    reference: id,
    memo: { network, txId, logIndex },
    at: now,
    legs: [
      { account: { system: 'external-deposits', asset: DEPOSIT_ASSET }, amount: -amount },
      { account: { owner: accountId, kind: 'user_cash', asset: DEPOSIT_ASSET }, amount },
      ...(dust > 0n
        ? [
            { account: { system: 'external-deposits', asset: 'USDT18' } as const, amount: -dust },
            { account: { system: 'rounding', asset: 'USDT18' } as const, amount: dust },
          ]
        : []),
    ],
  };
}

/**
 * Credits the deposit if it still stands where it was when its receipt was read.
 * @returns whether it was credited now
 */
export async function creditDeposit(
  tx: Tx,
  { id, network, blockHash }: Pick<DepositRow, 'id' | 'network' | 'blockHash'>,
  now: number,
): Promise<boolean> {
  const [deposit, scan] = [await lockConfirming(tx, id), await scanOf(tx, network)];
  const isRipe = deposit && scan && scan.nextBlock - 1 - deposit.blockNumber >= CONFIRMATIONS;
  if (!isRipe || deposit.blockHash !== blockHash) return false;
  const { journalId } = await post(tx, creditJournal(deposit, now));
  await markCredited(tx, id, journalId, now);
  await announceToAccounts(tx, [deposit.accountId], ['cash', 'deposits'], now, {
    kind: 'deposit-credited',
    subjectId: id,
  });
  return true;
}
