/**
 * Credits incomes (docs/rules.md §7): what is due becomes a row that waits, and its pool pays the rows that wait, the oldest first. A pool
 * that cannot pay the oldest one pays none: nobody is overtaken.
 */
import type { Tx } from '../../db/transaction';
import { poolFree, systemBalance } from '../../ledger/balances';
import type { SystemAccount } from '../../ledger/chart';
import { postAll, type Journal } from '../../ledger/post';
import { announceToAccounts } from '../live/announce';
import { incomeNotice } from './notice';
import {
  oldestPending,
  saveCredited,
  saveShortage,
  transactionNumber,
  type PendingIncome,
  type PendingPool,
} from './engine-repo';

/** Shares of fees wait here until their pool is asked to pay. */
const FED_BY: Partial<Record<SystemAccount, SystemAccount>> = {
  'promotion-pool': 'promotion-fees',
  'dynamic-pool': 'dynamic-fees',
};
const BATCH = 100;

/** Moves what has come together of fees into the pool. */
async function collect(tx: Tx, { pool, asset }: PendingPool, firstId: string, now: number): Promise<void> {
  const from = FED_BY[pool];
  const amount = from === undefined ? 0n : await systemBalance(tx, from, asset);
  if (from === undefined || amount === 0n) return;
  await postAll(tx, [
    {
      // A short pool is collected for again and again, also twice within a millisecond.
      transferId: `fee-share:${pool}:${asset}:${firstId}:${now}:${await transactionNumber(tx)}`,
      kind: 'fee-share',
      reference: pool,
      at: now,
      legs: [
        { account: { system: from, asset }, amount: -amount },
        { account: { system: pool, asset }, amount, spread: true },
      ],
    },
  ]);
}

function creditJournal(
  { id, accountId, source, amount }: PendingIncome,
  { pool, asset }: PendingPool,
  now: number,
): Journal {
  return {
    transferId: `income:${id}`,
    kind: source,
    reference: id,
    at: now,
    legs: [
      { account: { system: pool, asset }, amount: -amount },
      { account: { owner: accountId, kind: 'user_cash', asset }, amount },
    ],
  };
}

/** Counts how many of the oldest the pool can pay without leaving one out. */
export function payable(amounts: readonly bigint[], free: bigint): number {
  let left = free;
  const first = amounts.findIndex((amount) => (left -= amount) < 0n);
  return first === -1 ? amounts.length : first;
}

export interface PoolRun {
  credited: number;
  /** Incomes that wait for the pool to be filled, and did not before. */
  short: number;
  isDone: boolean;
}

/** One batch of what waits for a pool. */
export async function payPool(tx: Tx, pending: PendingPool, now: number): Promise<PoolRun> {
  const oldest = await oldestPending(tx, pending, BATCH);
  if (oldest.length === 0) return { credited: 0, short: 0, isDone: true };
  await collect(tx, pending, oldest[0]!.id, now);
  const free = await poolFree(tx, pending.pool, pending.asset);
  const paid = oldest.slice(
    0,
    payable(
      oldest.map(({ amount }) => amount),
      free,
    ),
  );
  const posted = await postAll(
    tx,
    paid.map((income) => creditJournal(income, pending, now)),
  );
  await saveCredited(
    tx,
    paid.map(({ id }, index) => ({ id, journalId: posted[index]?.journalId ?? '' })),
    now,
  );
  const isShort = paid.length < oldest.length;
  const short = isShort ? await saveShortage(tx, pending) : [];
  const paidTo = [...new Set(paid.map(({ accountId }) => accountId))];
  await announceToAccounts(tx, paidTo, ['cash', 'income'], now, incomeNotice(now));
  await announceToAccounts(tx, [...new Set(short)], ['income'], now);
  return { credited: paid.length, short: short.length, isDone: isShort || oldest.length < BATCH };
}
