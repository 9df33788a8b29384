import type { Deps } from '../call-context';
import { deleteEventsBefore } from './repo';

/** A device that was away for longer reads everything anew. */
export const KEEP_MS = 86_400_000;
const BATCH = 10_000;

/** Deletes what nobody asks for any more. Call it from a job, about once an hour. */
export async function purgeEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  while ((await deleteEventsBefore(db.db, clock.now() - KEEP_MS, BATCH)) === BATCH);
}
