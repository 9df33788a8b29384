/**
 * Records: 100,000 statement rows in the product's own database of a real Chromium, scrolled, filtered and searched in the
 * product's own screen at four times slower CPU. The limit is a frame of 50 ms on the main thread.
 */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { calls } from '../contract/index';
import { paths } from '../src/app/paths';
import { openLine, type Line } from '../tests/e2e/support/line';
import { startGateway } from '../tests/support/gateway-process';
import { launchChromium } from '../tests/worker/support/chromium';
import type { Statement } from './browser/long-list';
import { bundle } from './browser/page';
import { statementRow } from './browser/statement';
import type { Comparison } from './measure';
import type { Part } from './part';
import { longestTaskMs, TRACE_CATEGORIES } from './trace';

const FRAME_LIMIT_MS = 50;
const SLOW_DOWN = 4;
const PAGE_ROWS = 100;
const ROW_PX = 60;
/** A hard fling: 18,000 px a second, for so long. */
const FLING_STEP_PX = 300;
const FLING_PX = 20_000;
/** Scrolls in steps of this size on the way to the place where a fling is measured. */
const JUMP_PX = 4_000;
const DEMO = { email: 'demo@rab.example', password: 'rab-demo-2026' };

type InPage = typeof globalThis & { statement: Statement };

/** Answers the statement with made-up rows; everything else is the gateway's. */
function answerStatement(line: Line, rows: number): void {
  line.answer(calls.accountStatement.uri, ({ cursor, limit }) => {
    const from = typeof cursor === 'string' ? Number(cursor.slice(1)) : 0;
    const to = Math.min(rows, from + (typeof limit === 'number' ? limit : 20));
    const items = Array.from({ length: to - from }, (_, index) => statementRow(from + index));
    return { items, nextCursor: to < rows ? `c${to}` : null };
  });
}

async function logIn(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByLabel('Mobile number or e-mail').fill(DEMO.email);
  await page.getByLabel('Login password').fill(DEMO.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/#\/pages\/index\/index$/);
}

/** Reads the whole list into the database, by a worker of its own beside the page's. */
async function fill(page: Page, rows: number): Promise<void> {
  const [worker] = page.workers();
  if (!worker) throw new Error('the page has no worker');
  const settings = { workerUrl: worker.url(), pages: rows / PAGE_ROWS, limit: PAGE_ROWS };
  await page.evaluate((asked) => (globalThis as InPage).statement.fill(asked), settings);
}

/** The page with what slows it down; only what is measured runs slowly. */
interface Bench {
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
interface Round extends Traced {
  scaledTaskMs: number;
}

async function trace({ page, browser }: Bench, { before, work }: Step): Promise<Traced> {
  await before?.();
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  const gapMs = await work();
  return { taskMs: longestTaskMs(await browser.stopTracing()), gapMs };
}

async function measure(bench: Bench, step: Step): Promise<Round> {
  const atFullSpeed = await trace(bench, step);
  await bench.devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  const slowed = await trace(bench, step);
  await bench.devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { ...slowed, scaledTaskMs: atFullSpeed.taskMs * SLOW_DOWN };
}

function compareWithFrame(subject: string, rounds: readonly Round[]): Comparison[] {
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
interface Step {
  subject: string;
  before?: () => Promise<unknown>;
  /** Answers the longest time between two frames, ms. */
  work: () => Promise<number>;
}

function stepsOf(page: Page, rows: number): Step[] {
  const oldest = statementRow(rows - 1);
  const deepDay = new Date(statementRow(Math.floor(rows * 0.75)).createdAt).toISOString().slice(0, 10);
  const hash = `#${paths.cashStatement}`;
  const leave = () => page.evaluate((to) => (globalThis as InPage).statement.leave(to), `#${paths.assets}`);
  const open = () => page.evaluate((to) => (globalThis as InPage).statement.open(to), hash);
  const openAnew = async () => {
    await leave();
    await open();
  };
  return [
    { subject: 'open the list', before: leave, work: open },
    {
      subject: 'filter by kind, and back',
      work: () =>
        page.evaluate(async () => {
          const { choose } = (globalThis as InPage).statement;
          return Math.max(await choose('Airdrop', 'Airdrop'), await choose('All kinds', 'Custody interest'));
        }),
    },
    {
      subject: 'filter by date, in its sheet',
      before: openAnew,
      work: () => page.evaluate((day) => (globalThis as InPage).statement.chooseDay(day), deepDay),
    },
    {
      subject: `search all ${rows / 1_000},000 rows, and back`,
      before: openAnew,
      work: () => page.evaluate((text) => (globalThis as InPage).statement.searchOne(text), oldest.reference ?? ''),
    },
  ];
}

async function compareSteps(bench: Bench, rows: number, rounds: number): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const step of stepsOf(bench.page, rows)) {
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measure(bench, step));
    comparisons.push(...compareWithFrame(step.subject, measured));
  }
  return comparisons;
}

/** Flings at the newest end, in the middle and far down, one after the other; the list grows to there on the way. */
async function compareFlings(
  bench: Bench,
  rows: number,
  { flingPx, rounds, say }: { flingPx: number; rounds: number; say: (line: string) => void },
) {
  const { page } = bench;
  const scroll = (toPx: number, stepPx: number) =>
    page.evaluate((to) => (globalThis as InPage).statement.scrollThrough(to), { toPx, stepPx });
  const comparisons: Comparison[] = [];
  for (const depth of [0, rows * 0.5, rows * 0.9]) {
    say(`scrolling to row ${depth}`);
    await scroll(depth * ROW_PX, JUMP_PX);
    const subject = `fling, ${(depth / 1_000).toFixed(0)},000 rows down`;
    let flings = 0;
    const work = () => scroll(depth * ROW_PX + (flings += 1) * flingPx, FLING_STEP_PX);
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measure(bench, { subject, work }));
    comparisons.push(...compareWithFrame(subject, measured));
  }
  return comparisons;
}

async function newPage(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  await context.addInitScript({ content: await bundle('bench/browser/long-list.ts') });
  return { context, page: await context.newPage() };
}

export const records: Part = async ({ isQuick, say }) => {
  const rows = isQuick ? 4_000 : 100_000;
  say('building the app');
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' });
  const gateway = await startGateway({ from: 'build', env: { LOG_LEVEL: 'error' } });
  const line = await openLine(gateway.origin);
  const browser = await launchChromium();
  try {
    answerStatement(line, rows);
    const { context, page } = await newPage(browser);
    await logIn(page, line.origin);
    say(`keeping ${rows} rows`);
    await fill(page, rows);
    // The page's code has to be there: what follows is the device's alone.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.evaluate((hash) => (globalThis as InPage).statement.open(hash), `#${paths.cashStatement}`);
    await context.setOffline(true);
    const bench = { page, browser, devtools: await context.newCDPSession(page) };
    say('opening, filtering, searching');
    const rounds = isQuick ? 1 : 5;
    const comparisons = await compareSteps(bench, rows, rounds);
    comparisons.push(...(await compareFlings(bench, rows, { flingPx: isQuick ? 10_000 : FLING_PX, rounds, say })));
    return { comparisons, ranOn: `Chromium ${browser.version()}, CPU ${SLOW_DOWN} × slower, offline` };
  } finally {
    await browser.close();
    await line.close();
    await gateway.stop();
    await rm(gateway.varDir, { recursive: true, force: true });
  }
};
