/** Carries out operators' decisions about a withdrawal (docs/rules.md §4). Each locks the row: of two at once one is late. */
import type { Tx } from '../../db/transaction';
import { isOwnerFrozenUntilEnd } from '../freeze/repo';
import { announceToAccounts } from '../live/announce';
import { operatorsNeeded } from '../second-operator';
import { loadSettings } from '../settings/settings';
import { isInDoubt } from './halts';
import { postHold, returnHold } from './close';
import { approvalsOf, insertApproval, lockWithdrawal, moveOn, type WithdrawalRow } from './repo';
import { aloneLimit, isOpenToReturn } from './rules';
import { approvedAlone, lockApprovals, othersOfUser } from './sums-repo';

/** `unknown`: there is none of this id; `late`: it is not in a state for this any more, or not yet; `twice`: by the same operator;
 * `in-doubt`: it may have been paid without this database's knowledge; `frozen`: its owner's account is. */
export type ReviewProblem = 'unknown' | 'late' | 'twice' | 'not-a-bank' | 'in-doubt' | 'frozen';

export class ReviewError extends Error {
  override name = 'ReviewError';
  constructor(
    readonly problem: ReviewProblem,
    /** The withdrawal as it is now; null when it is unknown. */
    readonly row: WithdrawalRow | null,
  ) {
    super(problem);
  }
}

async function lockFor(tx: Tx, id: string, isInTime: (row: WithdrawalRow) => boolean): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, id);
  if (!row) throw new ReviewError('unknown', null);
  if (!isInTime(row)) throw new ReviewError('late', row);
  return row;
}

/** Returns how many operators an approval by `actor` takes now: by the user's sum and by the operator's, of 24 hours. */
async function neededNow(tx: Tx, row: WithdrawalRow, actor: string, now: number): Promise<number> {
  await lockApprovals(tx);
  const needed = operatorsNeeded({
    one: { amount: row.amount, at: row.createdAt },
    ofUser: await othersOfUser(tx, row),
    aloneByOperator: await approvedAlone(tx, actor, now),
    limit: aloneLimit(await loadSettings(tx)),
  });
  return Math.max(row.approvalsNeeded, needed);
}

/** @returns the row, how many operators have approved it by now, and how many it takes. @throws ReviewError */
export async function approve(
  tx: Tx,
  { id, actor, now }: { id: string; actor: string; now: number },
): Promise<{ row: WithdrawalRow; approvals: number; needed: number }> {
  const row = await lockFor(tx, id, ({ state }) => state === 'requested');
  if (await isOwnerFrozenUntilEnd(tx, row.accountId)) throw new ReviewError('frozen', row);
  const neededForThis = await neededNow(tx, row, actor, now);
  if (!(await insertApproval(tx, id, actor, now))) throw new ReviewError('twice', row);
  const approvals = (await approvalsOf(tx, id)).length;
  // The approval before may have needed a second operator where this one would not.
  const needed = Math.max(neededForThis, approvals);
  if (approvals < needed) return { row, approvals, needed };
  await announceToAccounts(tx, [row.accountId], ['withdrawals'], now, { kind: 'withdrawal-approved', subjectId: id });
  return { row: await moveOn(tx, id, { state: 'approved' }, ['approved'], now), approvals, needed };
}

/** Gives amount and fee back. @throws ReviewError once something was signed, or it has ended */
export async function reject(
  tx: Tx,
  { id, reason, now }: { id: string; reason: string; now: number },
): Promise<WithdrawalRow> {
  const row = await lockFor(tx, id, ({ state }) => isOpenToReturn(state));
  if (await isInDoubt(tx, row)) throw new ReviewError('in-doubt', row);
  return returnHold(tx, row, { state: 'rejected', reason }, now);
}

/** Notes the bank's payment and posts the hold. @throws ReviewError for one that is not approved, or goes to a chain */
export async function pay(
  tx: Tx,
  { id, reference, now }: { id: string; reference: string; now: number },
): Promise<WithdrawalRow> {
  const row = await lockFor(tx, id, ({ state }) => state === 'approved');
  if (row.kind !== 'bank') throw new ReviewError('not-a-bank', row);
  return postHold(tx, row, { step: 'paid', reference }, now);
}
