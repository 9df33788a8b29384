/** Short notices in the middle of the screen (DESIGN §8): one at a time, three seconds (product spec §9). */

export type ToastKind = 'info' | 'success' | 'error';

export interface ToastContent {
  /** Grows with every toast, so that the same text twice is announced twice. */
  id: number;
  text: string;
  kind: ToastKind;
}

export const TOAST_MS = 3000;

const listeners = new Set<() => void>();
let current: ToastContent | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;

function set(next: ToastContent | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export const toast = {
  /** Shows an already translated text for three seconds in place of any other toast. */
  show(text: string, options: { kind?: ToastKind } = {}): void {
    clearTimeout(timer);
    lastId += 1;
    set({ id: lastId, text, kind: options.kind ?? 'info' });
    timer = setTimeout(() => set(null), TOAST_MS);
  },
  /** Takes away what is shown. */
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

/** For ToastHost. */
export function currentToast(): ToastContent | null {
  return current;
}
