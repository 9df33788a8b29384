/** Once a UTC day: everybody's level (docs/rules.md §7). A gateway that was down at midnight computes it when it starts. */
import { dayOf } from '../domain/accounts/equity';
import { announce } from '../domain/live/announce';
import { loadSettings } from '../domain/settings/settings';
import { levelsOf } from '../domain/team/levels';
import { computeLevels, LEVELS_JOB } from '../domain/team/levels-repo';
import { jobState, saveJobState } from './repo';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';
import { foldTeam } from './team';

const BATCH = 2_000;

interface Progress {
  /** The UTC day that is computed, ms. */
  day: number;
  /** Users up to this one have theirs. */
  afterId: string;
  /** The last day that everybody has theirs of. */
  computedOn: number | null;
}

/** A day that ended before everybody had their level is given up: levels are of the day that they are computed on. */
function progressOf({ day, afterId, computedOn }: Record<string, unknown>, today: number): Progress {
  const last = typeof computedOn === 'number' ? computedOn : null;
  const isHalfWay = day === today && typeof afterId === 'string';
  return { day: today, afterId: isHalfWay ? afterId : '0', computedOn: last };
}

/** @returns how many levels have changed; 0 where today's are there already */
export async function computeDailyLevels(deps: JobDeps, isStopping: IsStopping = neverStopping): Promise<number> {
  for (let changed = 0, isFolded = false; ;) {
    if (isStopping()) return changed;
    const now = deps.clock.now();
    const today = dayOf(now);
    if (!isFolded) {
      if ((await jobState(deps.db.db, LEVELS_JOB))['computedOn'] === today) return changed;
      await foldTeam(deps, isStopping);
      isFolded = true;
    }
    const done = await exclusively(deps, LEVELS_JOB, async (tx) => {
      const progress = progressOf(await jobState(tx, LEVELS_JOB), today);
      if (progress.computedOn === today) return null;
      const levels = levelsOf(await loadSettings(tx));
      const batch = await computeLevels(tx, { levels, day: today, afterId: progress.afterId, limit: BATCH });
      await announce(
        tx,
        batch.changed.map((to) => ({ to, topics: ['level'] as const })),
        now,
      );
      const next: Progress =
        batch.lastId === null ? { ...progress, computedOn: today } : { ...progress, afterId: batch.lastId };
      await saveJobState(tx, LEVELS_JOB, { ...next });
      return batch.changed.length;
    });
    if (done === 'busy' || done === null) return changed;
    changed += done;
  }
}
