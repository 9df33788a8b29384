/** Stores the progress of scheduled work, and takes the lock that keeps one job from running in two gateways at once. */
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../db/client';
import { systemJobs } from '../db/schema/system';
import type { Tx } from '../db/transaction';

/** Takes the job's lock until the transaction ends; false when another gateway holds it. */
export async function tryLockJob(tx: Tx, job: string): Promise<boolean> {
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`job:${job}`}, 0)) AS held`,
  );
  return rows[0]?.held === true;
}

export interface JobRun {
  lastStartedAt: number;
  lastFinishedAt: number;
  /** Name of the thrown error, never its text. */
  lastError: string | null;
}

export async function saveRun(queries: Queries, job: string, run: JobRun): Promise<void> {
  await queries
    .insert(systemJobs)
    .values({ name: job, ...run })
    .onConflictDoUpdate({ target: systemJobs.name, set: run });
}

/** Reads the state that the job left for its next run; empty when it never ran. */
export async function jobState(queries: Queries, job: string): Promise<Record<string, unknown>> {
  const [row] = await queries.select({ state: systemJobs.state }).from(systemJobs).where(eq(systemJobs.name, job));
  return row?.state ?? {};
}

export async function saveJobState(tx: Tx, job: string, state: Record<string, unknown>): Promise<void> {
  await tx
    .insert(systemJobs)
    .values({ name: job, state })
    .onConflictDoUpdate({ target: systemJobs.name, set: { state } });
}
