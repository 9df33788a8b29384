/** Accounts thaw when their wait is over (docs/rules.md §3). */
import type { Deps } from '../domain/call-context';
import { dueThaws } from '../domain/freeze/repo';
import { thawIfDue } from '../domain/freeze/thaw';
import { exclusively, neverStopping, type IsStopping } from './run';

export const THAWS_JOB = 'thaws';
const BATCH = 50;

/** Thaws each account in a transaction of its own. @returns how many thawed */
export async function thawDue(
  deps: Pick<Deps, 'db' | 'clock' | 'secret'>,
  isStopping: IsStopping = neverStopping,
): Promise<number> {
  const now = deps.clock.now();
  let done = 0;
  for (const userId of await dueThaws(deps.db.db, now, BATCH)) {
    if (isStopping()) return done;
    const result = await exclusively(deps, THAWS_JOB, (tx) => thawIfDue(tx, { deps, now }, userId));
    if (result === 'busy') return done;
    if (result) done += 1;
  }
  return done;
}
