/** A list whose first page is cached: that page is live as every read; the hook appends older pages as the person scrolls. */
import { useCallback, useMemo, useState } from 'react';
import { canonicalJson } from '../../../contract/canonical-json';
import { bridge } from '../../bridge/bridge';
import type { AnyCall, CallOptions, Filters, Input, ItemOf, ListCallState } from '../../bridge/types';
import { useCall } from '../../bridge/useCall';

interface Page<T> {
  items: readonly T[];
  nextCursor: string | null;
}

interface OlderPages<T> extends Page<T> {
  /** Key of the list that the pages belong to. */
  key: string;
}

/** A row is shown once: where it first stands. */
function withoutRepeats<T extends { id: string }>(rows: readonly T[]): T[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** @param filters those of the list; another list begins with its own first page */
export function usePagedCall<C extends AnyCall>(
  call: C,
  filters: Filters<C>,
  options: CallOptions = {},
): ListCallState<ItemOf<C> & { id: string }> {
  type Row = ItemOf<C> & { id: string };
  const filterKey = canonicalJson(filters);
  const key = `${call.name} ${filterKey}`;
  const first = useCall(call, filters as Input<C>, options);
  const [loaded, setFurther] = useState<OlderPages<Row> | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const further = loaded?.key === key ? loaded : null;
  const page = first.data as Page<Row> | undefined;
  const cursor = (further ?? page)?.nextCursor ?? null;

  const loadMore = useCallback(async () => {
    if (cursor === null) return;
    setLoadingMore(true);
    const answer = await bridge().read(call, { ...(JSON.parse(filterKey) as object), cursor } as Input<C>);
    setLoadingMore(false);
    if (!answer.ok) return;
    const { items, nextCursor } = answer.data as Page<Row>;
    setFurther((before) => {
      const rows = before?.key === key ? before.items : [];
      return { key, items: [...rows, ...items], nextCursor };
    });
  }, [call, filterKey, key, cursor]);
  const { refresh: refreshFirst } = first;
  const refresh = useCallback(async () => {
    setFurther(null);
    await refreshFirst();
  }, [refreshFirst]);
  const items = useMemo(
    () => (page ? withoutRepeats([...page.items, ...(further?.items ?? [])]) : undefined),
    [page, further],
  );
  return { ...first, items, hasMore: cursor !== null, isLoadingMore, loadMore, refresh };
}
