/** Rows of trades, with their timelines, evidence, pictures and rulings. */
import { and, asc, count, desc, eq, inArray, isNotNull, lte, notLike, or, sql } from 'drizzle-orm';
import type { OtcSide, OtcStatus } from '../../../../contract/calls/otc-market';
import type { TradeState } from '../../../../contract/calls/otc-usdt-records';
import type { Queries } from '../../../db/client';
import {
  otcUsdtEvents,
  otcUsdtEvidence,
  otcUsdtImages,
  otcUsdtOffers,
  otcUsdtRulings,
  otcUsdtTrades,
  type TradeParty,
} from '../../../db/schema/otc-usdt';
import type { Tx } from '../../../db/transaction';
import { olderThan } from '../../keyset-repo';
import type { Keyset } from '../../paging';
import type { OfferRow } from './offers-repo';

export type TradeRow = typeof otcUsdtTrades.$inferSelect;
export type NewTrade = Omit<typeof otcUsdtTrades.$inferInsert, 'id' | 'version' | 'state'>;
export type EventRow = typeof otcUsdtEvents.$inferSelect;
export type EvidenceRow = typeof otcUsdtEvidence.$inferSelect;
export type RulingRow = typeof otcUsdtRulings.$inferSelect;

export async function insertTrade(tx: Tx, row: NewTrade): Promise<TradeRow> {
  const [inserted] = await tx.insert(otcUsdtTrades).values(row).returning();
  if (!inserted) throw new Error('the trade was not inserted');
  return inserted;
}

export async function findTrade(queries: Queries, id: string): Promise<TradeRow | null> {
  const [row] = await queries.select().from(otcUsdtTrades).where(eq(otcUsdtTrades.id, id));
  return row ?? null;
}

/** The trade, locked until the transaction ends. */
export async function lockTrade(tx: Tx, id: string): Promise<TradeRow | null> {
  const [row] = await tx.select().from(otcUsdtTrades).where(eq(otcUsdtTrades.id, id)).for('no key update');
  return row ?? null;
}

/** A trade whose state's time is over, locked; null when somebody else has it or has done it. */
export async function lockDueTrade(tx: Tx, id: string, now: number): Promise<TradeRow | null> {
  const [row] = await tx
    .select()
    .from(otcUsdtTrades)
    .where(and(eq(otcUsdtTrades.id, id), lte(otcUsdtTrades.deadlineAt, now)))
    .for('no key update', { skipLocked: true });
  return row ?? null;
}

/** Trades whose state's time is over, the longest first, after `after`. */
export async function dueTrades(queries: Queries, now: number, after: Keyset | null, limit: number): Promise<Keyset[]> {
  const { id, deadlineAt } = otcUsdtTrades;
  const beyond = after
    ? sql`(${deadlineAt}, ${id}) > (${new Date(after.at).toISOString()}::timestamptz, ${after.id}::bigint)`
    : undefined;
  const rows = await queries
    .select({ id, at: deadlineAt })
    .from(otcUsdtTrades)
    .where(and(isNotNull(deadlineAt), lte(deadlineAt, now), beyond))
    .orderBy(asc(deadlineAt), asc(id))
    .limit(limit);
  return rows.map((row) => ({ id: row.id, at: row.at ?? now }));
}

export type TradeChange = Partial<
  Pick<
    TradeRow,
    | 'state'
    | 'deadlineAt'
    | 'paidAt'
    | 'reference'
    | 'proofs'
    | 'buyerAgrees'
    | 'sellerAgrees'
    | 'disputedAt'
    | 'disputedBy'
    | 'ruling'
    | 'rulingReason'
    | 'closedAt'
    | 'endedBy'
    | 'journalId'
  >
>;

export type NewEvent = Pick<EventRow, 'step' | 'by'> & { reason?: EventRow['reason'] };

export async function noteEvents(tx: Tx, tradeId: string, events: readonly NewEvent[], now: number): Promise<void> {
  if (events.length === 0) return;
  await tx.insert(otcUsdtEvents).values(events.map((event) => ({ ...event, tradeId, at: now })));
}

