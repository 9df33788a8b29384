import { useSyncExternalStore } from 'react';
import { readPreference, writePreference } from './preferences';

const listeners = new Set<() => void>();
let hidden: boolean | null = null;

function isHidden(): boolean {
  hidden ??= readPreference('rab.eye') === 'hidden';
  return hidden;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hides or shows all balances on this device. */
export function setBalancesHidden(next: boolean): void {
  hidden = next;
  writePreference('rab.eye', next ? 'hidden' : null);
  for (const listener of listeners) listener();
}

/** Returns whether the eye hides balances, as React state. */
export function useBalancesHidden(): boolean {
  return useSyncExternalStore(subscribe, isHidden);
}
