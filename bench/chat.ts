/**
 * Chat: 10,000 messages with customer service in the product's own database of a real Chromium, scrolled in the product's own
 * screen at four times slower CPU. The limit is a frame of 50 ms on the main thread.
 */
import { calls } from '../contract/index';
import { paths } from '../src/app/paths';
import type { Line } from '../tests/e2e/support/line';
import { launchChromium } from '../tests/worker/support/chromium';
import { compareWithFrame, measure, newPage, SLOW_DOWN, type Bench, type Round, type Step } from './frames';
import type { Comparison } from './measure';
import type { Part } from './part';
import { fill, logIn, withBuiltApp, type InPage } from './statement-app';

const TOPIC = 'other';
const HASH = `#${paths.chatRoom}?id=${TOPIC}`;
/** A message is at least this high. */
const ROW_PX = 64;
/** A hard fling: 18,000 px a second, for so long. */
const FLING_STEP_PX = 300;
const FLING_PX = 20_000;
/** Scrolls in steps of this size on the way to the place where a fling is measured. */
const JUMP_PX = 1_500;
/** 2026-11-21T08:00:00Z */
const NEWEST_AT = 1_795_248_000_000;
const SPACING_MS = 600_000;
const WORDS = 'Where is my deposit? It was sent an hour ago, the explorer shows it, and the app does not. '.repeat(5);

/** Texts of one to six lines from both sides, as in a real conversation. @param seq 1 is the oldest */
function messageOf(seq: number, newest: number) {
  const length = 12 + ((seq * 7919) % 260);
  return {
    id: String(seq),
    seq,
    clientId: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
    by: seq % 3 === 0 ? 'operator' : 'me',
    text: `${seq}: ${WORDS.slice(0, length)}`,
    image: null,
    order: seq % 50 === 0 ? { kind: 'custody', id: String(seq), amount: '500.000000', asset: 'USDT' } : null,
    createdAt: NEWEST_AT - (newest - seq) * SPACING_MS,
  };
}

function answerMessages(line: Line, count: number): void {
  line.answer(calls.serviceMessages.uri, ({ cursor, limit }) => {
    const below = typeof cursor === 'string' ? Number(cursor) : count + 1;
    const lowest = Math.max(1, below - (typeof limit === 'number' ? limit : 20));
    const items = Array.from({ length: below - lowest }, (_, index) => messageOf(below - 1 - index, count));
    return { items, nextCursor: lowest > 1 ? String(lowest) : null };
  });
}

async function rounds(bench: Bench, step: Step, count: number): Promise<Comparison[]> {
  const measured: Round[] = [];
  for (let round = 0; round < count; round += 1) measured.push(await measure(bench, step));
  return compareWithFrame(step.subject, measured);
}

/** Opens the chat at its end, then flings at the end, in the middle and near its beginning; it grows to there on the way. */
async function compare(
  bench: Bench,
  { count, flingPx, times, say }: { count: number; flingPx: number; times: number; say: (line: string) => void },
): Promise<Comparison[]> {
  const { page } = bench;
  const leave = () => page.evaluate((to) => (globalThis as InPage).statement.leaveChat(to), `#${paths.assets}`);
  const open = () => page.evaluate((to) => (globalThis as InPage).statement.openChat(to), HASH);
  const up = (px: number, stepPx: number) =>
    page.evaluate((asked) => (globalThis as InPage).statement.scrollUp(asked), { px, stepPx });
  const found = await rounds(bench, { subject: 'open the chat', before: leave, work: open }, times);
  // Each place is so much farther up than the one before.
  const places = [
    ['at the end', 0],
    ['in the middle', count * 0.4 * ROW_PX],
    ['near the beginning', count * 0.3 * ROW_PX],
  ] as const;
  for (const [place, px] of places) {
    say(`scrolling: ${place}`);
    await up(px, JUMP_PX);
    const subject = `fling up, ${place}`;
    found.push(...(await rounds(bench, { subject, work: () => up(flingPx, FLING_STEP_PX) }, times)));
  }
  return found;
}

export const chat: Part = ({ isQuick, say }) => {
  const count = isQuick ? 2_000 : 10_000;
  return withBuiltApp({ say, answer: (line) => answerMessages(line, count) }, async ({ origin }) => {
    const browser = await launchChromium();
    try {
      const { context, page } = await newPage(browser);
      await logIn(page, origin);
      say(`keeping ${count} messages`);
      await fill(page, count, { topic: TOPIC }, { call: 'serviceMessages' });
      // The page's code has to be there: what follows is the device's alone.
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.evaluate((hash) => (globalThis as InPage).statement.openChat(hash), HASH);
      await context.setOffline(true);
      const bench = { page, browser, devtools: await context.newCDPSession(page) };
      say('opening and scrolling');
      const sizes = isQuick ? { flingPx: 3_000, times: 1 } : { flingPx: FLING_PX, times: 3 };
      const comparisons = await compare(bench, { count, say, ...sizes });
      return { comparisons, ranOn: `Chromium ${browser.version()}, CPU ${SLOW_DOWN} × slower, offline` };
    } finally {
      await browser.close();
    }
  });
};
