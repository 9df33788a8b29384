/** Pays from the insurance fund (docs/rules.md §7): to a user's cash, or out of the platform. */
import { INSURANCE_ASSET } from '../../../contract/calls/insurance';
import type { Tx } from '../../db/transaction';
import { post, type AccountRef } from '../../ledger/post';
import { announce } from '../live/announce';
import { insertPayout } from './repo';

export interface PayoutRequest {
  /** Names the intent, so that it is paid once. */
  runId: string;
  /** Null: the money leaves the platform by hand. */
  to: { userId: string; accountId: string } | null;
  amount: bigint;
  reason: string;
  now: number;
}

/** @throws LedgerError insufficient-funds when the fund has less; duplicate-transfer when it was paid before */
export async function payFromFund(
  tx: Tx,
  { runId, to, amount, reason, now }: PayoutRequest,
): Promise<{ id: string; journalId: string }> {
  const asset = INSURANCE_ASSET;
  const target: AccountRef = to
    ? { owner: to.accountId, kind: 'user_cash', asset }
    : { system: 'operator-drawings', asset };
  const { journalId } = await post(tx, {
    transferId: `insurance-payout:${runId}`,
    kind: 'insurance-payout',
    memo: { reason },
    at: now,
    legs: [
      { account: { system: 'insurance', asset }, amount: -amount },
      { account: target, amount },
    ],
  });
  const id = await insertPayout(tx, asset, { userId: to?.userId ?? null, amount, reason, journalId, createdAt: now });
  await announce(
    tx,
    [{ to: 'everybody', topics: ['insurance'] }, ...(to ? [{ to: to.userId, topics: ['cash'] as const }] : [])],
    now,
  );
  return { id, journalId };
}
