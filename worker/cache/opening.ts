/** Limits the time that anybody waits for a database. */
import type { SetTimer } from '../environment';

/**
 * Deadline for opening a database and for each step of leaving it. Browsers have had databases that never answer, and a sleeping
 * tab can block a deletion for ever; the rows are gone by then, only the empty shell waits. An upgrade of the layout may
 * take as long as it takes ([Note: Upgrades] in upgrades.ts).
 */
const STEP_DEADLINE_MS = 2_000;

/** Resolves when the work is done, has failed, or has taken too long. @returns whether it is done */
export function atMost(setTimer: SetTimer, work: Promise<unknown> | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const callOff = setTimer(() => resolve(false), STEP_DEADLINE_MS);
    const end = (isDone: boolean) => () => {
      callOff();
      resolve(isDone);
    };
    void Promise.resolve(work).then(end(true), end(false));
  });
}

/** Held while a tab changes a database's layout. */
export const upgradeLock = (name: string) => `${name}-upgrade`;
