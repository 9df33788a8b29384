/** Runs a call that changes something of a person's and moves no money by a key (money-call.ts). */
import { withTransaction, type Tx } from '../db/transaction';
import type { UserContext } from './call-context';
import { announceCall } from './live/announce';

/** Says that nothing was changed after all, as by a message that was there: nobody is told. */
export type QuietSwitch = () => void;

/** Runs `work` in one transaction, which also tells the person's other devices what the contract declares of the call. */
export function runWriteCall<T>(
  { deps, call, session, now }: UserContext,
  work: (tx: Tx, keepQuiet: QuietSwitch) => Promise<T>,
): Promise<T> {
  return withTransaction(deps.db, async (tx) => {
    let isQuiet = false;
    const result = await work(tx, () => {
      isQuiet = true;
    });
    if (!isQuiet) await announceCall(tx, call, session.userId, now);
    return result;
  });
}
