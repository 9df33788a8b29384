/** Removes lost authenticators when their 72 h are over (docs/rules.md §3). */
import type { Deps } from '../domain/call-context';
import { carryOutReset } from '../domain/identity/authenticator/authenticator-resets';
import { dueResets } from '../domain/identity/authenticator/reset-repo';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const AUTHENTICATOR_RESETS_JOB = 'authenticator-resets';
const BATCH = 50;

/** @returns how many were taken off; one that fails is logged and keeps no other */
export async function carryOutResets(
  deps: JobDeps & Pick<Deps, 'secret'>,
  isStopping: IsStopping = neverStopping,
): Promise<number> {
  let done = 0;
  for (const userId of await dueResets(deps.db.db, deps.clock.now(), BATCH)) {
    if (isStopping()) return done;
    try {
      const result = await exclusively(deps, AUTHENTICATOR_RESETS_JOB, (tx) =>
        carryOutReset(tx, deps, userId, deps.clock.now()),
      );
      if (result === 'busy') return done;
      if (result) done += 1;
    } catch (error) {
      deps.log.error('job.reset-failed', { job: AUTHENTICATOR_RESETS_JOB, userId, error });
    }
  }
  return done;
}
