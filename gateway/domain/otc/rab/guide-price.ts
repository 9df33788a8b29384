/** The guide price of RAB (rules.md §8): the 24 h volume-weighted median of trades, else the operator's reference price. */
import { toUnits } from '../../../../contract/money';
import type { Queries } from '../../../db/client';
import type { Settings } from '../../settings/figures';
import { computeDay, keptDay, keepDay, type MarketDay } from './day-repo';

/** A median that is this young is not computed again. */
const FRESH_MS = 5_000;

export interface GuidePrice {
  /** USDT's smallest units per RAB. */
  price: bigint;
  source: 'trades' | 'reference';
  /** The last trade, or when the operator stated the price; UTC ms. */
  asOf: number;
}

/** The last 24 hours, at most a few seconds old. Not within a transaction that goes on: it may write what it computed. */
export async function marketDay(queries: Queries, now: number): Promise<MarketDay> {
  const kept = await keptDay(queries);
  if (kept && kept.computedAt <= now && now - kept.computedAt < FRESH_MS) return kept;
  const day = await computeDay(queries, now);
  await keepDay(queries, day);
  return day;
}

export function guideOf({ price, lastTradeAt }: MarketDay, settings: Settings): GuidePrice {
  if (price !== null && lastTradeAt !== null) return { price, source: 'trades', asOf: lastTradeAt };
  const reference = settings['market.rabReference'];
  return { price: toUnits(reference.price, 'USDT'), source: 'reference', asOf: reference.asOf };
}

/** What RAB is valued and traded around. Not within a transaction that goes on (see `marketDay`). @param now UTC ms */
export async function rabGuidePrice(queries: Queries, settings: Settings, now: number): Promise<GuidePrice> {
  return guideOf(await marketDay(queries, now), settings);
}
