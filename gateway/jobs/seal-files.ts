/** Seals uploads from before files were sealed; broken off, it goes on where it was. */
import type { Deps } from '../domain/call-context';
import { withTransaction } from '../db/transaction';
import { jobState, saveJobState } from './repo';
import { neverStopping, type IsStopping } from './run';

export const SEAL_FILES_JOB = 'seal-files';

/** @returns how many it sealed */
export async function sealFiles(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  isStopping: IsStopping = neverStopping,
): Promise<number> {
  if ((await jobState(db.db, SEAL_FILES_JOB))['isDone'] === true) return 0;
  const sealed = await files.resealAll(undefined, isStopping);
  // Uploads from now on are sealed when they are stored, so later runs have nothing to look for.
  if (!isStopping()) await withTransaction(db, (tx) => saveJobState(tx, SEAL_FILES_JOB, { isDone: true }));
  return sealed;
}
