/** Rows of orders. Every read for a user names the account: another's order does not exist here, but for what the market shows. */
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { OtcSide, OtcStatus } from '../../../../contract/calls/otc-market';
import type { Queries } from '../../../db/client';
import { otcPairs, otcRabOrders, RAB_PAIR, type HaltOrigin } from '../../../db/schema/otc-rab';
import type { Tx } from '../../../db/transaction';
import { newestFirst, olderThan } from '../../keyset-repo';
import { isRecordId, type Keyset } from '../../paging';

export type Order = typeof otcRabOrders.$inferSelect;

export interface MarketState {
  /** The reason why nobody may place an order; null while the market is open. */
  haltReason: string | null;
  haltedBy: HaltOrigin | null;
  /** Only trades after this count for the guide price. */
  guideSince: number | null;
}

const STATE = { haltReason: otcPairs.haltReason, haltedBy: otcPairs.haltedBy, guideSince: otcPairs.guideSince };

/**
 * Locks the market until the transaction ends: whoever changes an order of the pair does it first, so that matching sees one
 * book and other pairs never wait.
 */
export async function lockMarket(tx: Tx): Promise<MarketState> {
  const [row] = await tx.select(STATE).from(otcPairs).where(eq(otcPairs.pair, RAB_PAIR)).for('no key update');
  if (!row) throw new Error(`the pair ${RAB_PAIR} is missing`);
  return row;
}

export async function marketState(queries: Queries): Promise<MarketState> {
  const [row] = await queries.select(STATE).from(otcPairs).where(eq(otcPairs.pair, RAB_PAIR));
  if (!row) throw new Error(`the pair ${RAB_PAIR} is missing`);
  return row;
}

/**
 * Staff halt the market, or open it. Where it had halted itself, the guide price begins anew with the trades after that.
 * @returns the reason before
 */
export async function saveHalt(tx: Tx, reason: string | null, now: number): Promise<string | null> {
  const { haltReason, haltedBy } = await lockMarket(tx);
  // Staff's word over a halt of the market's own leaves it one that two operators end.
  const by = reason === null ? null : (haltedBy ?? 'operator');
  await tx
    .update(otcPairs)
    .set({
      haltReason: reason,
      haltedAt: reason === null ? null : now,
      haltedBy: by,
      ...(reason === null && haltedBy === 'guide' ? { guideSince: now } : {}),
    })
    .where(eq(otcPairs.pair, RAB_PAIR));
  return haltReason;
}

/** The market halts itself, unless it is halted. @returns whether it was open */
export async function haltByItself(tx: Tx, reason: string, now: number): Promise<boolean> {
  const { haltReason } = await lockMarket(tx);
  if (haltReason !== null) return false;
  const halt = { haltReason: reason, haltedAt: now, haltedBy: 'guide' } as const;
  await tx.update(otcPairs).set(halt).where(eq(otcPairs.pair, RAB_PAIR));
  return true;
}

