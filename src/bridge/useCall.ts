import { useMemo, useSyncExternalStore } from 'react';
import { canonicalJson } from '../../contract/canonical-json';
import { bridge } from './bridge';
import { UNREAD } from './reads';
import type { AnyCall, CallOptions, CallState, Input, Output, ReadState } from './types';

const idle = { ...UNREAD, isLoading: false };
const idleEntry = { subscribe: () => () => {}, snapshot: () => idle, refresh: () => Promise.resolve() };

/** Loads the answer that the device keeps, so that a screen that comes later shows it in its first frame. */
export function readAhead<C extends AnyCall>(call: C, input: Input<C>): Promise<void> {
  return bridge().readEntry(call, input).readAhead();
}

/**
 * Shows a call's answer: the kept one first, then the gateway's; reads again when a write or another
 * tab changed it, when the connection is back and when the page returns to the front. Equal calls share one request.
 */
export function useCall<C extends AnyCall>(call: C, input: Input<C>, options: CallOptions = {}): CallState<Output<C>> {
  const { enabled = true } = options;
  const key = canonicalJson(input);
  const entry = useMemo(() => (enabled ? bridge().readEntry(call, JSON.parse(key)) : idleEntry), [call, key, enabled]);
  const state = useSyncExternalStore(entry.subscribe, entry.snapshot) as ReadState<Output<C>>;
  return useMemo(() => ({ ...state, refresh: entry.refresh }), [state, entry]);
}
