import type { Deps } from '../call-context';
import { deleteNoticesBefore } from './notices-repo';

/** The notice centre goes back half a year. */
export const KEEP_NOTICES_MS = 180 * 86_400_000;
const BATCH = 10_000;

/** Call it from a job, about once an hour. */
export async function purgeNotices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  while ((await deleteNoticesBefore(db.db, clock.now() - KEEP_NOTICES_MS, BATCH)) === BATCH);
}
