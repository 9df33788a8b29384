/**
 * Records: 100,000 statement rows in the product's own database of a real Chromium, scrolled, filtered and searched in the
 * product's own screen at four times slower CPU. The limit is a frame of 50 ms on the main thread.
 */
import type { Page } from '@playwright/test';
import { paths } from '../src/app/paths';
import { launchChromium } from '../tests/worker/support/chromium';
import { statementRow } from './browser/statement';
import { compareWithFrame, measure, newPage, SLOW_DOWN, type Bench, type Round, type Step } from './frames';
import type { Comparison } from './measure';
import type { Part } from './part';
import { fill, logIn, withStatementApp, type InPage } from './statement-app';

const ROW_PX = 60;
/** A hard fling: 18,000 px a second, for so long. */
const FLING_STEP_PX = 300;
const FLING_PX = 20_000;
/** Scrolls in steps of this size on the way to the place where a fling is measured. */
const JUMP_PX = 4_000;

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

export const records: Part = ({ isQuick, say }) => {
  const rows = isQuick ? 4_000 : 100_000;
  return withStatementApp({ rows, say }, async ({ origin }) => {
    const browser = await launchChromium();
    try {
      const { context, page } = await newPage(browser);
      await logIn(page, origin);
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
    }
  });
};
