import type { AnyCall, Filters, ItemOf } from '../../bridge/types';
import { readListAhead, useListCall } from '../../bridge/useListCall';
import { useRepeated } from '../read/useRepeated';
import type { RecordRead } from './define-records';

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
      const list = useListCall(call, narrowed);
      useRepeated(list.refresh, everyMs(list.items));
      return { list, of: { call, filters: narrowed as Readonly<Record<string, string | undefined>> } };
    },
    ahead: () => readListAhead(call, {} as Filters<C>),
  };
}
