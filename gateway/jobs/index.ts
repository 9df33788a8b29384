/** The schedule. Each job also runs once at start, which is how it catches up after a stop. */
import { Cron } from 'croner';
import { doubtOf } from '../adapters/clock';
import type { Deps } from '../domain/call-context';
import { jobHealth, type RunOutcome } from './health';
import { JOBS, type Job } from './list';
import { saveRun } from './repo';
import type { IsStopping } from './run';

export interface RunningJobs {
  /** No job starts any more; resolves when the running ones have ended their unit of work. */
  stop(): Promise<void>;
  /** Names of jobs that stand still (health.ts). */
  stopped(): readonly string[];
}

/**
 * Runs one job and keeps its failure from everybody else: it is logged, noted, and tried again at the next tick. While the clock is
 * doubted nothing begins that time decides, and what runs ends after its unit of work.
 */
export async function runJob(deps: Deps, job: Job, isStopping: IsStopping): Promise<RunOutcome> {
  const isHeldUp = () => job.isTimeless !== true && doubtOf(deps.clock) !== null;
  if (isHeldUp()) return 'held-up';
  const startedAt = deps.clock.now();
  let lastError: string | null = null;
  try {
    const count = await job.run(deps, () => isStopping() || isHeldUp());
    if (count > 0) deps.log.info('job.done', { job: job.name, count, durationMs: deps.clock.now() - startedAt });
  } catch (error) {
    lastError = error instanceof Error ? error.name : typeof error;
    deps.log.error('job.failed', { job: job.name, error });
  }
  const outcome = lastError === null ? 'done' : 'failed';
  if (!job.isNoted && lastError === null) return outcome;
  try {
    await saveRun(deps.db.db, job.name, { lastStartedAt: startedAt, lastFinishedAt: deps.clock.now(), lastError });
  } catch (error) {
    deps.log.error('job.not-noted', { job: job.name, error });
  }
  return outcome;
}

/** Starts the schedule; runs each job once, one after the other, at once. @param elapsed the monotonic clock, ms */
export function startJobs(
  deps: Deps,
  jobs: readonly Job[] = JOBS,
  elapsed: () => number = () => performance.now(),
): RunningJobs {
  let stopping = false;
  const health = jobHealth(jobs, elapsed);
  const running = new Map<string, Promise<void>>();
  const start = (job: Job): Promise<void> => {
    const current = running.get(job.name);
    if (current || stopping) return current ?? Promise.resolve();
    // Whoever asks whether to stop is alive.
    const isStopping = () => {
      health.seen(job.name);
      return stopping;
    };
    const run = runJob(deps, job, isStopping)
      .then((outcome) => health.ended(job.name, outcome))
      .finally(() => running.delete(job.name));
    running.set(job.name, run);
    return run;
  };
  const catchUp = (async () => {
    for (const job of jobs) await start(job);
  })();
  const schedules = jobs.map((job) => new Cron(job.schedule, { unref: true }, () => void start(job)));
  return {
    stopped: () => health.stopped(),
    async stop() {
      stopping = true;
      for (const schedule of schedules) schedule.stop();
      await Promise.all([catchUp, ...running.values()]);
    },
  };
}
