/** People as the OTC markets show them: a name, whether it is verified, and how their trades went (rules.md §8). */
import { sql, type SQL } from 'drizzle-orm';
import type { Trader } from '../../../contract/calls/otc-market';
import type { Queries } from '../../db/client';

/** Figures are of this long, ms. */
export const RECORD_MS = 30 * 86_400_000;
const RATE_DIGITS = 10_000;

/** How somebody's trades ended. */
export interface TradeRecord {
  completed: number;
  /** Their own fault: as a buyer they cancelled, did not pay in time, or told of a payment that an operator ruled was none. */
  faults: number;
}

/** completed ÷ (completed + faults), rounded down to four digits; null without any. */
export function completionRate({ completed, faults }: TradeRecord): string | null {
  if (completed + faults === 0) return null;
  return String(Math.floor((completed * RATE_DIGITS) / (completed + faults)) / RATE_DIGITS);
}

/**
 * A row (completed, faults) of the trades that ended since then.
 * @param user an expression for the user's id @param since UTC ms
 */
export function recordSince(user: SQL, since: number): SQL {
  const from = sql`${new Date(since).toISOString()}::timestamptz`;
  return sql`
    SELECT (SELECT count(*) FROM otc_rab_fills f WHERE f.buyer_id = ${user} AND f.closed_at >= ${from} AND f.status = 'settled')
         + (SELECT count(*) FROM otc_rab_fills f WHERE f.seller_id = ${user} AND f.closed_at >= ${from} AND f.status = 'settled')
         + (SELECT count(*) FROM otc_usdt_trades t WHERE t.buyer_user_id = ${user} AND t.closed_at >= ${from} AND t.state = 'completed')
         + (SELECT count(*) FROM otc_usdt_trades t WHERE t.seller_user_id = ${user} AND t.closed_at >= ${from} AND t.state = 'completed')
             AS completed,
           (SELECT count(*) FROM otc_rab_fills f WHERE f.buyer_id = ${user} AND f.closed_at >= ${from} AND f.status = 'rest-missed')
         + (SELECT count(*) FROM otc_usdt_trades t WHERE t.buyer_user_id = ${user} AND t.closed_at >= ${from}
               AND t.ended_by IN ('buyer-cancelled', 'not-paid', 'ruled-for-seller')) AS faults`;
}

/** Whether that user's completion rate since then is at least this; false for one without trades. */
export function hasRateSince(user: SQL, since: number, minimum: string): SQL {
  return sql`EXISTS (SELECT FROM (${recordSince(user, since)}) r WHERE r.completed + r.faults > 0
    AND r.completed >= (r.completed + r.faults) * ${minimum}::numeric)`;
}

type TraderRow = { id: string; nickname: string; is_verified: boolean; completed: string; faults: string };

/** These users, by id; who is not one is left out. @param now UTC ms */
export async function tradersById(
  queries: Queries,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Trader>> {
  if (ids.length === 0) return new Map();
  const { rows } = await queries.execute<TraderRow>(sql`
    SELECT u.id::text, u.nickname, u.identity_status = 'approved' AS is_verified, r.completed::text, r.faults::text
      FROM users u CROSS JOIN LATERAL (${recordSince(sql`u.id`, now - RECORD_MS)}) r
     WHERE u.id IN (SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify([...new Set(ids)])}::jsonb))`);
  return new Map(
    rows.map(({ id, nickname, is_verified: isVerified, ...row }) => {
      const record = { completed: Number(row.completed), faults: Number(row.faults) };
      return [
        id,
        { id, nickname, isVerified, completed: record.completed, completionRate: completionRate(record) },
      ] as const;
    }),
  );
}

/** One of `tradersById`'s. @throws Error when it is not there: rows name users who exist */
export function traderOf(traders: ReadonlyMap<string, Trader>, id: string): Trader {
  const found = traders.get(id);
  if (!found) throw new Error(`there is no user ${id}`);
  return found;
}

/** All that somebody's trades came to since they are here. */
export async function recordOfAll(queries: Queries, userId: string): Promise<TradeRecord> {
  const { rows } = await queries.execute<{ completed: string; faults: string }>(recordSince(sql`${userId}::bigint`, 0));
  return { completed: Number(rows[0]?.completed ?? 0), faults: Number(rows[0]?.faults ?? 0) };
}

/** Whether somebody was ever on one of the markets: an order, an offer or a trade of theirs. */
export async function wasOnMarket(queries: Queries, userId: string): Promise<boolean> {
  const user = sql`${userId}::bigint`;
  const { rows } = await queries.execute<{ was: boolean }>(sql`
    SELECT EXISTS (SELECT FROM otc_rab_orders WHERE user_id = ${user}) OR EXISTS (SELECT FROM otc_usdt_offers WHERE user_id = ${user})
        OR EXISTS (SELECT FROM otc_usdt_trades WHERE buyer_user_id = ${user} OR seller_user_id = ${user}) AS was`);
  return rows[0]?.was === true;
}
