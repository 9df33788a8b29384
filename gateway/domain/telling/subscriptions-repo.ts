/** Rows of devices that get pushes, of pushes that wait, and of the gateway's keys (migrations/0065_push.sql). */
import { and, asc, count, desc, eq, inArray, lte, notInArray, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { notices, pushDeliveries, pushKeys, pushSubscriptions } from '../../db/schema/telling';
import type { Tx } from '../../db/transaction';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** A device gets pushes while its log-in has an open session ([Note: Session epochs]). Names are whole: sessions have a line as well. */
const isLineOpen = (now: number) => sql`EXISTS (
  SELECT FROM sessions s JOIN users u ON u.id = s.user_id AND u.session_epoch = s.epoch
   WHERE s.line_id = push_subscriptions.line_id AND s.user_id = push_subscriptions.user_id
     AND s.revoked_at IS NULL AND s.expires_at > ${new Date(now).toISOString()}::timestamptz)`;

/** Keeps the device's subscription, whosever it was before, and drops the person's oldest beyond `kept`. */
export async function saveSubscription(
  tx: Tx,
  { endpointHash, ...row }: Omit<SubscriptionRow, 'id'>,
  kept: number,
): Promise<void> {
  // Another subscription of this log-in is the same browser's former one.
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.lineId, row.lineId), sql`${pushSubscriptions.endpointHash} <> ${endpointHash}`));
  await tx
    .insert(pushSubscriptions)
    .values({ endpointHash, ...row })
    .onConflictDoUpdate({ target: pushSubscriptions.endpointHash, set: row });
  const newest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, row.userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(kept);
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, row.userId), notInArray(pushSubscriptions.id, newest)));
}

export async function deleteOfLine(tx: Tx, lineId: string): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.lineId, lineId));
}

export async function deleteSubscription(queries: Queries, id: string): Promise<void> {
  await queries.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}

/** Drops devices whose log-in is over. @returns how many */
export async function deleteOfEndedLines(queries: Queries, now: number): Promise<number> {
  const gone = await queries
    .delete(pushSubscriptions)
    .where(sql`NOT ${isLineOpen(now)}`)
    .returning({ id: pushSubscriptions.id });
  return gone.length;
}

export async function countSubscriptions(queries: Queries, userId: string): Promise<number> {
  const [row] = await queries
    .select({ count: count() })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  return Number(row?.count ?? 0);
}

export function openSubscriptionsOf(
  queries: Queries,
  userIds: readonly string[],
  now: number,
): Promise<SubscriptionRow[]> {
  return queries
    .select()
    .from(pushSubscriptions)
    .where(and(inArray(pushSubscriptions.userId, [...userIds]), isLineOpen(now)));
}

export interface Delivery {
  noticeId: string;
  subscriptionId: string;
}

export async function insertDeliveries(tx: Tx, rows: (typeof pushDeliveries.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(pushDeliveries).values(rows).onConflictDoNothing();
}

const isDelivery = ({ noticeId, subscriptionId }: Delivery) =>
  and(eq(pushDeliveries.noticeId, noticeId), eq(pushDeliveries.subscriptionId, subscriptionId));

/** A push that is due, with everything that sending it needs. */
export interface DuePush extends Delivery {
  attempts: number;
  userId: string;
  kind: string;
  subjectId: string;
  accountId: string | null;
  at: number;
  isRead: boolean;
  isLineOpen: boolean;
  sealed: string;
  lang: SubscriptionRow['lang'];
  unread: number;
}

/** Takes pushes that are due; others skip them until `takenUntil`, when a claim that was not settled runs out. */
export async function claimDeliveries(
  tx: Tx,
  { now, takenUntil, limit }: { now: number; takenUntil: number; limit: number },
): Promise<DuePush[]> {
  const due = await tx
    .select({ noticeId: pushDeliveries.noticeId, subscriptionId: pushDeliveries.subscriptionId })
    .from(pushDeliveries)
    .where(lte(pushDeliveries.nextAttemptAt, now))
    .orderBy(asc(pushDeliveries.nextAttemptAt), asc(pushDeliveries.noticeId))
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed: DuePush[] = [];
  for (const one of due) {
    await tx.update(pushDeliveries).set({ nextAttemptAt: takenUntil }).where(isDelivery(one));
    const [row] = await tx
      .select({
        noticeId: pushDeliveries.noticeId,
        subscriptionId: pushDeliveries.subscriptionId,
        attempts: pushDeliveries.attempts,
        userId: notices.userId,
        kind: notices.kind,
        subjectId: notices.subjectId,
        accountId: notices.accountId,
        at: notices.at,
        isRead: sql<boolean>`${notices.readAt} IS NOT NULL`,
        isLineOpen: sql<boolean>`${isLineOpen(now)}`,
        sealed: pushSubscriptions.sealed,
        lang: pushSubscriptions.lang,
        unread: sql<number>`(SELECT count(*)::int FROM notices n WHERE n.user_id = notices.user_id AND n.read_at IS NULL)`,
      })
      .from(pushDeliveries)
      .innerJoin(notices, eq(notices.id, pushDeliveries.noticeId))
      .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushDeliveries.subscriptionId))
      .where(isDelivery(one));
    if (row) claimed.push(row);
  }
  return claimed;
}

export async function deleteDelivery(queries: Queries, delivery: Delivery): Promise<void> {
  await queries.delete(pushDeliveries).where(isDelivery(delivery));
}

export async function postponeDelivery(
  queries: Queries,
  delivery: Delivery,
  attempts: number,
  until: number,
): Promise<void> {
  await queries.update(pushDeliveries).set({ attempts, nextAttemptAt: until }).where(isDelivery(delivery));
}

export async function pushKeysRow(queries: Queries): Promise<typeof pushKeys.$inferSelect | null> {
  const [row] = await queries.select().from(pushKeys);
  return row ?? null;
}

/** Of gateways that make keys at once, the first one's stay. */
export async function insertPushKeys(
  queries: Queries,
  keys: { publicKey: string; sealedPrivate: string; createdAt: number },
): Promise<void> {
  await queries
    .insert(pushKeys)
    .values({ id: 1, ...keys })
    .onConflictDoNothing();
}
