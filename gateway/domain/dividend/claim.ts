/** Claims a share once, and brings back what nobody has claimed in time (docs/rules.md §7). */
import { toAmount } from '../../../contract/money';
import type { Tx } from '../../db/transaction';
import { post } from '../../ledger/post';
import { Refusal } from '../call-context';
import { insertCredited } from '../income/repo';
import type { IncomeInputs } from '../income/sources';
import { announce } from '../live/announce';
import { isRecordId } from '../paging';
import { lockShare, lockUnclaimed, saveClaim, saveReturn, type Share } from './repo';
import { DAY_MS } from './rules';

export type ShareStatus = 'to-claim' | 'claimed' | 'expired';

/** A share has expired at its time, also before the job has brought it back. */
export function statusOf({ claimedAt, returnedAt, expiresAt }: Share, now: number): ShareStatus {
  if (claimedAt !== null) return 'claimed';
  return returnedAt !== null || now >= expiresAt ? 'expired' : 'to-claim';
}

/** The figures of the share's formula, as the income keeps them. */
function inputsOf(share: Share): IncomeInputs<'dividend'> {
  const { dividendId, firstDay, lastDay, declared, custodyDays, totalCustodyDays, asset } = share;
  return {
    declarationId: dividendId,
    from: firstDay,
    until: lastDay + DAY_MS,
    custodyDays: toAmount(custodyDays, asset),
    totalDays: toAmount(totalCustodyDays, asset),
    total: declared.toString(),
  };
}

/**
 * Credits the user's share to the main account; one that was claimed before is answered as it is.
 * @throws Refusal not-found, claim-expired
 */
export async function claimShare(
  tx: Tx,
  { userId, dividendId, now }: { userId: string; dividendId: string; now: number },
): Promise<Share> {
  const share = isRecordId(dividendId) ? await lockShare(tx, userId, dividendId) : null;
  if (!share) throw new Refusal('not-found');
  const status = statusOf(share, now);
  if (status === 'expired') throw new Refusal('claim-expired');
  if (status === 'claimed') return share;
  const { accountId, asset, amount } = share;
  const { journalId } = await post(tx, {
    transferId: `dividend:${dividendId}:${userId}`,
    kind: 'dividend',
    reference: dividendId,
    at: now,
    legs: [
      { account: { system: 'dividend-reserve', asset }, amount: -amount },
      { account: { owner: accountId, kind: 'user_cash', asset }, amount },
    ],
  });
  const income = {
    source: 'dividend',
    cause: dividendId,
    pool: 'dividend-reserve',
    inputs: inputsOf(share),
    incomeAt: share.declaredAt,
    accountId,
    asset,
    amount,
    journalId,
  } as const;
  await insertCredited(tx, [income], now);
  await saveClaim(tx, share, { journalId, now });
  return { ...share, claimedAt: now, journalId };
}

/** Brings what nobody claimed of an expired dividend back to the pool. @returns how many shares */
export async function returnUnclaimed(tx: Tx, dividendId: string, now: number): Promise<number> {
  const { asset, amount, count } = await lockUnclaimed(tx, dividendId);
  if (count === 0) return 0;
  const { journalId } = await post(tx, {
    transferId: `dividend-return:${dividendId}`,
    kind: 'dividend-return',
    reference: dividendId,
    at: now,
    legs: [
      { account: { system: 'dividend-reserve', asset }, amount: -amount },
      { account: { system: 'dividend-pool', asset }, amount, spread: true },
    ],
  });
  await saveReturn(tx, dividendId, { journalId, now });
  await announce(tx, [{ to: 'everybody', topics: ['dividend'] }], now);
  return count;
}
