/** Every few seconds: registrations and changes of custody reach everybody above (docs/rules.md §7). */
import { FOLD_BATCH, foldBatch } from '../domain/team/fold';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const TEAM_JOB = 'team';

/** @returns how many changes it carried upwards */
export async function foldTeam(deps: JobDeps, isStopping: IsStopping = neverStopping): Promise<number> {
  for (let carried = 0; ;) {
    if (isStopping()) return carried;
    const marks = await exclusively(deps, TEAM_JOB, (tx) => foldBatch(tx, deps.clock.now()));
    if (marks === 'busy' || marks === null) return carried;
    carried += marks;
    if (marks < FOLD_BATCH) return carried;
  }
}
