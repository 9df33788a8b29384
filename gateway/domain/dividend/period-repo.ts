/** Reads the figures of UTC days that a dividend is declared by: net fees, and everybody's custody days. */
import { sql } from 'drizzle-orm';
import type { AssetCode } from '../../../contract/money';
import type { Queries } from '../../db/client';

/** UTC ms; `to` is the midnight after the last day. */
export interface Period {
  from: number;
  to: number;
}

const moment = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Sums fees less the shares of them that were given away. */
export async function netFeesOf(queries: Queries, { from, to }: Period, asset: AssetCode): Promise<bigint> {
  const { rows } = await queries.execute<{ units: string }>(sql`
    SELECT coalesce(sum(revenue), 0)::text AS units FROM fees
     WHERE asset = ${asset} AND at >= ${moment(from)} AND at < ${moment(to)}`);
  return BigInt(rows[0]!.units);
}

export interface Custodian {
  userId: string;
  /** The main account. */
  accountId: string;
  /** Smallest units times days. */
  custodyDays: bigint;
}

/**
 * Counts custody days from the raw rows: for each UTC day the least that a user had in running orders during it, over all trading
 * accounts, where that is valid custody. An order runs until its end, also where its principal came back later because no gateway
 * ran. In order of registration.
 */
export async function custodyDaysOf(queries: Queries, { from, to }: Period, validFrom: bigint): Promise<Custodian[]> {
  const { rows } = await queries.execute<{ user_id: string; account_id: string; custody_days: string }>(sql`
    WITH moves AS (
      SELECT t.user_id, greatest(m.at, ${moment(from)}) AS at, sum(m.delta) AS delta
        FROM custody_changes c JOIN custody_orders o ON o.id = c.order_id JOIN trading_accounts t ON t.id = c.account_id,
             LATERAL (VALUES (${moment(from)}, 0::numeric), (c.created_at, (c.after - c.before)::numeric), (o.ends_at, (c.before - c.after)::numeric)) m (at, delta)
       WHERE c.kind <> 'matured' AND c.created_at < ${moment(to)} AND o.ends_at > ${moment(from)} AND m.at < ${moment(to)}
       GROUP BY 1, 2
    ), spans AS (
      SELECT user_id, at, sum(delta) OVER (PARTITION BY user_id ORDER BY at) AS balance,
             lead(at, 1, ${moment(to)}) OVER (PARTITION BY user_id ORDER BY at) AS until
        FROM moves
    ), days AS (
      SELECT s.user_id, d.day, min(s.balance) AS lowest
        FROM spans s, generate_series(date_trunc('day', s.at AT TIME ZONE 'UTC'), (s.until - interval '1 microsecond') AT TIME ZONE 'UTC', interval '1 day') d (day)
       GROUP BY s.user_id, d.day
    )
    SELECT d.user_id::text, t.id::text AS account_id, sum(d.lowest)::text AS custody_days
      FROM days d JOIN trading_accounts t ON t.user_id = d.user_id AND t.kind = 'main'
     WHERE d.lowest >= ${validFrom.toString()}::numeric AND d.lowest > 0
     GROUP BY d.user_id, t.id ORDER BY d.user_id`);
  return rows.map((row) => ({
    userId: row.user_id,
    accountId: row.account_id,
    custodyDays: BigInt(row.custody_days),
  }));
}
