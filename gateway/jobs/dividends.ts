/** Shares of dividends that nobody has claimed in time go back to the pool, once (docs/rules.md §7). */
import { returnUnclaimed } from '../domain/dividend/claim';
import { expiredDividends } from '../domain/dividend/repo';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const DIVIDENDS_JOB = 'dividends';

/** Each dividend in a transaction of its own. @returns how many shares went back */
export async function returnExpired(deps: JobDeps, isStopping: IsStopping = neverStopping): Promise<number> {
  const now = deps.clock.now();
  let done = 0;
  for (const id of await expiredDividends(deps.db.db, now)) {
    if (isStopping()) return done;
    const count = await exclusively(deps, DIVIDENDS_JOB, (tx) => returnUnclaimed(tx, id, now));
    if (count === 'busy') return done;
    done += count;
  }
  return done;
}
