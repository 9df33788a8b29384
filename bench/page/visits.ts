/** Visits of a page in a real Chromium, slowed down as a phone is, and what they take until something is painted. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { bundle } from '../browser/page';
import type { InPage, Vitals } from './in-page';
import { CHROMIUM_FLAGS, installedChromium } from '../../tests/support/installed-chromium';

export interface Site {
  origin: string;
  stop(): Promise<void>;
}

/** As Lighthouse has it for mobile. */
export const PHONE_SLOWDOWN = 4;
const NETWORK = { latency: 150, throughput: (1.6 * 1024 * 1024) / 8 };

const SCREEN = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'en-US',
} as const;

/** A browser profile on disk: what a device keeps between two starts. */
export interface Profile {
  /** Starts the browser, hands over a page of it, and closes it. */
  use<T>(work: (page: Page, context: BrowserContext) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

export async function newProfile(): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'rab-bench-'));
  return {
    async use(work) {
      const executablePath = installedChromium();
      const context = await chromium.launchPersistentContext(folder, {
        ...SCREEN,
        args: [...CHROMIUM_FLAGS],
        ...(executablePath === undefined ? {} : { executablePath }),
      });
      try {
        return await work(await context.newPage(), context);
      } finally {
        await context.close();
      }
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** `cpu`: how many times slower the page's processor is made. */
export async function slowDown(page: Page, cpu: number, { network = false } = {}): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (!network) return;
  const { latency, throughput } = NETWORK;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

type WithBench = typeof globalThis & { bench: InPage };

/** From the navigation until `selector` is painted, ms. */
export async function startMs(page: Page, url: string, selector: string): Promise<number> {
  await page.addInitScript({ content: await bundle('bench/page/in-page.ts') });
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate((shown) => (globalThis as WithBench).bench.paintedAt(shown), selector);
}

/** From the navigation until a tap on `target` is answered by `selector`, ms, for who taps all the while. */
export async function answerMs(page: Page, url: string, target: string, selector: string): Promise<number> {
  await page.addInitScript({ content: await bundle('bench/page/in-page.ts') });
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(
    ([tapped = '', shown = '']) => (globalThis as WithBench).bench.answeredAt(tapped, shown),
    [target, selector],
  );
}

/** From a tap on `target` until `selector` is painted, ms. */
export function tapMs(page: Page, target: string, selector: string): Promise<number> {
  return page.evaluate(
    async ([tapped = '', shown = '']) => {
      const element = document.querySelector<HTMLElement>(tapped);
      if (!element) throw new Error(`there is no ${tapped}`);
      const startedAt = performance.now();
      element.click();
      return (await (globalThis as WithBench).bench.paintedAt(shown)) - startedAt;
    },
    [target, selector],
  );
}

/** The time since which `selector` has been on screen without a break, ms from the navigation; after `startMs` of the same selector. */
export function stayingMs(page: Page, selector: string): Promise<number> {
  return page.evaluate((shown) => (globalThis as WithBench).bench.stayingSince(shown), selector);
}

/** Reads the figures that the browser has counted since the navigation. */
export function vitals(page: Page): Promise<Vitals> {
  return page.evaluate(() => (globalThis as WithBench).bench.vitals);
}
