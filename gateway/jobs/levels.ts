/** Once a UTC day: everybody's level (docs/rules.md §7). A gateway that was down at midnight computes it when it starts. */
import { dayOf } from '../domain/accounts/equity';
import { announceToMany } from '../domain/live/announce';
import { loadSettings } from '../domain/settings/settings';
import { levelsOf } from '../domain/team/levels';
import { computeLevels, LEVELS_JOB } from '../domain/team/levels-repo';
import type { Tx } from '../db/transaction';
import { jobState, saveJobState } from './repo';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';
import { foldTeam } from './team';

const BATCH = 2_000;

interface Progress {
  /** The UTC day that is computed, ms. */
  day: number;
  /** Users up to this one have theirs. */
  afterId: string;
  /** The last day that everybody has theirs of; null before the first one. */
  computedOn: number | null;
}

/** Levels are of the day that they are computed on: what is left of a day before is given up. Null when today's are there. */
function progressOf({ day, afterId, computedOn }: Record<string, unknown>, today: number): Progress | null {
  const last = typeof computedOn === 'number' ? computedOn : null;
  const begun = typeof day === 'number' ? day : null;
  // A clock that was set back finds a day that is over.
  if ((last !== null && last >= today) || (begun !== null && begun > today)) return null;
  return { day: today, afterId: begun === today && typeof afterId === 'string' ? afterId : '0', computedOn: last };
}

/** One batch. @returns how many levels it changed; null when everybody has theirs */
async function computeBatch(tx: Tx, now: number, limit: number): Promise<number | null> {
  const day = dayOf(now);
  const progress = progressOf(await jobState(tx, LEVELS_JOB), day);
  if (!progress) return null;
  const levels = levelsOf(await loadSettings(tx));
  const { changed, concerned, lastId } = await computeLevels(tx, { levels, day, afterId: progress.afterId, limit });
  await announceToMany(
    tx,
    [
      ...changed.map(({ userId, level }) => ({
        to: userId,
        topics: ['level'] as const,
        notice: { kind: 'level-changed' as const, subjectId: String(level) },
      })),
      ...concerned.map((to) => ({ to, topics: ['team'] as const })),
    ],
    now,
  );
  const next: Progress = lastId === null ? { ...progress, computedOn: day } : { ...progress, afterId: lastId };
  await saveJobState(tx, LEVELS_JOB, { ...next });
  return changed.length;
}

/** @returns how many levels have changed; 0 where today's are there already */
export async function computeDailyLevels(
  deps: JobDeps,
  isStopping: IsStopping = neverStopping,
  limit = BATCH,
): Promise<number> {
  const isDue = progressOf(await jobState(deps.db.db, LEVELS_JOB), dayOf(deps.clock.now())) !== null;
  if (isDue) await foldTeam(deps, isStopping);
  for (let changed = 0; ;) {
    if (!isDue || isStopping()) return changed;
    const done = await exclusively(deps, LEVELS_JOB, (tx) => computeBatch(tx, deps.clock.now(), limit));
    if (done === 'busy' || done === null) return changed;
    changed += done;
  }
}