/** New ids of orders and fills. */
export async function nextIds(tx: Tx, count: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT nextval('otc_ids')::text AS id FROM generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

export async function insertOrder(tx: Tx, { smallest: _generated, ...order }: Order): Promise<void> {
  await tx.insert(otcRabOrders).values(order);
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/**
 * Writes where orders stand now, in one statement, each under the version after the one that it was read at.
 * @throws Error when one was changed by somebody who had not locked the market
 */
export async function saveOrders(tx: Tx, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map((order) => ({
    id: order.id,
    version: order.version,
    remaining: order.remaining.toString(),
    awaiting: order.awaiting.toString(),
    settled: order.settled.toString(),
    awaiting_amount: order.awaitingAmount.toString(),
    awaiting_fee: order.awaitingFee.toString(),
    deposit: order.deposit.toString(),
    settled_amount: order.settledAmount.toString(),
    fee: order.fee.toString(),
    held: order.held.toString(),
    rest_due_at: iso(order.restDueAt),
    status: order.status,
    ended_by: order.endedBy,
    withdrawn_at: iso(order.withdrawnAt),
    closed_at: iso(order.closedAt),
  }));
  const { rowCount } = await tx.execute(sql`
    UPDATE otc_rab_orders o SET version = o.version + 1, remaining = n.remaining, awaiting = n.awaiting, settled = n.settled,
           awaiting_amount = n.awaiting_amount, awaiting_fee = n.awaiting_fee, deposit = n.deposit, settled_amount = n.settled_amount,
           fee = n.fee, held = n.held, rest_due_at = n.rest_due_at, status = n.status, ended_by = n.ended_by,
           withdrawn_at = n.withdrawn_at, closed_at = n.closed_at
      FROM (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id bigint, version int, remaining numeric,
           awaiting numeric, settled numeric, awaiting_amount numeric, awaiting_fee numeric, deposit numeric, settled_amount numeric,
           fee numeric, held numeric, rest_due_at timestamptz, status text, ended_by text, withdrawn_at timestamptz,
           closed_at timestamptz)
           -- Tells the planner how few they are: it expects a hundred, and would read the whole table for those.
           LIMIT ${rows.length}::bigint) n
     WHERE o.id = n.id AND o.version = n.version`);
  if (rowCount !== orders.length) throw new Error('an order changed under the lock of its market');
}

/** Returns anybody's orders by their ids. */
export async function ordersNamed(queries: Queries, ids: readonly string[]): Promise<Map<string, Order>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select()
    .from(otcRabOrders)
    .where(inArray(otcRabOrders.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findOrder(queries: Queries, accountId: string, id: string): Promise<Order | null> {
  if (!isRecordId(id)) return null;
  const [row] = await queries
    .select()
    .from(otcRabOrders)
    .where(and(eq(otcRabOrders.id, id), eq(otcRabOrders.accountId, accountId)));
  return row ?? null;
}

/** An account's orders of one side, newest first. */
export function pageOrders(
  queries: Queries,
  page: { accountId: string; side: OtcSide; status?: OtcStatus; end: Keyset | null; limit: number },
): Promise<Order[]> {
  const { accountId, side, status, end, limit } = page;
  const { createdAt, id } = otcRabOrders;
  return queries
    .select()
    .from(otcRabOrders)
    .where(
      and(
        eq(otcRabOrders.accountId, accountId),
        eq(otcRabOrders.side, side),
        status ? eq(otcRabOrders.status, status) : undefined,
        olderThan(createdAt, id, end),
      ),
    )
    .orderBy(...newestFirst(createdAt, id))
    .limit(limit);
}

/** Counts somebody's orders that wait on the market, of all their accounts: limits belong to the user (docs/rules.md §3). */
export async function countWaiting(queries: Queries, userId: string): Promise<number> {
  const { rows } = await queries.execute<{ count: string }>(sql`
    SELECT count(*)::text AS count FROM otc_rab_orders
     WHERE account_id IN (SELECT id FROM trading_accounts WHERE user_id = ${userId}::bigint) AND status = 'pending-match'`);
  return Number(rows[0]?.count ?? 0);
}

/** Somebody's orders that wait on the market, of all their accounts. */
export async function waitingOrdersOf(queries: Queries, userId: string, limit: number): Promise<Order[]> {
  const ofUser = sql`${otcRabOrders.accountId} IN (SELECT id FROM trading_accounts WHERE user_id = ${userId}::bigint)`;
  return queries
    .select()
    .from(otcRabOrders)
    .where(and(ofUser, eq(otcRabOrders.status, 'pending-match')))
    .orderBy(asc(otcRabOrders.id))
    .limit(limit);
}

/** Counts somebody's orders that wait for the buyer's rest, of all their accounts. */
export async function countRestsDue(queries: Queries, userId: string): Promise<number> {
  const { rows } = await queries.execute<{ count: string }>(sql`
    SELECT count(*)::text AS count FROM otc_rab_orders
     WHERE account_id IN (SELECT id FROM trading_accounts WHERE user_id = ${userId}::bigint)
       AND status = 'match-ended' AND rest_due_at IS NOT NULL`);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Orders whose time on the market is over, and buyers' whose time for the rest is; after the id, in order of ids.
 * @param rests the time for the rest is over by then
 */
export async function overdueOrders(
  queries: Queries,
  { now, rests }: { now: number; rests: number },
  after: string,
  limit: number,
): Promise<string[]> {
  const { id, expiresAt, restDueAt, status } = otcRabOrders;
  const due = (which: ReturnType<typeof and>) =>
    queries
      .select({ id })
      .from(otcRabOrders)
      .where(and(which, gt(id, after)))
      .orderBy(asc(id))
      .limit(limit);
  const [expired, missed] = [
    await due(and(eq(status, 'pending-match'), lte(expiresAt, now))),
    await due(lte(restDueAt, rests)),
  ];
  const ids = [...new Set([...expired, ...missed].map((row) => row.id))];
  return ids.sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).slice(0, limit);
}
