import { useMemo, useSyncExternalStore } from 'react';
import { canonicalJson } from '../../contract/canonical-json';
import { bridge } from './bridge';
import { ListEntry, UNREAD_LIST } from './lists';
import type { AnyCall, CallOptions, Filters, ItemOf, ListCallState, ListState } from './types';

const idle = { ...UNREAD_LIST, isLoading: false };
const nothing = () => Promise.resolve();
const idleEntry = { subscribe: () => () => {}, snapshot: () => idle, refresh: nothing, loadMore: nothing };

function listEntry(call: AnyCall, key: string): ListEntry {
  const filters = JSON.parse(key) as object;
  return bridge().entry(`list ${call.name} ${key}`, ({ ask, timers }) => new ListEntry(call, filters, ask, timers));
}

/** Has the newest rows that the device keeps at hand; see `readAhead` of useCall.ts. */
export function readListAhead<C extends AnyCall>(call: C, filters: Filters<C>): Promise<void> {
  return listEntry(call, canonicalJson(filters)).readAhead();
}

/** Shows a list call page by page, newest first; otherwise as `useCall`. */
export function useListCall<C extends AnyCall>(
  call: C,
  filters: Filters<C>,
  options: CallOptions = {},
): ListCallState<ItemOf<C>> {
  const { enabled = true } = options;
  const key = canonicalJson(filters);
  const entry = useMemo(() => (enabled ? listEntry(call, key) : idleEntry), [call, key, enabled]);
  const state = useSyncExternalStore<unknown>(entry.subscribe, entry.snapshot) as ListState<ItemOf<C>>;
  return useMemo(() => ({ ...state, refresh: entry.refresh, loadMore: entry.loadMore }), [state, entry]);
}
