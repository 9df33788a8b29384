/** Ends a withdrawal: gives everything back, or posts the hold (docs/rules.md §4). The caller has its row locked. */
import { WITHDRAWAL_ASSET } from '../../../contract/calls/withdrawals';
import type { WithdrawalStep } from '../../db/schema/withdrawals';
import type { Tx } from '../../db/transaction';
import { release } from '../../ledger/holds';
import { post, type Journal } from '../../ledger/post';
import { feeSplitter } from '../fees/split';
import { announceToAccounts } from '../live/announce';
import { moveOn, type WithdrawalRow } from './repo';

/**
 * Amount and fee are available again, in full.
 * @param end `reason` is the operator's words where they decided, not for a cancelled one
 */
export async function returnHold(
  tx: Tx,
  { id, accountId, holdId }: WithdrawalRow,
  end: { state: 'cancelled' } | { state: 'rejected' | 'failed'; reason: string; resolution?: 'returned' },
  now: number,
): Promise<WithdrawalRow> {
  await release(tx, holdId);
  // Whoever cancelled it knows.
  const notice = end.state === 'cancelled' ? undefined : ({ kind: 'withdrawal-failed', subjectId: id } as const);
  await announceToAccounts(tx, [accountId], ['cash', 'withdrawals'], now, notice);
  return moveOn(tx, id, { ...end, closedAt: now }, [end.state, 'returned'], now);
}

/** The amount leaves, the fee is earned: one journal, all of the hold. */
async function paidJournal(
  tx: Tx,
  { id, accountId, kind, network, amount, fee, holdId }: WithdrawalRow,
  reference: string,
  now: number,
): Promise<Journal> {
  const asset = WITHDRAWAL_ASSET;
  const split = await feeSplitter(tx, [accountId], now);
  return {
    transferId: `withdrawal:${id}`,
    kind: 'withdrawal',
    reference: id,
    memo: { target: kind === 'chain' ? network : kind, amount: amount.toString(), fee: fee.toString(), reference },
    at: now,
    legs: [
      { account: { owner: accountId, kind: 'user_cash', asset }, amount: -(amount + fee), holdId },
      { account: { system: 'external-withdrawals', asset }, amount },
    ],
    fees: split({ payer: accountId, source: 'withdrawal', asset, base: amount, amount: fee }),
  };
}

/** @param evidence the transaction's id, or the bank's reference; where operators resolved it, their words to the user */
export async function postHold(
  tx: Tx,
  row: WithdrawalRow,
  evidence: { step: Extract<WithdrawalStep, 'confirmed' | 'paid'>; reference: string; resolvedFor?: string },
  now: number,
): Promise<WithdrawalRow> {
  const { step, reference, resolvedFor } = evidence;
  const { journalId } = await post(tx, await paidJournal(tx, row, reference, now));
  await announceToAccounts(tx, [row.accountId], ['cash', 'withdrawals'], now, {
    kind: 'withdrawal-paid',
    subjectId: row.id,
  });
  const paymentReference = step === 'paid' ? reference : null;
  const resolved = resolvedFor === undefined ? {} : { resolution: 'paid' as const, reason: resolvedFor };
  return moveOn(tx, row.id, { state: 'success', closedAt: now, journalId, paymentReference, ...resolved }, [step], now);
}
