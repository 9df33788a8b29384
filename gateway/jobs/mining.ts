/** Mining output by itself: the receipts that were recorded become incomes of the machines that ran (docs/rules.md §6). */
import { distributeNext } from '../domain/machines/receipts-repo';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const MINING_JOB = 'mining';
const BATCH = 2_000;

/** A batch is one transaction with its mark, so that a run goes on where one before it was killed. @returns how many incomes it made */
export async function distributeOutput(
  deps: JobDeps,
  isStopping: IsStopping = neverStopping,
  limit = BATCH,
): Promise<number> {
  for (let made = 0; ;) {
    if (isStopping()) return made;
    const run = await exclusively(deps, MINING_JOB, (tx) => distributeNext(tx, { limit, now: deps.clock.now() }));
    if (run === 'busy' || run === null) return made;
    made += run.made;
  }
}
