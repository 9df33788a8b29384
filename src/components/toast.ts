/** Short notices in the middle of the screen: one at a time, three seconds (docs/rules.md §19). */
import type { ReactNode } from 'react';

export type ToastKind = 'info' | 'success' | 'error';

export interface ToastContent {
  /** Grows with every toast, so that the same text twice is announced twice. */
  id: number;
  text: string;
  kind: ToastKind;
  /** In place of the text's bubble. */
  body: ReactNode;
}

export const TOAST_MS = 3000;

export interface ToastOptions extends Partial<Pick<ToastContent, 'kind' | 'body'>> {
  shownMs?: number;
}

const listeners = new Set<() => void>();
/** The hosts that can show toasts, the innermost last. */
const hosts: object[] = [];
let current: ToastContent | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;

function tell(): void {
  for (const listener of listeners) listener();
}

function set(next: ToastContent | null): void {
  current = next;
  tell();
}

export const toast = {
  /** Shows an already translated text for three seconds in place of any other toast. */
  show(text: string, { kind = 'info', body = null, shownMs = TOAST_MS }: ToastOptions = {}): void {
    clearTimeout(timer);
    lastId += 1;
    set({ id: lastId, text, kind, body });
    timer = setTimeout(() => set(null), shownMs);
  },
  /** Removes the toast that is shown. */
  clear(): void {
    clearTimeout(timer);
    set(null);
  },
};

/** For ToastHost. */
export function subscribeToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers a host: toasts appear in it until another host is in the page. @returns what ends it */
export function hostToasts(host: object): () => void {
  hosts.push(host);
  tell();
  return () => {
    hosts.splice(hosts.indexOf(host), 1);
    tell();
  };
}

/** For ToastHost. */
export function isHost(host: object): boolean {
  return hosts.at(-1) === host;
}

/** For ToastHost. */
export function currentToast(): ToastContent | null {
  return current;
}
