/** The USDT market's part of `otcInfo`. */
import { sql } from 'drizzle-orm';
import type { AnswerOf } from '../../../../contract/call';
import type { otcInfo } from '../../../../contract/calls/otc';
import { toAmount, toUnits } from '../../../../contract/money';
import type { Queries } from '../../../db/client';
import type { Settings } from '../../settings/figures';
import { feeRateOf } from '../fees';
import { bestPrice, haltReason } from './offers-repo';
import { priceText, USDT } from './rules';

async function describeMarket(
  queries: Queries,
  settings: Settings,
  level: number,
): Promise<AnswerOf<typeof otcInfo>['usdt']> {
  const reason = await haltReason(queries);
  const [bestSell, bestBuy] = [await bestPrice(queries, 'sell'), await bestPrice(queries, 'buy')];
  const amount = (text: string) => toAmount(toUnits(text, USDT), USDT);
  const baseFeeRate = settings['otc.usdtFeeRate'];
  return {
    isOpen: reason === null,
    haltReason: reason,
    fiat: settings['otc.fiat'],
    feeRate: feeRateOf(baseFeeRate, level, settings),
    baseFeeRate,
    minimum: amount(settings['otc.usdtMinimum']),
    maximum: amount(settings['otc.usdtMaximum']),
    paymentMs: settings['otc.paymentMs'],
    lateHoldMs: settings['otc.lateHoldMs'],
    disputeAfterMs: settings['otc.disputeAfterMs'],
    disputeForcedMs: settings['otc.disputeForcedMs'],
    bestSell: bestSell === null ? null : priceText(bestSell),
    bestBuy: bestBuy === null ? null : priceText(bestBuy),
  };
}

/** Trades that wait for this user: a payment of theirs, a confirmation, an answer to who wants to cancel, an unread message. */
async function attentionOf(queries: Queries, userId: string): Promise<number> {
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

/** What `otcInfo` tells of this market. @param level the user's, which lowers the fee */
export async function usdtMarketInfo(
  queries: Queries,
  { settings, level, userId }: { settings: Settings; level: number; userId: string },
): Promise<{ usdt: AnswerOf<typeof otcInfo>['usdt']; attention: number }> {
  return { usdt: await describeMarket(queries, settings, level), attention: await attentionOf(queries, userId) };
}
