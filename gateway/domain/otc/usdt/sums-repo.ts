/**
 * Sums what disputes gave to a user and what an operator ruled within 24 hours: both decide how many operators a ruling takes.
 */
import { and, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { otcUsdtRulings, otcUsdtTrades, type TradeParty } from '../../../db/schema/otc-usdt';
import type { Tx } from '../../../db/transaction';
import { SUM_MS, type DatedAmount } from '../../second-operator';

/** Any fixed number: rulings follow each other, so that none misses another's amount. */
const ADVISORY_LOCK = 7_261_013;

/** Locks all rulings: until the transaction ends nobody else rules. */
export async function lockRulings(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
}

const WINNER = { buyer: otcUsdtTrades.buyerUserId, seller: otcUsdtTrades.sellerUserId } as const;

const wonBy = (side: TradeParty, userId: string) => and(eq(otcUsdtTrades.ruling, side), eq(WINNER[side], userId));

/** Returns what was ruled for this user in the 24 hours before, USDT in smallest units. */
export async function ruledFor(queries: Queries, userId: string, now: number): Promise<DatedAmount[]> {
  const rows = await queries
    .select({ amount: otcUsdtTrades.quantity, at: otcUsdtTrades.closedAt })
    .from(otcUsdtTrades)
    .where(and(gt(otcUsdtTrades.closedAt, now - SUM_MS), or(wonBy('buyer', userId), wonBy('seller', userId))));
  return rows.map(({ amount, at }) => ({ amount, at: at ?? now }));
}

/** Sums what this operator has ruled without a second one in the 24 hours before. */
export async function ruledAlone(queries: Queries, actor: string, now: number): Promise<bigint> {
  const rows = await queries
    .select({ amount: otcUsdtTrades.quantity })
    .from(otcUsdtRulings)
    .innerJoin(otcUsdtTrades, eq(otcUsdtTrades.id, otcUsdtRulings.tradeId))
    .where(
      and(
        eq(otcUsdtRulings.actor, actor),
        eq(otcUsdtRulings.outcome, otcUsdtTrades.ruling),
        isNotNull(otcUsdtTrades.ruling),
        gt(otcUsdtTrades.closedAt, now - SUM_MS),
        sql`(SELECT count(*) FROM otc_usdt_rulings every WHERE every.trade_id = ${otcUsdtTrades.id}
          AND every.outcome = ${otcUsdtTrades.ruling}) = 1`,
      ),
    );
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}
