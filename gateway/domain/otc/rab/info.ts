/** Answers `otcFigures` with the rules and figures of both markets. */
import { rateUnits, unitsToDecimal } from '../../../../contract/money';
import type { AnswerOf } from '../../../../contract/call';
import type { Calls } from '../../../../contract/index';
import { balancesOf } from '../../../ledger/balances';
import { loadSettings } from '../../settings/settings';
import { usdtMarketInfo } from '../usdt/info';
import type { MarketDay } from './day-repo';
import { guideFigures, guideOf, marketDay, referenceOf, type GuideDeps, type GuidePrice } from './guide-price';
import { allowedPrices } from './guide-rules';
import { bestPrice } from './lots-repo';
import { countRestsDue, marketState } from './orders-repo';
import { levelOf, rabFeeRate } from './terms';
import { rab, rateText, usdt, viewGuide } from './view';

const CHANGE_DECIMALS = 6;

/** Against the price 24 h ago, as a signed fraction rounded towards zero; null without trades. */
function changeOf({ price }: GuidePrice, { priceBefore }: MarketDay): string | null {
  if (priceBefore === null) return null;
  return unitsToDecimal(((price - priceBefore) * 10n ** BigInt(CHANGE_DECIMALS)) / priceBefore, CHANGE_DECIMALS);
}

const priceText = (price: bigint | null) => (price === null ? null : usdt(price));

export async function marketInfo(
  deps: GuideDeps,
  { userId, accountId, now }: { userId: string; accountId: string; now: number },
): Promise<AnswerOf<Calls['otcFigures']>> {
  const queries = deps.db.db;
  const settings = await loadSettings(queries);
  // First: it may halt the market.
  const day = await marketDay(deps, settings, now);
  const [level, { haltReason, haltedBy }, bestSell, bestBuy, balances, restsDue] = await Promise.all([
    levelOf(queries, userId),
    marketState(queries),
    bestPrice(queries, 'sell', now),
    bestPrice(queries, 'buy', now),
    balancesOf(queries, accountId),
    countRestsDue(queries, userId),
  ]);
  const { usdt: usdtMarket, attention } = await usdtMarketInfo(queries, { settings, level, userId });
  const guide = guideOf(day, settings);
  const allowed = allowedPrices(
    guide.price,
    rateUnits(settings['otc.band']),
    referenceOf(settings),
    guideFigures(settings).reach,
  );
  const cash = (asset: 'USDT' | 'RAB') =>
    balances.find((one) => one.kind === 'user_cash' && one.asset === asset)?.available ?? 0n;
  return {
    rab: {
      isOpen: haltReason === null,
      // The market's own words are for staff: the app has its own for that.
      haltReason: haltedBy === 'guide' ? null : haltReason,
      haltedBy,
      guidePrice: viewGuide(guide),
      change: changeOf(guide, day),
      high: priceText(day.high),
      low: priceText(day.low),
      volume: rab(day.volume),
      lowest: usdt(allowed.low),
      highest: usdt(allowed.high),
      band: rateText(settings['otc.band']),
      feeRate: rabFeeRate(settings, level),
      baseFeeRate: rateText(settings['otc.rabFeeRate']),
      smallestFill: rateText(settings['otc.smallestFill']),
      depositRate: rateText(settings['otc.depositRate']),
      ttlMs: settings['otc.ttlMs'],
      restMs: settings['otc.restMs'],
      bestSell: priceText(bestSell),
      bestBuy: priceText(bestBuy),
    },
    usdt: usdtMarket,
    available: { USDT: usdt(cash('USDT')), RAB: rab(cash('RAB')) },
    attention: attention + restsDue,
  };
}
