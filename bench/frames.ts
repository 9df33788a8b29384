/** Measures whether what a person does in a page of a real Chromium holds up a frame, at a four times slower CPU. */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { bundle } from './browser/page';
import type { Comparison } from './measure';
import { longestTaskMs, TRACE_CATEGORIES } from './trace';

export const FRAME_LIMIT_MS = 50;
export const SLOW_DOWN = 4;

/** The page with what slows it down; only what is measured runs slowly. */
export interface Bench {
  page: Page;
  browser: Browser;
  devtools: CDPSession;
}

/** Figures of one round, ms: the longest task and the longest time between two frames. */
interface Traced {
  taskMs: number;
  gapMs: number;
}

/** The same step slowed down and, scaled, at full speed. */
export interface Round extends Traced {
  scaledTaskMs: number;
}

async function trace({ page, browser }: Bench, { before, work }: Step): Promise<Traced> {
  await before?.();
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  const gapMs = await work();
  return { taskMs: longestTaskMs(await browser.stopTracing()), gapMs };
}

export async function measure(bench: Bench, step: Step): Promise<Round> {
  const atFullSpeed = await trace(bench, step);
  await bench.devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  const slowed = await trace(bench, step);
  await bench.devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { ...slowed, scaledTaskMs: atFullSpeed.taskMs * SLOW_DOWN };
}

export function compareWithFrame(subject: string, rounds: readonly Round[]): Comparison[] {
  const limit = { name: 'a frame of 50 ms', figures: rounds.map(() => FRAME_LIMIT_MS) };
  const sides: Record<string, (round: Round) => number> = {
    'longest task, slowed down': ({ taskMs }) => taskMs,
    'longest task at full speed, × 4': ({ scaledTaskMs }) => scaledTaskMs,
    'longest time between frames, slowed down': ({ gapMs }) => gapMs,
  };
  return Object.entries(sides).map(([name, of]) => ({
    subject,
    unit: 'ms',
    limit,
    ours: { name, figures: rounds.map(of) },
  }));
}

/** A thing that a person does, from `before` on, which is not measured. */
export interface Step {
  subject: string;
  before?: () => Promise<unknown>;
  /** Answers the longest time between two frames, ms. */
  work: () => Promise<number>;
}

/** @param script what the page is driven by */
export async function newPage(
  browser: Browser,
  script = 'bench/browser/long-list.ts',
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  await context.addInitScript({ content: await bundle(script) });
  return { context, page: await context.newPage() };
}
