/** Reads who takes part in somebody's fees, and keeps the daily rates of the rebate. */
import { sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';

export interface PayerTies {
  accountId: string;
  /** Somebody other than the root user invited the payer, at most `promotionMs` before. */
  isPromoted: boolean;
  /** The same of whoever invited the inviter, without a limit of time. */
  isManaged: boolean;
  /** A decimal fraction. */
  rebateRate: string;
}

/** The ties of the people whose trading accounts these are. */
export async function tiesOf(
  queries: Queries,
  accountIds: readonly string[],
  { now, promotionMs }: { now: number; promotionMs: number },
): Promise<PayerTies[]> {
  const { rows } = await queries.execute<{ account: string; promoted: boolean; managed: boolean; rebate: string }>(sql`
    SELECT t.id::text AS account, coalesce(g.id IS NOT NULL AND u.created_at > ${new Date(now - promotionMs).toISOString()}::timestamptz, false) AS promoted,
           coalesce(g.inviter_id IS NOT NULL, false) AS managed, coalesce(r.rate, 0)::text AS rebate
      FROM trading_accounts t JOIN users u ON u.id = t.user_id
      LEFT JOIN users i ON i.id = u.inviter_id LEFT JOIN users g ON g.id = i.inviter_id
      LEFT JOIN rebate_rates r ON r.user_id = u.id
     WHERE t.id IN (SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(accountIds)}::jsonb))`);
  return rows.map(({ account, promoted, managed, rebate }) => ({
    accountId: account,
    isPromoted: promoted,
    isManaged: managed,
    rebateRate: rebate,
  }));
}

/**
 * Sets everybody's rate by what they paid OTC fees on from `from` (inclusive) to `day` (exclusive).
 * @param tiers ascending; USDT's smallest units and decimal fractions @returns how many people have one
 */
export async function saveRebateRates(
  tx: Tx,
  { from, day, tiers }: { from: number; day: number; tiers: readonly { from: bigint; rate: string }[] },
): Promise<number> {
  const [start, end] = [new Date(from).toISOString(), new Date(day).toISOString()];
  const steps = JSON.stringify(tiers.map((tier) => ({ from: tier.from.toString(), rate: tier.rate })));
  const { rows } = await tx.execute<{ count: string }>(sql`
    WITH volumes AS (
      SELECT t.user_id, sum(f.base) AS volume FROM fees f JOIN trading_accounts t ON t.id = f.payer_account_id
       WHERE f.source IN ('otc-rab', 'otc-usdt') AND f.asset = 'USDT' AND f.at >= ${start}::timestamptz AND f.at < ${end}::timestamptz
       GROUP BY t.user_id
    ), gone AS (
      DELETE FROM rebate_rates WHERE user_id NOT IN (SELECT user_id FROM volumes)
    ), saved AS (
      INSERT INTO rebate_rates (user_id, volume, rate, day)
      SELECT v.user_id, v.volume, coalesce((SELECT max((s.value ->> 'rate')::numeric) FROM jsonb_array_elements(${steps}::jsonb) s
                                            WHERE (s.value ->> 'from')::numeric <= v.volume), 0), ${end}::date
        FROM volumes v
      ON CONFLICT (user_id) DO UPDATE SET volume = excluded.volume, rate = excluded.rate, day = excluded.day
      RETURNING 1)
    SELECT count(*)::text AS count FROM saved`);
  return Number(rows[0]?.count ?? 0);
}
