import { useEffect, useId, useRef } from 'react';

/** How long a page has, after it closed a sheet, to navigate before the sheet's own history entry is removed. */
const SETTLE_MS = 60;

/** The sheet that has closed and whose entry is still there: another one that opens now takes it over. */
let leavingId: string | null = null;

/** Resolves when the entry of the sheet that was closed last is gone. */
let lastEntryGone: Promise<void> = Promise.resolve();

function sheetOnTop(): string | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('rabSheet' in state)) return undefined;
  return typeof state.rabSheet === 'string' ? state.rabSheet : undefined;
}

function pushEntry(id: string): void {
  const state = { ...(history.state as object | null), rabSheet: id };
  // A form that gives way to its confirmation must not leave a dead step behind.
  if (leavingId !== null && sheetOnTop() === leavingId) history.replaceState(state, '');
  else history.pushState(state, '');
}

/** Steps back over the entry of a closed sheet, unless a navigation has covered it meanwhile. */
function removeEntry(id: string): Promise<void> {
  leavingId = id;
  return new Promise((resolve) => {
    setTimeout(() => {
      if (leavingId === id) leavingId = null;
      if (sheetOnTop() !== id) return resolve();
      addEventListener('popstate', () => resolve(), { once: true });
      history.back();
    }, SETTLE_MS);
  });
}

/** Runs a navigation after the sheet that has just been closed has left the history, so that the two do not race. */
export function afterSheetClosed(navigate: () => void): void {
  setTimeout(() => void lastEntryGone.then(navigate));
}

/**
 * The system's back closes an open sheet in place of leaving the page (DESIGN §10). While open the sheet owns one
 * history entry of the page's address and state, so routers see no change. While `busy` back does nothing.
 */
export function useSheetHistory(open: boolean, busy: boolean, onClose: () => void): void {
  // A reload keeps the entries but counts React's ids anew.
  const id = `${performance.timeOrigin}${useId()}`;
  const latest = useRef({ busy, onClose });
  useEffect(() => {
    latest.current = { busy, onClose };
  });
  useEffect(() => {
    if (!open) return;
    pushEntry(id);
    const address = location.href;
    const onPop = () => {
      if (sheetOnTop() === id || location.href !== address) return;
      if (latest.current.busy) pushEntry(id);
      else latest.current.onClose();
    };
    addEventListener('popstate', onPop);
    return () => {
      removeEventListener('popstate', onPop);
      lastEntryGone = removeEntry(id);
    };
  }, [open, id]);
}
