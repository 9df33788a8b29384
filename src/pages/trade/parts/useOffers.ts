import { useMemo } from 'react';
import { useConnection } from '../../../bridge/session';
import type { AnyCall, Filters, ItemOf, ListCallState } from '../../../bridge/types';
import { usePagedCall } from '../../read/usePagedCall';

/** Offers of a market. `keptOf`: in airplane mode they were chosen out of so many that the device keeps, and there are more. */
export type OfferList<Row> = ListCallState<Row> & { keptOf?: number };

interface Narrowing<C extends AnyCall> {
  /** Which side of the market. */
  side: Filters<C>;
  /** The filters and the order beside that. */
  by: Partial<Filters<C>>;
  /** Does the same on the device. */
  narrow: (offers: readonly ItemOf<C>[]) => readonly ItemOf<C>[];
}

/**
 * A market's offers as the gateway narrows them. In airplane mode the device narrows the offers that it keeps of the whole side, where
 * it has never had the narrowed ones.
 */
export function useOffers<C extends AnyCall>(
  call: C,
  { side, by, narrow }: Narrowing<C>,
): OfferList<ItemOf<C> & { id: string }> {
  type Row = ItemOf<C> & { id: string };
  const { isOnline } = useConnection();
  const asked = usePagedCall(call, { ...side, ...by });
  const isNotKept = asked.items === undefined && asked.error !== null;
  const isNarrowedHere = Object.keys(by).length > 0 && !isOnline && isNotKept;
  const whole = usePagedCall(call, side, { enabled: isNarrowedHere });
  const { items, hasMore } = whole;
  const narrowed = useMemo(() => items && (narrow(items) as readonly Row[]), [items, narrow]);
  if (!isNarrowedHere) return asked;
  return { ...whole, items: narrowed, hasMore: false, ...(items && hasMore ? { keptOf: items.length } : {}) };
}