/** Writes what has become of a locked trade, as its next version, with the steps that this is. */
export async function saveTrade(
  tx: Tx,
  { id, version }: TradeRow,
  change: TradeChange,
  events: readonly NewEvent[],
  now: number,
): Promise<TradeRow> {
  const [row] = await tx
    .update(otcUsdtTrades)
    .set({ ...change, version: version + 1 })
    .where(eq(otcUsdtTrades.id, id))
    .returning();
  if (!row) throw new Error(`trade ${id} is gone`);
  await noteEvents(tx, id, events, now);
  return row;
}

/** Trades that this buyer has taken and not paid yet. */
export async function countUnpaid(queries: Queries, userId: string): Promise<number> {
  const [row] = await queries
    .select({ n: count() })
    .from(otcUsdtTrades)
    .where(and(eq(otcUsdtTrades.buyerUserId, userId), inArray(otcUsdtTrades.state, ['awaiting-payment', 'late-hold'])));
  return row?.n ?? 0;
}

/** Every trade that came of an offer, the newest first. */
export function tradesOfOffer(queries: Queries, offerId: string, limit: number): Promise<TradeRow[]> {
  return queries
    .select()
    .from(otcUsdtTrades)
    .where(eq(otcUsdtTrades.offerId, offerId))
    .orderBy(desc(otcUsdtTrades.id))
    .limit(limit);
}

/** The timelines of these trades, each in the order of what happened. */
export function eventsOf(queries: Queries, ids: readonly string[]): Promise<EventRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return queries
    .select()
    .from(otcUsdtEvents)
    .where(inArray(otcUsdtEvents.tradeId, [...ids]))
    .orderBy(asc(otcUsdtEvents.id));
}

export function evidenceOf(queries: Queries, ids: readonly string[]): Promise<EvidenceRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return queries
    .select()
    .from(otcUsdtEvidence)
    .where(inArray(otcUsdtEvidence.tradeId, [...ids]))
    .orderBy(asc(otcUsdtEvidence.id));
}

export async function insertEvidence(tx: Tx, row: Omit<EvidenceRow, 'id'>): Promise<void> {
  await tx.insert(otcUsdtEvidence).values(row);
}

/** Lets the trade's two parties see these uploads from now on. */
export async function attachImages(tx: Tx, tradeId: string, images: readonly string[], now: number): Promise<void> {
  if (images.length === 0) return;
  await tx
    .insert(otcUsdtImages)
    .values(images.map((image) => ({ tradeId, image, at: now })))
    .onConflictDoNothing();
}

export async function isAttached(queries: Queries, tradeId: string, image: string): Promise<boolean> {
  const rows = await queries
    .select({ image: otcUsdtImages.image })
    .from(otcUsdtImages)
    .where(and(eq(otcUsdtImages.tradeId, tradeId), eq(otcUsdtImages.image, image)));
  return rows.length > 0;
}

export async function imagesOf(queries: Queries, tradeId: string): Promise<string[]> {
  const rows = await queries
    .select({ image: otcUsdtImages.image })
    .from(otcUsdtImages)
    .where(eq(otcUsdtImages.tradeId, tradeId))
    .orderBy(asc(otcUsdtImages.at), asc(otcUsdtImages.image));
  return rows.map(({ image }) => image);
}

/**
 * Returns operators' rulings about a dispute, the first one first. Rows from before operators had accounts hold anybody's text
 * and do not count.
 */
export function rulingsOf(queries: Queries, tradeId: string): Promise<RulingRow[]> {
  return queries
    .select()
    .from(otcUsdtRulings)
    .where(and(eq(otcUsdtRulings.tradeId, tradeId), notLike(otcUsdtRulings.actor, '%:%')))
    .orderBy(asc(otcUsdtRulings.at), asc(otcUsdtRulings.actor));
}

/** An operator's word; it replaces that operator's earlier one. */
export async function saveRuling(tx: Tx, ruling: RulingRow): Promise<void> {
  const { tradeId: _tradeId, actor: _actor, ...said } = ruling;
  await tx
    .insert(otcUsdtRulings)
    .values(ruling)
    .onConflictDoUpdate({ target: [otcUsdtRulings.tradeId, otcUsdtRulings.actor], set: said });
}

