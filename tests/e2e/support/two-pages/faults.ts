/** Does to a page and its worker the things that a system does: freezes them, sets their clock, leaves them no room. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** Ends a fault. */
export type End = () => Promise<void>;

/** Resolves once the page's workers are paused: they live, and say nothing. */
async function pauseWorkers(session: CDPSession): Promise<void> {
  const workers: string[] = [];
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') workers.push(sessionId);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  let id = 0;
  for (const sessionId of workers) {
    for (const method of ['Debugger.enable', 'Debugger.pause']) {
      const message = JSON.stringify({ id: ++id, method, params: {} });
      await session.send('Target.sendMessageToTarget', { sessionId, message });
    }
  }
}

/** Suspends the worker alone, as a system does. */
export async function freezeWorker(page: Page): Promise<End> {
  const session = await page.context().newCDPSession(page);
  await pauseWorkers(session);
  return () => session.detach().catch(() => undefined);
}

/**
 * As a system that suspends the page with its worker, and tells it before. Chromium itself freezes no page that Playwright
 * drives, since it takes each for visible.
 */
export async function freezeTab(page: Page): Promise<End> {
  await page.evaluate(() => document.dispatchEvent(new Event('freeze')));
  const session = await page.context().newCDPSession(page);
  await pauseWorkers(session);
  await session.send('Debugger.enable');
  await session.send('Debugger.pause');
  return async () => {
    // Whatever is paused goes on.
    await session.detach();
    await page.evaluate(() => document.dispatchEvent(new Event('resume')));
  };
}

/** Runs in pages and workers: uses nothing from outside. */
function shiftDate(byMs: number): void {
  const scope = globalThis as unknown as { Date: DateConstructor; TrueDate?: DateConstructor };
  const True = (scope.TrueDate ??= scope.Date);
  scope.Date = new Proxy(True, {
    construct: (target, args: [], self) =>
      Reflect.construct(target, args.length > 0 ? args : [True.now() + byMs], self),
    get: (target, name) => (name === 'now' ? () => True.now() + byMs : Reflect.get(target, name)),
  });
}

/** The phone's clock, for every page and worker from now on. */
export class Clock {
  #shiftMs = 0;

  constructor(private readonly context: BrowserContext) {
    for (const page of context.pages()) this.#follow(page);
    context.on('page', (page) => this.#follow(page));
  }

  get isRight(): boolean {
    return this.#shiftMs === 0;
  }

  #follow(page: Page): void {
    page.on('worker', (worker) => {
      if (!this.isRight) void worker.evaluate(shiftDate, this.#shiftMs).catch(() => undefined);
    });
  }

  /** @param pages those that can hear it now */
  async shift(byMs: number, pages: readonly Page[]): Promise<void> {
    this.#shiftMs = byMs;
    await this.context.addInitScript(shiftDate, byMs);
    for (const page of pages) await this.tell(page);
  }

  async tell(page: Page): Promise<void> {
    await page.evaluate(shiftDate, this.#shiftMs);
    // A worker that is dead or frozen says nothing.
    for (const worker of page.workers()) void worker.evaluate(shiftDate, this.#shiftMs).catch(() => undefined);
  }
}

/** No more can be kept on the phone. By a page of its own: the override ends with the page that asked for it. */
export async function fillDisk(context: BrowserContext, origin: string): Promise<End> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  return async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await page.close();
  };
}
