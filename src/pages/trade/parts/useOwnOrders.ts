import type { AnyCall, Filters } from '../../../bridge/types';
import { useListCall } from '../../../bridge/useListCall';
import { useNavigation, useQuery } from '../../../app/navigation';
import type { Path } from '../../../app/paths';
import { useLoadMore } from '../../read/useLoadMore';
import { orderFiltersOf, orderQueryOf, type OrderFilters } from './OrderFilterRow';

/** One's own orders of a market, by the side and status that stand in the address. */
export function useOwnOrders<B extends AnyCall, S extends AnyCall>(path: Path, calls: { buy: B; sell: S }) {
  const { replace } = useNavigation();
  const filters = orderFiltersOf(useQuery('side'), useQuery('status'));
  const { side, status } = filters;
  const query = status === 'all' ? {} : { status };
  const buying = useListCall(calls.buy, query as Filters<B>, { enabled: side === 'buy' });
  const selling = useListCall(calls.sell, query as Filters<S>, { enabled: side === 'sell' });
  const list = side === 'buy' ? buying : selling;
  const show = (next: OrderFilters) => replace(path, orderQueryOf(next));
  return { filters, list, end: useLoadMore(list), show, shown: { call: calls[side], filters: query } };
}
