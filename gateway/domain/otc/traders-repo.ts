/** People as the OTC markets show them: a name, whether it is verified, and how their trades went (docs/rules.md §8). */
import { sql, type SQL } from 'drizzle-orm';
import type { Trader } from '../../../contract/calls/otc-market';
import type { Queries } from '../../db/client';

/** Figures are of this long, ms. */
export const RECORD_MS = 30 * 86_400_000;
const RATE_DIGITS = 10_000;

/** Each market's record counts its own trades. */
export type Market = 'rab' | 'usdt';

/** The counts of how somebody's trades on one market ended. */
export interface TradeRecord {
  /** Counterparties of completed trades, each once: two who trade with each other fifty times have a record of one. */
  completed: number;
  /** Trades that failed by this user's fault; each counts, whoever the counterparty was and however often. */
  faults: number;
}

/** completed ÷ (completed + faults), rounded down to four digits; null without any. */
export function completionRate({ completed, faults }: TradeRecord): string | null {
  if (completed + faults === 0) return null;
  return String(Math.floor((completed * RATE_DIGITS) / (completed + faults)) / RATE_DIGITS);
}

/** A row (completed, faults). A buyer who misses the rest is at fault. */
function rabRecord(user: SQL, from: SQL): SQL {
  const closed = sql`closed_at >= ${from} AND status`;
  return sql`
    SELECT (SELECT count(*) FROM (
              SELECT seller_id FROM otc_rab_fills WHERE buyer_id = ${user} AND ${closed} = 'settled'
              UNION SELECT buyer_id FROM otc_rab_fills WHERE seller_id = ${user} AND ${closed} = 'settled') counterparties) AS completed,
           (SELECT count(*) FROM otc_rab_fills WHERE buyer_id = ${user} AND ${closed} = 'rest-missed') AS faults`;
}

/**
 * A row (completed, faults). A buyer is at fault who cancelled, did not pay in time, or told of a payment that an operator ruled was none;
 * a seller who denied one that an operator ruled was made.
 */
function usdtRecord(user: SQL, from: SQL): SQL {
  const ended = sql`closed_at >= ${from} AND ended_by`;
  return sql`
    SELECT (SELECT count(*) FROM (
              SELECT seller_user_id FROM otc_usdt_trades
               WHERE buyer_user_id = ${user} AND ${ended} IN ('confirmed', 'ruled-for-buyer')
              UNION SELECT buyer_user_id FROM otc_usdt_trades
               WHERE seller_user_id = ${user} AND ${ended} = 'confirmed') counterparties) AS completed,
           (SELECT count(*) FROM otc_usdt_trades
             WHERE buyer_user_id = ${user} AND ${ended} IN ('buyer-cancelled', 'not-paid', 'ruled-for-seller'))
         + (SELECT count(*) FROM otc_usdt_trades WHERE seller_user_id = ${user} AND ${ended} = 'ruled-for-buyer') AS faults`;
}

const RECORDS = { rab: rabRecord, usdt: usdtRecord } as const satisfies Record<Market, unknown>;

/**
 * A row (completed, faults) of the trades that ended since then.
 * @param user an expression for the user's id @param since UTC ms
 */
function recordSince(market: Market, user: SQL, since: number): SQL {
  return RECORDS[market](user, sql`${new Date(since).toISOString()}::timestamptz`);
}

/** True if that user's completion rate on this market since `since` is at least `minimum`; false for a user without trades. */
export function hasRateSince(market: Market, user: SQL, since: number, minimum: string): SQL {
  return sql`EXISTS (SELECT FROM (${recordSince(market, user, since)}) r WHERE r.completed + r.faults > 0
    AND r.completed >= (r.completed + r.faults) * ${minimum}::numeric)`;
}

type TraderRow = { id: string; nickname: string; is_verified: boolean; completed: string; faults: string };

/** These users with their records on this market, by id; who is not one is left out. @param now UTC ms */
export async function tradersById(
  queries: Queries,
  market: Market,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Trader>> {
  if (ids.length === 0) return new Map();
  const { rows } = await queries.execute<TraderRow>(sql`
    SELECT u.id::text, u.nickname, u.identity_status = 'approved' AS is_verified, r.completed::text, r.faults::text
      FROM users u CROSS JOIN LATERAL (${recordSince(market, sql`u.id`, now - RECORD_MS)}) r
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

/** Returns one of the traders of `tradersById`. @throws Error when it is not there: rows name users who exist */
export function traderOf(traders: ReadonlyMap<string, Trader>, id: string): Trader {
  const found = traders.get(id);
  if (!found) throw new Error(`there is no user ${id}`);
  return found;
}

/** Returns the record of all of somebody's trades on this market. */
export async function recordOfAll(queries: Queries, market: Market, userId: string): Promise<TradeRecord> {
  const record = recordSince(market, sql`${userId}::bigint`, 0);
  const { rows } = await queries.execute<{ completed: string; faults: string }>(record);
  return { completed: Number(rows[0]?.completed ?? 0), faults: Number(rows[0]?.faults ?? 0) };
}

/** True if somebody was ever on one of the markets: an order, an offer or a trade of theirs. */
export async function wasOnMarket(queries: Queries, userId: string): Promise<boolean> {
  const user = sql`${userId}::bigint`;
  const { rows } = await queries.execute<{ was: boolean }>(sql`
    SELECT EXISTS (SELECT FROM otc_rab_orders WHERE user_id = ${user}) OR EXISTS (SELECT FROM otc_usdt_offers WHERE user_id = ${user})
        OR EXISTS (SELECT FROM otc_usdt_trades WHERE buyer_user_id = ${user} OR seller_user_id = ${user}) AS was`);
  return rows[0]?.was === true;
}
