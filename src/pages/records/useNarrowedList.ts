import type { AnyCall, Filters, ItemOf } from '../../bridge/types';
import { useConnection } from '../../bridge/session';
import { useListCall } from '../../bridge/useListCall';
import { useSearch } from '../../bridge/useSearch';
import type { RecordList } from './define-records';

/**
 * A list that the gateway narrows. In airplane mode the device narrows the rows that it keeps of the whole list, where it has never had
 * the narrowed one: so the names of the filters are those of the rows' fields.
 */
export function useNarrowedList<C extends AnyCall>(
  call: C,
  filters: Filters<C>,
  { enabled = true }: { enabled?: boolean } = {},
): Pick<RecordList<ItemOf<C>>, 'list' | 'search'> {
  const { isOnline } = useConnection();
  const list = useListCall(call, filters, { enabled });
  const fields = filters as Record<string, string>;
  const isNarrowed = Object.keys(fields).length > 0;
  const isNotKept = list.items === undefined && list.error !== null;
  const isSearch = enabled && isNarrowed && !isOnline && isNotKept;
  const search = useSearch(call, {} as Filters<C>, { fields }, { enabled: isSearch });
  return isSearch ? { list: search, search } : { list };
}
