/**
 * Chat: 10,000 messages with customer service, scrolled through from the last to the first in the product's own screen in a real
 * Chromium: first while the gateway gives page after page, then, offline, out of the device's database. The limit is a frame of 50 ms.
 */
import type { Page } from '@playwright/test';
import { calls } from '../contract/index';
import { paths } from '../src/app/paths';
import type { Line } from '../tests/e2e/support/line';
import { isWholeKept } from '../tests/support/kept-screens';
import { launchChromium } from '../tests/worker/support/chromium';
import type { Room, Way } from './browser/chat-room';
import { FRAME_LIMIT_MS, newPage } from './frames';
import type { Comparison } from './measure';
import type { Part } from './part';
import { logIn, withBuiltApp } from './statement-app';

const TOPIC = 'other';
const HASH = `#${paths.chatRoom}?id=${TOPIC}`;
/** A hard fling at 60 frames a second: 18,000 px a second. */
const STEP_PX = 300;
/** At most as many messages as a page asks for come at once. */
const MAX_PAGE = 100;
/** The app prepares its other screens while nobody does anything: it has this long to be done with it. */
const QUIET_MS = 5_000;
const LOOK_MS = 250;
/** 2026-11-21T08:00:00Z */
const NEWEST_AT = 1_795_248_000_000;
const SPACING_MS = 600_000;
const WORDS = 'Where is my deposit? It was sent an hour ago, the explorer shows it, and the app does not. '.repeat(5);

/** A round of so many messages takes seven minutes. */
const ROUNDS = 2;

type InPage = typeof globalThis & { room: Room };

/** Texts of one to seven lines from both sides, as in a real conversation. @param seq 1 is the oldest */
function messageOf(seq: number, newest: number) {
  const length = 12 + ((seq * 7919) % 260);
  return {
    id: String(seq),
    seq,
    clientId: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
    by: seq % 3 === 0 ? 'operator' : 'me',
    text: `${seq}: ${WORDS.slice(0, length)}`,
    image: null,
    order: seq % 50 === 7 ? { kind: 'custody', id: String(seq), amount: '500.000000', asset: 'USDT' } : null,
    createdAt: NEWEST_AT - (newest - seq) * SPACING_MS,
  };
}

interface Asked {
  /** Pages that the gateway was asked for. */
  pages: number;
}

function answerMessages(line: Line, count: number, asked: Asked): void {
  line.answer(calls.serviceMessages.uri, ({ cursor, limit }) => {
    asked.pages += 1;
    const below = typeof cursor === 'string' ? Number(cursor) : count + 1;
    const lowest = Math.max(1, below - (typeof limit === 'number' ? limit : 20));
    const items = Array.from({ length: below - lowest }, (_, index) => messageOf(below - 1 - index, count));
    return { items, nextCursor: lowest > 1 ? String(lowest) : null };
  });
  // The gateway knows none of these messages, so it could not mark them as read.
  line.answer(calls.markServiceRead.uri, () => ({}));
}

interface Bench {
  page: Page;
  count: number;
  asked: Asked;
  say: (line: string) => void;
}

/** An act of a person, the longest time between two frames meanwhile in ms, and the share of frames with a message, in percent. */
interface Step {
  subject: string;
  gapMs: number;
  shown?: number;
}

const open = ({ page }: Bench) => page.evaluate((to) => (globalThis as InPage).room.open(to), HASH);

async function scroll(bench: Bench, subject: string, number: number): Promise<Step> {
  const { page, asked, say } = bench;
  const before = asked.pages;
  const stepPx = number === 1 ? -STEP_PX : STEP_PX;
  const way: Way = await page.evaluate((to) => (globalThis as InPage).room.scrollTo(to), { number, stepPx });
  const { frames, emptyFrames, waitingFrames, movedPx, longestGapMs } = way;
  say(
    `${subject}: ${frames} frames over ${Math.round(movedPx)} px, ${waitingFrames} at the top waiting, ` +
      `${asked.pages - before} pages of the gateway's, longest ${longestGapMs.toFixed(1)} ms`,
  );
  return { subject, gapMs: longestGapMs, shown: (100 * (frames - emptyFrames)) / frames };
}

/** Waits until every screen is on the device and the app has come to rest. */
async function untilReady(page: Page): Promise<void> {
  while (!(await isWholeKept(page))) await page.waitForTimeout(LOOK_MS);
  await page.waitForTimeout(QUIET_MS);
}

/** @throws Error when the messages did not come from where they should */
async function walk(bench: Bench): Promise<Step[]> {
  const { page, count, asked } = bench;
  await untilReady(page);
  const opened = await open(bench);
  const found = [{ subject: 'open the chat, nothing kept', gapMs: opened }];
  found.push(await scroll(bench, 'all the way up, pages from the gateway', 1));
  if (asked.pages < count / MAX_PAGE) throw new Error(`the gateway was asked for ${asked.pages} pages only`);
  found.push(await scroll(bench, 'all the way down again', count));
  await page.context().setOffline(true);
  await page.reload();
  await page.evaluate((to) => (globalThis as InPage).room.leave(to), `#${paths.assets}`);
  await page.waitForTimeout(QUIET_MS);
  const before = asked.pages;
  found.push({ subject: 'open the chat, offline', gapMs: await open(bench) });
  found.push(await scroll(bench, 'all the way up, offline, out of the database', 1));
  if (asked.pages !== before) throw new Error('the gateway was asked offline');
  return found;
}

function comparisonsOf(rounds: readonly Step[][]): Comparison[] {
  const [first = []] = rounds;
  const figures = (of: (step: Step) => number, index: number) => rounds.map((steps) => of(steps[index] as Step));
  const allowed = (name: string, figure: number) => ({ name, figures: rounds.map(() => figure) });
  return first.flatMap(({ subject, shown }, index): Comparison[] => {
    const frames: Comparison = {
      subject,
      unit: 'ms',
      limit: allowed('a frame of 50 ms', FRAME_LIMIT_MS),
      ours: { name: 'longest time between frames', figures: figures(({ gapMs }) => gapMs, index) },
    };
    if (shown === undefined) return [frames];
    const messages = figures((step) => step.shown ?? 0, index);
    return [
      frames,
      {
        subject,
        unit: 'of 100',
        limit: allowed('allowed', 99),
        ours: { name: 'frames with messages', figures: messages },
      },
    ];
  });
}

export const chat: Part = ({ isQuick, say }) => {
  const count = isQuick ? 1_000 : 10_000;
  const asked: Asked = { pages: 0 };
  return withBuiltApp({ say, answer: (line) => answerMessages(line, count, asked) }, async ({ origin }) => {
    const browser = await launchChromium();
    const rounds: Step[][] = [];
    try {
      for (let round = 0; round < (isQuick ? 1 : ROUNDS); round += 1) {
        say(`round ${round + 1}: ${count} messages`);
        // A profile of its own, in which nothing is kept yet.
        const { context, page } = await newPage(browser, 'bench/browser/chat-room.ts');
        await logIn(page, origin);
        asked.pages = 0;
        rounds.push(await walk({ page, count, asked, say }));
        await context.close();
      }
      return { comparisons: comparisonsOf(rounds), ranOn: `Chromium ${browser.version()}`, isBudget: true };
    } finally {
      await browser.close();
    }
  });
};
