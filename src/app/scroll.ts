/** Remembers each page's scroll position: tabs keep their place, going back finds it, a new page starts at the top. */
import { addressText } from './history';
import { appHistory, isRootPath } from './navigation';

const RESTORE_FOR_MS = 1_500;
const positions = new Map<string, number>();
let shown = keyOfAddress();
let depth = appHistory.depth;

function keyOfAddress(): string {
  const text = addressText(appHistory.address);
  return isRootPath(appHistory.address.path) ? text : `${appHistory.depth} ${text}`;
}

/** Call once, before anything renders: the position is read while the old page is still on screen. */
export function startScrollMemory(): void {
  history.scrollRestoration = 'manual';
  shown = keyOfAddress();
  depth = appHistory.depth;
  appHistory.subscribe(() => {
    positions.set(shown, scrollY);
    shown = keyOfAddress();
    if (appHistory.depth > depth) positions.delete(shown);
    depth = appHistory.depth;
  });
}

/** Scrolls to where the page now shown was; its content may still be growing. @returns what stops waiting for it */
export function restoreScroll(): () => void {
  const top = positions.get(shown) ?? 0;
  scrollTo({ top, behavior: 'instant' });
  if (scrollY >= top) return () => {};
  const observer = new ResizeObserver(() => {
    scrollTo({ top, behavior: 'instant' });
    if (scrollY >= top) stop();
  });
  const timer = setTimeout(() => stop(), RESTORE_FOR_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body);
  return stop;
}
