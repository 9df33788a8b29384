/** Short notices in the middle of the screen (DESIGN §8): one at a time, three seconds (product spec §9). */

export type ToastKind = 'info' | 'success' | 'error';

export interface ToastContent {
  /** Grows with every toast, so that the same text twice is announced twice. */
  id: number;
  text: string;
  kind: ToastKind;
  /** Where a tap on it leads. */
  href: string | null;
}

export const TOAST_MS = 3000;
/** Nobody waits for what comes by itself, and it is to be tapped: it stays longer. */
export const LINK_TOAST_MS = 6000;

const listeners = new Set<() => void>();
let current: ToastContent | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;

function set(next: ToastContent | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export const toast = {
  /** Shows an already translated text for three seconds in place of any other toast; one that leads somewhere for six. */
  show(text: string, { kind = 'info', href = null }: { kind?: ToastKind; href?: string | null } = {}): void {
    clearTimeout(timer);
    lastId += 1;
    set({ id: lastId, text, kind, href });
    timer = setTimeout(() => set(null), href === null ? TOAST_MS : LINK_TOAST_MS);
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
