/** What the market's list is narrowed and ordered by: kept in the address, so that it is there on the way back. */
import type { OtcSide } from '../../../../contract/calls/otc';
import { amountProblem } from '../../../../contract/money';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { MARKET_SORTS, type MarketSort } from '../parts/MarketBar';

/** "Completion rate ≥ 95 %". */
export const GOOD_RATE = '0.95';

export interface MarketFilters {
  side: OtcSide;
  sort: MarketSort;
  /** Fiat; null for any. */
  amount: string | null;
  isGood: boolean;
}

export function useMarketFilters() {
  const { replace } = useNavigation();
  const amount = useQuery('amount') ?? '';
  const sort = useQuery('sort');
  const filters: MarketFilters = {
    side: useQuery('side') === 'sell' ? 'sell' : 'buy',
    sort: MARKET_SORTS.find((one) => one === sort) ?? 'price',
    amount: amountProblem(amount, 'USDT') === null ? amount : null,
    isGood: useQuery('good') === '1',
  };
  const change = (part: Partial<MarketFilters>) => {
    const next = { ...filters, ...part };
    replace(paths.trade, {
      market: 'usdt',
      side: next.side === 'buy' ? undefined : next.side,
      sort: next.sort === 'price' ? undefined : next.sort,
      amount: next.amount ?? undefined,
      good: next.isGood ? '1' : undefined,
    });
  };
  return { filters, change };
}
