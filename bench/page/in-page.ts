/** Stands in every page before its own scripts: sees when something is painted, and what the browser counts. */

export interface Vitals {
  fcpMs: number;
  lcpMs: number;
  /** Time over 50 ms of each long task after the first contentful paint, as Lighthouse counts it. */
  tbtMs: number;
  cls: number;
}

export interface InPage {
  vitals: Vitals;
  /** Taps where `target` can be tapped, over and over, until `selector` shows something. @returns the time of the frame after */
  answeredAt(target: string, selector: string): Promise<number>;
  /** The time of the frame after the first in which `selector` shows something. */
  paintedAt(selector: string): Promise<number>;
  /** The time since which `selector` has shown something without a break, as far as its elements tell without a layout. */
  stayingSince(selector: string): number;
}

const LONG_TASK_MS = 50;
const tasks: PerformanceEntry[] = [];
const vitals: Vitals = {
  fcpMs: NaN,
  lcpMs: NaN,
  // Tasks may be told of before the paint that they are counted from.
  get tbtMs() {
    return tasks.reduce((sum, task) => sum + blockingMs(task), 0);
  },
  cls: 0,
};

/** Without a layout. */
const isThere = (selector: string) => (document.querySelector(selector)?.textContent ?? '') !== '';

function isShown(selector: string): boolean {
  const element = document.querySelector(selector);
  if (!element || element.textContent === '') return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

function paintedAt(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isShown(selector)) return void requestAnimationFrame(look);
      watchStay(selector);
      const { port1, port2 } = new MessageChannel();
      // Its task comes after the frame that shows it.
      port1.addEventListener('message', () => {
        const now = performance.now();
        if (!stays.has(selector)) stays.set(selector, now);
        resolve(now);
      });
      port1.start();
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
}

const stays = new Map<string, number>();

/** Notes from now on when `selector` comes back after it was gone. */
function watchStay(selector: string): void {
  let isBack = true;
  new MutationObserver(() => {
    const wasBack = isBack;
    isBack = isThere(selector);
    if (isBack && !wasBack) requestAnimationFrame(() => stays.set(selector, performance.now()));
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** A person who waits for an answer taps this often, ms; a task that blocks the page holds the tap up as it would a finger. */
const TAP_EVERY_MS = 20;

function answeredAt(target: string, selector: string): Promise<number> {
  return new Promise((resolve) => {
    // No frame is asked for before the answer, since each takes of the start's time.
    const taps = setInterval(() => {
      if (isShown(selector)) {
        clearInterval(taps);
        return resolve(paintedAt(selector));
      }
      const element = document.querySelector<HTMLElement>(target);
      if (element && !element.closest('[inert]')) element.click();
    }, TAP_EVERY_MS);
  });
}

function watch(type: string, note: (entry: PerformanceEntry) => void): void {
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
}

/** Returns the part of a task that lies after the first contentful paint and over 50 ms. */
function blockingMs({ startTime, duration }: PerformanceEntry): number {
  const afterPaintMs = Math.min(duration, startTime + duration - vitals.fcpMs);
  return Math.max(0, afterPaintMs - LONG_TASK_MS);
}

watch('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') vitals.fcpMs = startTime;
});
watch('largest-contentful-paint', ({ startTime }) => (vitals.lcpMs = startTime));
watch('longtask', (task) => tasks.push(task));
watch('layout-shift', (entry) => (vitals.cls += (entry as PerformanceEntry & { value: number }).value));

const stayingSince = (selector: string) => stays.get(selector) ?? NaN;

const inPage: InPage = { vitals, answeredAt, paintedAt, stayingSince };
Object.assign(globalThis, { bench: inPage });