/** Trades in one state, or all that have not ended, the oldest first. */
export function listTrades(queries: Queries, state: TradeState | null, limit: number): Promise<TradeRow[]> {
  return queries
    .select()
    .from(otcUsdtTrades)
    .where(state === null ? eq(otcUsdtTrades.status, 'match-ended') : eq(otcUsdtTrades.state, state))
    .orderBy(asc(otcUsdtTrades.id))
    .limit(limit);
}

export type OwnOrder = { kind: 'offer'; row: OfferRow } | { kind: 'trade'; row: TradeRow };

/** An account's offers of a side and trades on that side, newest first. */
export async function pageOwn(
  queries: Queries,
  page: { accountId: string; side: OtcSide; status: OtcStatus | null; end: Keyset | null; limit: number },
): Promise<OwnOrder[]> {
  const { accountId, side, status, end, limit } = page;
  const party: TradeParty = side === 'buy' ? 'buyer' : 'seller';
  const account = party === 'buyer' ? sql`buyer_account_id` : sql`seller_account_id`;
  const older = end ? sql`AND ${olderThan(sql`created_at`, sql`id`, end)}` : sql``;
  const like = status === null ? sql`` : sql`AND status = ${status}`;
  const tail = sql`${older} ${like} ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
  const { rows } = await queries.execute<{ id: string }>(sql`
    SELECT id::text FROM (
      (SELECT id, created_at FROM otc_usdt_offers WHERE account_id = ${accountId}::bigint AND side = ${side} ${tail})
      UNION ALL
      (SELECT id, created_at FROM otc_usdt_trades WHERE ${account} = ${accountId}::bigint ${tail})) own
     ORDER BY created_at DESC, own.id DESC LIMIT ${limit}`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [offers, trades] = [
    await queries.select().from(otcUsdtOffers).where(inArray(otcUsdtOffers.id, ids)),
    await queries.select().from(otcUsdtTrades).where(inArray(otcUsdtTrades.id, ids)),
  ];
  const byId = new Map<string, OwnOrder>([
    ...offers.map((row) => [row.id, { kind: 'offer', row }] as const),
    ...trades.map((row) => [row.id, { kind: 'trade', row }] as const),
  ]);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Trades that wait for this user: a payment of theirs, a confirmation, an answer to who wants to cancel, an unread message. */
export async function countWaiting(queries: Queries, userId: string): Promise<number> {
  const user = sql`${userId}::bigint`;
  const unread = sql`EXISTS (SELECT FROM otc_usdt_messages m LEFT JOIN otc_usdt_reads r ON r.trade_id = m.trade_id AND r.user_id = ${user}
    WHERE m.trade_id = t.id AND m.user_id IS DISTINCT FROM ${user} AND m.id > coalesce(r.message_id, 0))`;
  const { rows } = await queries.execute<{ n: string }>(sql`
    SELECT count(*)::text AS n FROM (
      SELECT t.id FROM otc_usdt_trades t WHERE t.buyer_user_id = ${user} AND (t.state IN ('awaiting-payment', 'late-hold')
         OR (t.state = 'paid' AND t.seller_agrees AND NOT t.buyer_agrees) OR ${unread})
      UNION ALL
      SELECT t.id FROM otc_usdt_trades t WHERE t.seller_user_id = ${user} AND (t.state = 'paid' OR ${unread})) waiting`);
  return Number(rows[0]?.n ?? 0);
}

/** Trades whose buyer has to pay, or whose seller has to confirm, and is this user; untouched since `before` (UTC ms). */
export function tradesWaitingFor(queries: Queries, userId: string, before: number): Promise<TradeRow[]> {
  const { state, buyerUserId, sellerUserId, createdAt, paidAt } = otcUsdtTrades;
  return queries
    .select()
    .from(otcUsdtTrades)
    .where(
      or(
        and(eq(state, 'awaiting-payment'), eq(buyerUserId, userId), lte(createdAt, before)),
        and(eq(state, 'paid'), eq(sellerUserId, userId), lte(paidAt, before)),
      ),
    )
    .orderBy(asc(otcUsdtTrades.id));
}
