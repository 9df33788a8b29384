/** Stands in every page before its own scripts: sees how a start goes on that changes the layout of what is kept. */

export interface StartWatch {
  /** Moments since the navigation, ms; null: not seen. */
  toldAt: number | null;
  openAt: number | null;
  /** Longest time between two frames while the page says that the layout is being changed, ms. */
  longestGapMs: number;
}

const UPGRADE = '[role="status"] [role="progressbar"]';
const TABS = 'nav a[href*="#/pages/"]';

const startWatch: StartWatch = { toldAt: null, openAt: null, longestGapMs: 0 };
let before = 0;

/** The app's own; the picture of a start before cannot be used. */
const isOpen = () => [...document.querySelectorAll(TABS)].some((link) => link.closest('[inert]') === null);

function look(now: number): void {
  if (startWatch.toldAt !== null) startWatch.longestGapMs = Math.max(startWatch.longestGapMs, now - before);
  else if (document.querySelector(UPGRADE)) startWatch.toldAt = performance.now();
  before = now;
  if (!isOpen()) return void requestAnimationFrame(look);
  startWatch.openAt = performance.now();
}

requestAnimationFrame(look);
Object.assign(globalThis, { startWatch });
