/** Deletes what can no longer be used: codes, tickets, captchas, counters, sent messages, ended sessions, unused devices. */
import type { Deps } from '../call-context';
import { deleteSpent } from './code-repo';
import { deleteDevicesUnusedSince } from './device-repo';
import { deleteFailuresBefore, deleteTriesBefore } from './failure-repo';
import { CODE_THROTTLE, DAY_MS, DELIVERY, DEVICE, HOUR_MS, LOGIN_THROTTLE } from './figures';
import { deleteFreezeLinksExpiredBy } from './freeze-links-repo';
import { deleteFinishedMessages } from './message-repo';
import { deleteSessionsBefore } from './session-repo';

/** Ended sessions stay so long for the security centre's list. */
const KEEP_SESSIONS_MS = 30 * DAY_MS;

/** Call it from a job, about once an hour. */
export async function purgeIdentity(deps: Deps): Promise<void> {
  const { db } = deps.db;
  const now = deps.clock.now();
  await deleteSpent(db, now, now - CODE_THROTTLE.forgetAfterMs);
  await deleteFailuresBefore(db, now - LOGIN_THROTTLE.forgetAfterMs);
  await deleteTriesBefore(db, now - HOUR_MS);
  await deleteDevicesUnusedSince(db, now - DEVICE.unusedMs);
  await deleteFinishedMessages(db, now - DELIVERY.keepDoneMs);
  await deleteFreezeLinksExpiredBy(db, now);
  await deleteSessionsBefore(db, now - KEEP_SESSIONS_MS);
}
