/**
 * Sends the pushes that are due. A claim that was not settled runs out, so a gateway that dies between sending and noting it may have
 * a push sent twice, and never loses one; the device shows the second in the first one's place.
 */
import { declarationOf, isNoticeKind } from '../../../contract/notices';
import { withTransaction } from '../../db/transaction';
import type { Deps } from '../call-context';
import { pushOf } from './letters';
import { ensurePushKeys, type PushKeys } from './push-keys';
import { openTarget } from './subscriptions';
import {
  claimDeliveries,
  deleteDelivery,
  deleteOfEndedLines,
  deleteSubscription,
  postponeDelivery,
  type DuePush,
} from './subscriptions-repo';

type PushDeps = Pick<Deps, 'db' | 'clock' | 'secret' | 'push' | 'log'>;

const DAY_MS = 86_400_000;
/** A push is news for so long. */
export const PUSH_TTL_MS = DAY_MS;
const CLAIM_MS = 60_000;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 15 * 60_000;
const MAX_ATTEMPTS = 40;
const BATCH = 20;

export function pushRetryMs(attempts: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(12, attempts - 1));
}

/** Quiet hours may have held it back for a day. */
function isStale({ at, attempts }: DuePush, now: number): boolean {
  return now - at > 2 * PUSH_TTL_MS || attempts >= MAX_ATTEMPTS;
}

/** @returns whether it was sent */
async function deliverOne(deps: PushDeps, keys: PushKeys, due: DuePush): Promise<boolean> {
  const { db } = deps.db;
  const { kind } = due;
  const now = deps.clock.now();
  if (!due.isLineOpen) return (await deleteSubscription(db, due.subscriptionId), false);
  if (due.isRead || !isNoticeKind(kind) || isStale(due, now)) return (await deleteDelivery(db, due), false);
  let target;
  try {
    target = openTarget(deps, due.sealed);
  } catch (error) {
    // Sealed with another secret: it will never be readable.
    deps.log.error('push-unreadable', { error });
    return (await deleteSubscription(db, due.subscriptionId), false);
  }
  const isUrgent = declarationOf(kind).category === 'security';
  const payload = JSON.stringify(pushOf({ ...due, id: due.noticeId, kind }, due.unread));
  const result = await deps.push.send({ target, payload, keys, ttlSeconds: PUSH_TTL_MS / 1000, isUrgent });
  switch (result.outcome) {
    case 'sent':
      await deleteDelivery(db, due);
      return true;
    case 'gone':
      await deleteSubscription(db, due.subscriptionId);
      return false;
    case 'refused':
      deps.log.warn('push-refused', { status: result.status });
      await deleteDelivery(db, due);
      return false;
    case 'later': {
      const attempts = due.attempts + 1;
      const afterMs = Math.max(result.afterMs ?? 0, pushRetryMs(attempts));
      await postponeDelivery(db, due, attempts, deps.clock.now() + afterMs);
      return false;
    }
  }
}

/** Sends each push that is due, once however many gateways run. @returns how many were sent */
export async function deliverPushes(deps: PushDeps, isStopping: () => boolean): Promise<number> {
  const { db, clock } = deps;
  await deleteOfEndedLines(db.db, clock.now());
  for (let sent = 0; ;) {
    if (isStopping()) return sent;
    const now = clock.now();
    const due = await withTransaction(db, (tx) =>
      claimDeliveries(tx, { now, takenUntil: now + CLAIM_MS, limit: BATCH }),
    );
    if (due.length === 0) return sent;
    const keys = await ensurePushKeys(deps);
    const outcomes = await Promise.all(due.map((one) => deliverOne(deps, keys, one)));
    sent += outcomes.filter(Boolean).length;
  }
}
