/**
 * The picture of Home that the next start shows first. It is a cached record like any other: sealed, of one account, gone with
 * whatever wipes those (cache/schema.ts).
 */
import type { HomePicture } from './api';
import type { RecordKey } from './cache/record-cache';
import type { OpenSession } from './session/session-keeper';

const keyOfPicture = (accountId: string): RecordKey => ({ partition: accountId, call: 'homePicture', input: '{}' });

/** @throws StoreClosedError */
export async function keepPicture({ accountId, vault }: OpenSession, picture: HomePicture): Promise<void> {
  await vault.records.write(keyOfPicture(accountId), { data: picture, asOf: picture.asOf, isStale: false });
}

/** @throws StoreClosedError */
export async function keptPicture({ accountId, vault }: OpenSession): Promise<HomePicture | null> {
  const kept = await vault.records.read(keyOfPicture(accountId));
  return kept && (kept.data as HomePicture);
}
