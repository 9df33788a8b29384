/**
 * Runs scheduled work. Every gateway schedules every job; the database keeps it single: each unit of work is one short
 * transaction under the job's advisory lock, and what has been done is visible to the next one. So nothing is lost when a gateway
 * dies, nothing happens twice when two run, and requests get their turn between two units.
 */
import { withTransaction, type Tx } from '../db/transaction';
import type { Deps } from '../domain/call-context';
import { tryLockJob } from './repo';

export type JobDeps = Pick<Deps, 'db' | 'clock' | 'log'>;
/** Asked between two units of work. */
export type IsStopping = () => boolean;
export const neverStopping: IsStopping = () => false;

/**
 * Runs `work` in a transaction that holds the job's lock until it commits.
 * @returns what `work` returned, or `'busy'` when another gateway is at this job right now
 */
export function exclusively<T>(
  { db }: Pick<JobDeps, 'db'>,
  job: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T | 'busy'> {
  return withTransaction(db, async (tx) => ((await tryLockJob(tx, job)) ? work(tx) : 'busy'));
}
