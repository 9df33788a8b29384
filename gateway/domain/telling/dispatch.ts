/**
 * Finds out whom each notice is mailed to, and which devices it is pushed to. Notices are the outbox: what nobody has dispatched
 * waits there, a batch is dispatched in one transaction, and gateways pass over each other's. Mail goes on in the queue of
 * messages (identity/messages), pushes in one of their own (deliver-pushes.ts).
 */
import { declarationOf, isNoticeKind, type NoticeCategory, type NoticeKind } from '../../../contract/notices';
import { withTransaction, type Tx } from '../../db/transaction';
import type { Deps } from '../call-context';
import { queueMessage } from '../identity/messages/messages';
import { languageOf } from '../identity/messages/owner';
import { usersById, type UserRow } from '../identity/users/user-repo';
import { loadSettings } from '../settings/settings';
import { letterOf } from './letters';
import { lockUndispatched, markDispatched, preferencesOf, type NoticeRow, type PreferencesRow } from './notices-repo';
import { isOn, quietHoursOf } from './preferences';
import { quietUntil } from './quiet-hours';
import { insertDeliveries, openSubscriptionsOf } from './subscriptions-repo';

type DispatchDeps = Pick<Deps, 'db' | 'clock' | 'secret' | 'publicUrl'>;
type Undispatched = NoticeRow & { reason: string | null; kind: NoticeKind; category: NoticeCategory };

const BATCH = 200;

async function mail(
  tx: Tx,
  deps: DispatchDeps,
  notice: Undispatched,
  user: UserRow,
  preferences: PreferencesRow | null,
  now: number,
): Promise<void> {
  const { kind, category } = notice;
  if (declarationOf(kind).mail !== 'letter' || user.email === null) return;
  if (!isOn(preferences?.switches ?? null, category, 'mail')) return;
  const lang = languageOf(user, await loadSettings(tx));
  const letter = letterOf({ ...notice, lang }, deps.publicUrl);
  await queueMessage(tx, deps, { to: user.email, lang, message: { kind: 'letter', ...letter }, isSilent: false }, now);
}

/** Returns when pushes of a category may go out; null where none do. Security never waits. */
function pushFrom(preferences: PreferencesRow | null, category: NoticeCategory, now: number): number | null {
  if (!isOn(preferences?.switches ?? null, category, 'push')) return null;
  const quiet = preferences && quietHoursOf(preferences);
  return quiet && category !== 'security' ? (quietUntil(quiet, now) ?? now) : now;
}

async function dispatchBatch(tx: Tx, deps: DispatchDeps, limit: number): Promise<number> {
  const now = deps.clock.now();
  const rows = await lockUndispatched(tx, limit);
  if (rows.length === 0) return 0;
  // A kind that only another version of the gateway knows is its own to tell.
  const known = rows.filter((row): row is Undispatched => isNoticeKind(row.kind));
  const userIds = [...new Set(known.map(({ userId }) => userId))];
  const [users, preferences, devices] = [
    await usersById(tx, userIds),
    await preferencesOf(tx, userIds),
    await openSubscriptionsOf(tx, userIds, now),
  ];
  for (const notice of known) {
    const user = users.find(({ id }) => id === notice.userId);
    const own = preferences.find(({ userId }) => userId === notice.userId) ?? null;
    if (user) await mail(tx, deps, notice, user, own, now);
    const nextAttemptAt = notice.readAt === null ? pushFrom(own, notice.category, now) : null;
    if (nextAttemptAt === null) continue;
    const ofUser = devices.filter(({ userId }) => userId === notice.userId);
    await insertDeliveries(
      tx,
      ofUser.map(({ id }) => ({ noticeId: notice.id, subscriptionId: id, nextAttemptAt })),
    );
  }
  await markDispatched(
    tx,
    rows.map(({ id }) => id),
    now,
  );
  return rows.length;
}

/** @returns how many notices were dispatched */
export async function dispatchNotices(deps: DispatchDeps, isStopping: () => boolean, limit = BATCH): Promise<number> {
  for (let dispatched = 0; ;) {
    if (isStopping()) return dispatched;
    const count = await withTransaction(deps.db, (tx) => dispatchBatch(tx, deps, limit));
    dispatched += count;
    if (count < limit) return dispatched;
  }
}
