/**
 * Records: 100,000 statement rows in the product's own database of a real Chromium, scrolled, filtered and searched in the
 * product's own screen at four times slower CPU. The limit is a frame of 50 ms on the main thread.
 */
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { calls } from '../contract/index';
import { paths } from '../src/app/paths';
import { openLine, type Line } from '../tests/e2e/support/line';
import { startGateway } from '../tests/support/gateway-process';
import { launchChromium } from '../tests/worker/support/chromium';
import { fillCache, scrollThrough } from './browser/long-list';
import { statementRow } from './browser/statement';
import type { Comparison } from './measure';
import type { Part } from './part';

const FRAME_LIMIT_MS = 50;
const SLOW_DOWN = 4;
const PAGE_ROWS = 100;
const ROW_PX = 60;
/** A hard fling: 18,000 px a second, for so long. */
const FLING_STEP_PX = 300;
const FLING_PX = 40_000;
const DEMO = { email: 'demo@rab.example', password: 'rab-demo-2026' };

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
  await page.evaluate(fillCache, { workerUrl: worker.url(), pages: rows / PAGE_ROWS, limit: PAGE_ROWS });
}

interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  /** Wall-clock and processor time, µs. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/**
 * The longest task of the page's main thread in a trace, in ms of processor time as slowed down: what other programs
 * took of the machine meanwhile does not count. A frame's work is one task or less.
 */
function longestTaskMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ ph, name, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace has no tasks');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1_000), 0);
}

/** One comparison: the longest task while `work` goes on, in each of `rounds`. */
async function measure(page: Page, subject: string, rounds: number, work: () => Promise<unknown>): Promise<Comparison> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const figures: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
    await work();
    figures.push(longestTaskMs(await browser.stopTracing()));
  }
  const limit = { name: 'a frame of 50 ms', figures: figures.map(() => FRAME_LIMIT_MS) };
  return { subject, unit: 'ms', limit, ours: { name: 'longest task of the main thread', figures } };
}

async function openStatement(page: Page, query = ''): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#${paths.cashStatement}${query}`);
  await page.getByRole('list', { name: 'Cash statement' }).getByRole('button').first().waitFor();
}

async function compare(page: Page, rows: number, isQuick: boolean): Promise<Comparison[]> {
  const rounds = isQuick ? 1 : 5;
  const list = page.getByRole('list', { name: 'Cash statement' });
  const search = page.getByLabel('Search postings');
  const deepDay = new Date(statementRow(Math.floor(rows * 0.75)).createdAt).toISOString().slice(0, 10);
  const leave = async () => {
    await page.evaluate((hash) => (location.hash = hash), `#${paths.assets}`);
    await list.waitFor({ state: 'detached' });
  };
  const opened = await measure(page, 'open the list', rounds, async () => {
    await leave();
    await openStatement(page);
  });
  const byKind = await measure(page, 'filter by kind', rounds, async () => {
    await page.getByText('Airdrop', { exact: true }).click();
    await list.getByText('Airdrop', { exact: true }).first().waitFor();
    await page.getByText('All kinds', { exact: true }).click();
    await list.getByText('Custody interest', { exact: true }).first().waitFor();
  });
  const byDate = await measure(page, 'filter by date', rounds, async () => {
    await leave();
    await openStatement(page, `?from=${deepDay}&to=${deepDay}`);
  });
  await leave();
  await openStatement(page);
  const searched = await measure(page, `search all ${rows / 1_000},000 rows`, rounds, async () => {
    await search.fill(`${10_000_000 + rows - 1}`);
    await list.getByText('Custody placed').or(list.getByText('Airdrop')).first().waitFor({ timeout: 120_000 });
    await search.fill('');
    await list.getByText('Custody interest', { exact: true }).first().waitFor();
  });
  await leave();
  await openStatement(page);
  const scrolls: Comparison[] = [];
  for (const depth of [0, rows / 2, rows - 1_000]) {
    await page.evaluate(scrollThrough, { toPx: depth * ROW_PX, stepPx: 4_000 });
    const toPx = depth * ROW_PX + (isQuick ? 10_000 : FLING_PX);
    const subject = `fling ${(depth / 1_000).toFixed(0)},000 rows down`;
    scrolls.push(await measure(page, subject, 1, () => page.evaluate(scrollThrough, { toPx, stepPx: FLING_STEP_PX })));
  }
  return [opened, byKind, byDate, searched, ...scrolls];
}

async function newPage(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  // The runner's compiler names functions by a helper that a page does not have.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
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
    // What follows is the device's alone.
    await context.setOffline(true);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    say('opening, filtering, searching, scrolling');
    const comparisons = await compare(page, rows, isQuick);
    return { comparisons, ranOn: `Chromium ${browser.version()}, CPU ${SLOW_DOWN} × slower, offline` };
  } finally {
    await browser.close();
    await line.close();
    await gateway.stop();
    await rm(gateway.varDir, { recursive: true, force: true });
  }
};
