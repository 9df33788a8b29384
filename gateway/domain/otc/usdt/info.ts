/** The USDT market's part of `otcFigures`. */
import type { AnswerOf } from '../../../../contract/call';
import type { otcFigures } from '../../../../contract/calls/otc-market';
import { toAmount, toUnits } from '../../../../contract/money';
import type { Queries } from '../../../db/client';
import type { Settings } from '../../settings/figures';
import { feeRateOf } from '../fees';
import { bestPrice, haltReason } from './offers-repo';
import { priceText, USDT } from './rules';
import { countWaiting } from './trades-repo';

async function describeMarket(
  queries: Queries,
  settings: Settings,
  level: number,
): Promise<AnswerOf<typeof otcFigures>['usdt']> {
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

/** Returns this market's part of `otcFigures`. @param level the user's, which lowers the fee */
export async function usdtMarketInfo(
  queries: Queries,
  { settings, level, userId }: { settings: Settings; level: number; userId: string },
): Promise<{ usdt: AnswerOf<typeof otcFigures>['usdt']; attention: number }> {
  return { usdt: await describeMarket(queries, settings, level), attention: await countWaiting(queries, userId) };
}
