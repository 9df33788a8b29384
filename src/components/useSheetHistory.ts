import { useEffect, useId, useRef } from 'react';

/** How long a page has, after it closed a sheet, to navigate before the sheet's own history entry is removed. */
const SETTLE_MS = 60;

function sheetOnTop(): string | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('rabSheet' in state)) return undefined;
  return typeof state.rabSheet === 'string' ? state.rabSheet : undefined;
}

function pushEntry(id: string): void {
  history.pushState({ ...(history.state as object | null), rabSheet: id }, '');
}

/** Steps back over our own entry without anybody noticing: the address is the same. */
function removeEntry(): void {
  addEventListener('popstate', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
  history.back();
}

/**
 * The system's back closes an open sheet in place of leaving the page (DESIGN §10). While open the sheet owns one
 * history entry of the same address; routers see neither its coming nor its going. While `busy` back does nothing.
 */
export function useSheetHistory(open: boolean, busy: boolean, onClose: () => void): void {
  const id = useId();
  const latest = useRef({ busy, onClose });
  useEffect(() => {
    latest.current = { busy, onClose };
  });
  useEffect(() => {
    if (!open) return;
    pushEntry(id);
    const address = location.href;
    const onPop = (event: PopStateEvent) => {
      if (sheetOnTop() === id || location.href !== address) return;
      event.stopImmediatePropagation();
      if (latest.current.busy) pushEntry(id);
      else latest.current.onClose();
    };
    addEventListener('popstate', onPop, { capture: true });
    return () => {
      removeEventListener('popstate', onPop, { capture: true });
      // Closing is often followed by a navigation, which must not race with our step back.
      setTimeout(() => {
        if (sheetOnTop() === id) removeEntry();
      }, SETTLE_MS);
    };
  }, [open, id]);
}
