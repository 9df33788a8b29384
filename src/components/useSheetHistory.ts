import { useEffect, useId, useRef } from 'react';

/** After a page has closed a sheet, it has this long to navigate before the sheet's own history entry is removed. */
export const SETTLE_MS = 60;

/** The entry of a sheet that has closed, while it is still there: the sheet that opens now takes it over. */
let leaving: { id: string; isTakenOver: boolean } | null = null;

/** Resolves when the entry of the sheet that was closed last is gone. */
let lastEntryGone: Promise<void> = Promise.resolve();

/** Set from a step back until it has happened: an entry pushed meanwhile would be stepped over. */
let steppingBack: Promise<void> | null = null;

function sheetOnTop(): string | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('rabSheet' in state)) return undefined;
  return typeof state.rabSheet === 'string' ? state.rabSheet : undefined;
}

/** Returns whether a sheet is open over the page; an entry from before a reload has none. */
export function isSheetOpen(): boolean {
  return sheetOnTop()?.startsWith(String(performance.timeOrigin)) ?? false;
}

function pushEntry(id: string): void {
  const state = { ...(history.state as object | null), rabSheet: id };
  // A form that gives way to its confirmation, or opens again at once, must not leave a dead step behind.
  if (leaving !== null && sheetOnTop() === leaving.id) {
    leaving.isTakenOver = true;
    history.replaceState(state, '');
  } else history.pushState(state, '');
}

function stepBack(): Promise<void> {
  steppingBack = new Promise((resolve) => {
    const arrive = () => {
      steppingBack = null;
      resolve();
    };
    addEventListener('popstate', arrive, { once: true });
    history.back();
  });
  return steppingBack;
}

/** Steps back over the entry of a closed sheet, unless a navigation or another sheet has covered it meanwhile. */
function removeEntry(id: string): Promise<void> {
  const entry = { id, isTakenOver: false };
  leaving = entry;
  return new Promise((resolve) => {
    setTimeout(() => {
      if (leaving === entry) leaving = null;
      resolve(entry.isTakenOver || sheetOnTop() !== id ? undefined : stepBack());
    }, SETTLE_MS);
  });
}

/** Runs a navigation after the sheet that has just been closed has left the history, so that the two do not race. */
export function afterSheetClosed(navigate: () => void): void {
  setTimeout(() => void lastEntryGone.then(navigate));
}

/**
 * The system's back closes an open sheet in place of leaving the page. While open the sheet owns one
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
    const address = location.href;
    let entry: 'awaited' | 'pushed' | 'closed' = 'awaited';
    const push = () => {
      if (entry === 'closed') return;
      entry = 'pushed';
      pushEntry(id);
    };
    if (steppingBack === null) push();
    else void steppingBack.then(push);
    const onPop = () => {
      if (entry !== 'pushed' || sheetOnTop() === id || location.href !== address) return;
      if (latest.current.busy) pushEntry(id);
      else latest.current.onClose();
    };
    addEventListener('popstate', onPop);
    return () => {
      removeEventListener('popstate', onPop);
      if (entry === 'pushed') lastEntryGone = removeEntry(id);
      entry = 'closed';
    };
  }, [open, id]);
}
