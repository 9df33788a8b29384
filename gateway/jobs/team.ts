/** Every few seconds: registrations and changes of custody reach everybody above (docs/rules.md §7). */
import { FOLD_BATCH, foldBatch } from '../domain/team/fold';
import { jobState, saveJobState } from './repo';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const TEAM_JOB = 'team';

/** @returns how many changes it carried upwards */
export async function foldTeam(deps: JobDeps, isStopping: IsStopping = neverStopping): Promise<number> {
  for (let carried = 0; ;) {
    if (isStopping()) return carried;
    const done = await exclusively(deps, TEAM_JOB, async (tx) => {
      const { validFrom } = await jobState(tx, TEAM_JOB);
      const before = { validFrom: typeof validFrom === 'string' ? validFrom : null };
      const run = await foldBatch(tx, before, deps.clock.now());
      if (run && run.state.validFrom !== before.validFrom) await saveJobState(tx, TEAM_JOB, { ...run.state });
      return run;
    });
    if (done === 'busy' || done === null) return carried;
    carried += done.marks;
    if (done.marks < FOLD_BATCH) return carried;
  }
}
