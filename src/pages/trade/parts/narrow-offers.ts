/** Narrows and orders a market's offers on the device as the gateway does: for airplane mode, where only the whole list is kept. */
import type { Trader } from '../../../../contract/calls/otc-market';
import { rateUnits, type AssetCode } from '../../../../contract/money';
import { toUnits } from '../../../format/units';
import { GOOD_RATE, type MarketFilters } from './useMarketFilters';

interface Offer {
  trader: Pick<Trader, 'completionRate'>;
  remaining: string;
  createdAt: number;
}

const isGoodRate = (rate: string | null): boolean => rate !== null && rateUnits(rate) >= rateUnits(GOOD_RATE);

const falling = (a: bigint, b: bigint): number => Number(a < b) - Number(a > b);

/** @param offers the best price first @param asset of quantities @param fits tells whether an offer passes the market's own filters */
export function narrowOffers<T extends Offer>(
  offers: readonly T[],
  { isGood, sort }: Pick<MarketFilters, 'isGood' | 'sort'>,
  asset: AssetCode,
  fits: (offer: T) => boolean,
): T[] {
  const found = offers.filter((offer) => fits(offer) && (!isGood || isGoodRate(offer.trader.completionRate)));
  if (sort === 'quantity') found.sort((a, b) => falling(toUnits(a.remaining, asset), toUnits(b.remaining, asset)));
  if (sort === 'newest') found.sort((a, b) => b.createdAt - a.createdAt);
  return found;
}
