import { useSyncExternalStore } from 'react';

/** A value that is watched. */
export class Signal<T> {
  readonly #listeners = new Set<(value: T) => void>();
  #value: T;

  constructor(initial: T) {
    this.#value = initial;
  }

  get = (): T => this.#value;

  set(next: T): void {
    if (Object.is(next, this.#value)) return;
    this.#value = next;
    for (const listener of [...this.#listeners]) listener(next);
  }

  /** @returns what stops it */
  subscribe = (listener: (value: T) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
}

/** A signal's value as React state. */
export function useSignal<T>(signal: Signal<T>): T {
  return useSyncExternalStore(signal.subscribe, signal.get);
}
