/** Custody rows. Every read for a user names the account: another's order does not exist here. */
import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import { rateUnits, unitsToDecimal, RATE_DECIMALS } from '../../../contract/money';
import type { Queries } from '../../db/client';
import { custodyChanges, custodyInterest, custodyOrders } from '../../db/schema/custody';
import type { Tx } from '../../db/transaction';
import { newestFirst, olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';
import { DAY_MS, type DayInterest, type OrderFigures, type OrderTerms } from './rules';

type OrderRow = typeof custodyOrders.$inferSelect;
export type ChangeRow = typeof custodyChanges.$inferSelect;
export type ChangeKind = ChangeRow['kind'];

/** An order as the rules see it, with what only its row knows. */
export interface Order extends OrderFigures {
  id: string;
  accountId: string;
  addedToId: string | null;
  planId: string;
  placed: bigint;
  endedBy: OrderRow['endedBy'];
}

function orderOf(row: OrderRow): Order {
  const { dailyRate, redeemFeeRate, endedAt: _endedAt, nextDueAt: _nextDueAt, ...same } = row;
  return { ...same, dailyRate: rateUnits(dailyRate), redeemFeeRate: rateUnits(redeemFeeRate) };
}

/** Returns when the order next changes by itself, UTC ms; null when it has expired. The principal returns on its last day. */
function nextDueAt(order: OrderFigures): number | null {
  if (order.status === 'expired') return null;
  return Math.min(order.endsAt, order.startsAt + (order.daysAccrued + 1) * DAY_MS);
}

export interface NewOrder {
  accountId: string;
  planId: string;
  addedToId: string | null;
  principal: bigint;
  terms: OrderTerms;
}

export async function insertOrder(
  tx: Tx,
  { accountId, planId, addedToId, principal, terms }: NewOrder,
): Promise<Order> {
  const [row] = await tx
    .insert(custodyOrders)
    .values({
      ...terms,
      accountId,
      planId,
      addedToId,
      principal,
      placed: principal,
      dailyRate: unitsToDecimal(terms.dailyRate, RATE_DECIMALS),
      redeemFeeRate: unitsToDecimal(terms.redeemFeeRate, RATE_DECIMALS),
      nextDueAt: terms.startsAt + DAY_MS,
    })
    .returning();
  if (!row) throw new Error('custody order was not inserted');
  return orderOf(row);
}

/** An order's new position; `end` only when it ends now. */
export interface NewPosition {
  order: Order;
  end: { by: 'maturity' | 'redemption'; at: number } | null;
}

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function positionRow({ order, end }: NewPosition) {
  const { id, revision, status, principal, accrued, daysAccrued, interestPaid } = order;
  return {
    id,
    revision,
    status,
    principal: `${principal}`,
    accrued: `${accrued}`,
    days_accrued: daysAccrued,
    interest_paid: `${interestPaid}`,
    next_due_at: isoOf(nextDueAt(order)),
    ended_by: end?.by ?? order.endedBy,
    ended_at: isoOf(end?.at ?? null),
  };
}

/** Writes the new positions of several orders, each at most once, in one statement. */
export async function savePositions(tx: Tx, positions: readonly NewPosition[]): Promise<void> {
  if (positions.length === 0) return;
  const { rowCount } = await tx.execute(sql`
    UPDATE custody_orders o
       SET revision = p.revision, status = p.status, principal = p.principal, accrued = p.accrued, days_accrued = p.days_accrued,
           interest_paid = p.interest_paid, next_due_at = p.next_due_at, ended_by = p.ended_by, ended_at = coalesce(p.ended_at, o.ended_at)
      FROM jsonb_to_recordset(${JSON.stringify(positions.map(positionRow))}::jsonb)
             p (id bigint, revision int, status text, principal numeric, accrued numeric, days_accrued int, interest_paid numeric,
                next_due_at timestamptz, ended_by text, ended_at timestamptz)
     WHERE o.id = p.id`);
  if (rowCount !== positions.length) throw new Error(`${rowCount} custody orders of ${positions.length} were written`);
}

/** @returns the order as its row is then */
export async function savePosition(tx: Tx, order: Order, end: NewPosition['end'] = null): Promise<Order> {
  await savePositions(tx, [{ order, end }]);
  return { ...order, endedBy: end?.by ?? order.endedBy };
}

export async function findOrder(queries: Queries, accountId: string, id: string): Promise<Order | null> {
  const [row] = await queries
    .select()
    .from(custodyOrders)
    .where(and(eq(custodyOrders.id, id), eq(custodyOrders.accountId, accountId)));
  return row ? orderOf(row) : null;
}

/** The account's order, locked until the transaction ends. */
export async function lockOrder(tx: Tx, accountId: string, id: string): Promise<Order | null> {
  const [row] = await tx
    .select()
    .from(custodyOrders)
    .where(and(eq(custodyOrders.id, id), eq(custodyOrders.accountId, accountId)))
    .for('no key update');
  return row ? orderOf(row) : null;
}

/** Those of the orders that something is due for, locked, in the order of `ids`; left out is what somebody else has or has done. */
export async function lockDueOrders(tx: Tx, ids: readonly string[], now: number): Promise<Order[]> {
  const rows = await tx
    .select()
    .from(custodyOrders)
    .where(and(inArray(custodyOrders.id, [...ids]), lte(custodyOrders.nextDueAt, now)))
    .orderBy(asc(custodyOrders.id))
    .for('no key update', { skipLocked: true });
  const byId = new Map(rows.map((row) => [row.id, orderOf(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Orders with something due, oldest first, after `after`. */
export async function dueOrders(queries: Queries, now: number, after: Keyset | null, limit: number): Promise<Keyset[]> {
  const beyond = after
    ? or(
        gt(custodyOrders.nextDueAt, after.at),
        and(eq(custodyOrders.nextDueAt, after.at), gt(custodyOrders.id, after.id)),
      )
    : undefined;
  const rows = await queries
    .select({ id: custodyOrders.id, at: custodyOrders.nextDueAt })
    .from(custodyOrders)
    .where(and(lte(custodyOrders.nextDueAt, now), beyond))
    .orderBy(asc(custodyOrders.nextDueAt), asc(custodyOrders.id))
    .limit(limit);
  return rows.map(({ id, at }) => ({ id, at: at ?? now }));
}

/** An account's orders, newest first. */
export async function pageOrders(
  queries: Queries,
  page: { accountId: string; status?: Order['status']; end: Keyset | null; limit: number },
): Promise<Order[]> {
  const rows = await queries
    .select()
    .from(custodyOrders)
    .where(
      and(
        eq(custodyOrders.accountId, page.accountId),
        page.status ? eq(custodyOrders.status, page.status) : undefined,
        olderThan(custodyOrders.startsAt, custodyOrders.id, page.end),
      ),
    )
    .orderBy(...newestFirst(custodyOrders.startsAt, custodyOrders.id))
    .limit(page.limit);
  return rows.map(orderOf);
}

/** An account's changes of custody amount, newest first. */
export function pageChanges(
  queries: Queries,
  page: { accountId: string; orderId?: string; end: Keyset | null; limit: number },
): Promise<ChangeRow[]> {
  return queries
    .select()
    .from(custodyChanges)
    .where(
      and(
        eq(custodyChanges.accountId, page.accountId),
        page.orderId ? eq(custodyChanges.orderId, page.orderId) : undefined,
        olderThan(custodyChanges.createdAt, custodyChanges.id, page.end),
      ),
    )
    .orderBy(...newestFirst(custodyChanges.createdAt, custodyChanges.id))
    .limit(page.limit);
}

export async function insertChanges(tx: Tx, changes: readonly Omit<ChangeRow, 'id'>[]): Promise<void> {
  if (changes.length > 0) await tx.insert(custodyChanges).values([...changes]);
}

/** One row per (order, day); the key refuses a second one. */
export async function insertInterest(
  tx: Tx,
  days: readonly (DayInterest & { order: Order; journalId: string | null })[],
  creditedAt: number,
): Promise<void> {
  if (days.length === 0) return;
  await tx
    .insert(custodyInterest)
    .values(days.map(({ order, ...day }) => ({ ...day, orderId: order.id, accountId: order.accountId, creditedAt })));
}

export interface CustodySummary {
  runningOrders: number;
  interestTotal: bigint;
  /** Interest of the days that were complete within the given time. */
  interestBetween: bigint;
}

/** Sums over an account's orders; `from` inclusive, `to` exclusive, by when a day was complete. */
export async function custodySummary(
  queries: Queries,
  accountId: string,
  from: number,
  to: number,
): Promise<CustodySummary> {
  const { rows } = await queries.execute<{ orders: string; total: string; between: string }>(sql`
    SELECT count(*) FILTER (WHERE status = 'in-progress')::text AS orders,
           coalesce(sum(interest_paid), 0)::text AS total,
           (SELECT coalesce(sum(i.amount), 0)::text FROM custody_interest i
             WHERE i.account_id = ${accountId}::bigint AND i.due_at >= ${new Date(from).toISOString()}::timestamptz
               AND i.due_at < ${new Date(to).toISOString()}::timestamptz) AS between
      FROM custody_orders WHERE account_id = ${accountId}::bigint`);
  const row = rows[0];
  return {
    runningOrders: Number(row?.orders ?? 0),
    interestTotal: BigInt(row?.total ?? 0),
    interestBetween: BigInt(row?.between ?? 0),
  };
}
