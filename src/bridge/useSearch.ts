import { useMemo, useSyncExternalStore } from 'react';
import { canonicalJson } from '../../contract/canonical-json';
import { bridge } from './bridge';
import { SearchEntry, UNREAD_SEARCH } from './search';
import type { AnyCall, CallOptions, Filters, ItemOf, ListQuery, SearchCallState, SearchState } from './types';

const idle = { ...UNREAD_SEARCH, isLoading: false };
const nothing = () => Promise.resolve();
const idleEntry = { subscribe: () => () => {}, snapshot: () => idle, refresh: nothing, loadMore: nothing };

/** Shows what is kept of a list call narrowed by `query`, newest first, also offline; see `search.ts`. */
export function useSearch<C extends AnyCall>(
  call: C,
  filters: Filters<C>,
  query: ListQuery,
  options: CallOptions = {},
): SearchCallState<ItemOf<C>> {
  const { enabled = true } = options;
  const key = canonicalJson({ filters, query });
  const entry = useMemo(() => {
    if (!enabled) return idleEntry;
    const asked = JSON.parse(key) as { filters: object; query: ListQuery };
    return bridge().entry(
      `search ${call.name} ${key}`,
      ({ ask, find, timers }) => new SearchEntry(call, asked.filters, asked.query, find, ask, timers),
    );
  }, [call, key, enabled]);
  const state = useSyncExternalStore<unknown>(entry.subscribe, entry.snapshot) as SearchState<ItemOf<C>>;
  return useMemo(() => ({ ...state, refresh: entry.refresh, loadMore: entry.loadMore }), [state, entry]);
}
