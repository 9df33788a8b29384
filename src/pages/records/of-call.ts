import type { AnyCall, Filters, ItemOf } from '../../bridge/types';
import { readListAhead } from '../../bridge/useListCall';
import { useRepeated } from '../read/useRepeated';
import type { RecordRead } from './define-records';
import { useNarrowedList } from './useNarrowedList';

interface Options<C extends AnyCall, F> {
  /** Gives the call's filters. */
  narrow?: (filters: F) => Filters<C>;
  /** For rows that change by themselves: the delay until they are asked for again, null for never. */
  everyMs?: (rows: readonly ItemOf<C>[] | undefined) => number | null;
}

/** Reads the list that a call answers. */
export function ofCall<C extends AnyCall, F = null>(
  call: C,
  { narrow = () => ({}) as Filters<C>, everyMs = () => null }: Options<C, F> = {},
): RecordRead<ItemOf<C>, F> {
  return {
    useRead(filters) {
      const narrowed = narrow(filters);
      const read = useNarrowedList(call, narrowed);
      useRepeated(read.list.refresh, everyMs(read.list.items));
      return { ...read, of: { call, filters: narrowed as Readonly<Record<string, string | undefined>> } };
    },
    ahead: () => readListAhead(call, {} as Filters<C>),
  };
}
