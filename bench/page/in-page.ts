/** Stands in every page before its own scripts: sees when something is painted, and what the browser counts. */

export interface Vitals {
  fcpMs: number;
  lcpMs: number;
  /** Time over 50 ms of each long task. */
  tbtMs: number;
  cls: number;
}

export interface InPage {
  vitals: Vitals;
  /** The time of the frame after the first in which `selector` shows something. */
  paintedAt(selector: string): Promise<number>;
}

const LONG_TASK_MS = 50;
const vitals: Vitals = { fcpMs: NaN, lcpMs: NaN, tbtMs: 0, cls: 0 };

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
      const { port1, port2 } = new MessageChannel();
      // Its task comes after the frame that shows it.
      port1.addEventListener('message', () => resolve(performance.now()));
      port1.start();
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
}

function watch(type: string, note: (entry: PerformanceEntry) => void): void {
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
}

watch('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') vitals.fcpMs = startTime;
});
watch('largest-contentful-paint', ({ startTime }) => (vitals.lcpMs = startTime));
watch('longtask', ({ duration }) => (vitals.tbtMs += Math.max(0, duration - LONG_TASK_MS)));
watch('layout-shift', (entry) => (vitals.cls += (entry as PerformanceEntry & { value: number }).value));

const inPage: InPage = { vitals, paintedAt };
Object.assign(globalThis, { bench: inPage });
