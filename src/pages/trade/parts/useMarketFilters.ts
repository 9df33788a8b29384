/** Keeps the filters and the order of a market's list in the address, so that they are there on the way back. */
import type { OtcSide } from '../../../../contract/calls/otc-market';
import { amountProblem } from '../../../../contract/money';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { MARKET_SORTS, type MarketSort } from './MarketBar';

/** "Completion rate ≥ 95 %". */
export const GOOD_RATE = '0.95';

/** The Trade tab's query for each market; the RAB market is the one without. */
export const MARKET_QUERY = { rab: undefined, usdt: 'usdt' } as const;
export type Market = keyof typeof MARKET_QUERY;

export interface MarketFilters {
  /** The person's side: they want to buy, or to sell. */
  side: OtcSide;
  sort: MarketSort;
  /** An amount of the asset that the buyer pays with (fiat, or USDT for RAB); null for any. */
  amount: string | null;
  isGood: boolean;
  /** For the RAB market alone: orders that can be split, and prices at least as good as the guide price. */
  isSplittable: boolean;
  isAtGuide: boolean;
}

export const NO_FILTERS = { amount: null, isGood: false, isSplittable: false, isAtGuide: false } as const;

export function isNarrowed({ amount, isGood, isSplittable, isAtGuide }: MarketFilters): boolean {
  return amount !== null || isGood || isSplittable || isAtGuide;
}

const flag = (isOn: boolean) => (isOn ? '1' : undefined);

export function useMarketFilters(market: Market) {
  const { replace } = useNavigation();
  const amount = useQuery('amount') ?? '';
  const sort = useQuery('sort');
  const filters: MarketFilters = {
    side: useQuery('side') === 'sell' ? 'sell' : 'buy',
    sort: MARKET_SORTS.find((one) => one === sort) ?? 'price',
    amount: amountProblem(amount, 'USDT') === null ? amount : null,
    isGood: useQuery('good') === '1',
    isSplittable: useQuery('split') === '1',
    isAtGuide: useQuery('guide') === '1',
  };
  const change = (part: Partial<MarketFilters>) => {
    const next = { ...filters, ...part };
    replace(paths.trade, {
      market: MARKET_QUERY[market],
      side: next.side === 'buy' ? undefined : next.side,
      sort: next.sort === 'price' ? undefined : next.sort,
      amount: next.amount ?? undefined,
      good: flag(next.isGood),
      split: flag(next.isSplittable),
      guide: flag(next.isAtGuide),
    });
  };
  return { filters, change };
}
