/** Deletes what can no longer be used: codes, tickets, captchas, counters, sent messages, ended sessions, unused devices. */
import type { Deps } from '../call-context';
import { deleteCaptchasExpiredBy } from './guessing/captcha-repo';
import { deleteSpent } from './codes/code-repo';
import { deleteDevicesUnusedSince } from './sessions/device-repo';
import { deleteFailuresBefore, deleteTriesBefore } from './guessing/login-failures-repo';
import { CODE_THROTTLE, DAY_MS, DELIVERY, DEVICE, HOUR_MS, LOGIN_THROTTLE } from './figures';
import { deleteFreezeLinksExpiredBy } from './messages/freeze-links-repo';
import { deleteFinishedMessages } from './messages/message-repo';
import { deleteSessionsBefore } from './sessions/session-repo';

/** Ended sessions stay so long for the security centre's list. */
const KEEP_SESSIONS_MS = 30 * DAY_MS;

/** Call it from a job, about once an hour. */
export async function purgeIdentity(deps: Deps): Promise<void> {
  const { db } = deps.db;
  const now = deps.clock.now();
  await deleteSpent(db, now, now - CODE_THROTTLE.forgetAfterMs);
  await deleteCaptchasExpiredBy(db, now);
  await deleteFailuresBefore(db, now - LOGIN_THROTTLE.forgetAfterMs);
  await deleteTriesBefore(db, now - HOUR_MS);
  await deleteDevicesUnusedSince(db, now - DEVICE.unusedMs);
  await deleteFinishedMessages(db, now - DELIVERY.keepDoneMs);
  await deleteFreezeLinksExpiredBy(db, now);
  await deleteSessionsBefore(db, now - KEEP_SESSIONS_MS);
}
