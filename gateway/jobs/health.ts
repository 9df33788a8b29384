/** Tells which scheduled jobs stand still: a job that hangs, or that fails again and again. */
import { Cron } from 'croner';
import type { Job } from './list';

/** A job stands still when it gives no sign of life for this many of its intervals … */
const SILENT_INTERVALS = 5;
/** … and for at least this long: a job that runs every few seconds may take a minute once. */
const LEAST_SILENCE_MS = 5 * 60_000;
/** A job stands still when it fails this many times in a row. */
const FAILURES = 5;

interface WatchedJob {
  /** Time of its last sign of life, by the monotonic clock. */
  seenAt: number;
  silenceMs: number;
  failures: number;
}

export type RunOutcome = 'done' | 'failed' | 'held-up';

export interface JobHealth {
  /** Notes that the job begins, or asks between two units of work if it is to stop. */
  seen(name: string): void;
  ended(name: string, outcome: RunOutcome): void;
  /** Names of those that stand still. */
  stopped(): string[];
}

/** The longest of its next intervals, ms; Infinity for a job that never runs by itself. */
function intervalOf({ schedule }: Job): number {
  const runs = new Cron(schedule, { paused: true }).nextRuns(4).map((date) => date.getTime());
  const gaps = runs.slice(1).map((at, place) => at - (runs[place] ?? at));
  return gaps.length > 0 ? Math.max(...gaps) : Infinity;
}

/** @param now the monotonic clock, ms */
export function jobHealth(jobs: readonly Job[], now: () => number): JobHealth {
  const begunAt = now();
  const lives = new Map<string, WatchedJob>(
    jobs.map((job) => [
      job.name,
      { seenAt: begunAt, silenceMs: Math.max(LEAST_SILENCE_MS, SILENT_INTERVALS * intervalOf(job)), failures: 0 },
    ]),
  );
  const touch = (name: string, change: Partial<WatchedJob>) => {
    const life = lives.get(name);
    if (life) Object.assign(life, { seenAt: now(), ...change });
  };
  return {
    seen: (name) => touch(name, {}),
    ended(name, outcome) {
      const failures = outcome === 'failed' ? (lives.get(name)?.failures ?? 0) + 1 : 0;
      touch(name, { failures });
    },
    stopped: () =>
      [...lives]
        .filter(([, { seenAt, silenceMs, failures }]) => now() - seenAt > silenceMs || failures >= FAILURES)
        .map(([name]) => name),
  };
}
