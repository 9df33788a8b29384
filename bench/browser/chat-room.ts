/** In the page: opens a chat and scrolls through all of it, frame by frame, as somebody does who looks for an old message. */
import { DEADLINE_MS, find, frame, go } from './page-frames';

/** Counts of the way. */
export interface Way {
  frames: number;
  /** Frames with no message a quarter of the screen below the top, where the older ones come in. */
  emptyFrames: number;
  /** Frames in which nothing could move, because the messages above had not come yet. */
  waitingFrames: number;
  movedPx: number;
  /** Between two frames, ms. */
  longestGapMs: number;
}

const log = () => find<HTMLElement>('main [role="log"]');
const messages = () => [...document.querySelectorAll('main [role="log"] [role="listitem"]')];

/** Opens a chat, which shows its end. Answers the longest time between two frames, ms. */
const open = (hash: string) => go(hash, () => messages().length > 3);

const leave = (hash: string) => go(hash, () => messages().length === 0);

/** The messages show their number first. */
const isInSight = (number: number) =>
  messages().some((row) => row.textContent.replace(/^[^\d]*/, '').startsWith(`${number}: `));

/** A look at the page as it was drawn last: it lays out nothing. */
function showsMessage(scroller: HTMLElement): boolean {
  const { left, top, width, height } = scroller.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 4);
  return there !== null && there.closest('[role="listitem"]') !== null;
}

/** Scrolls so many px a frame, negative ones upwards, until this message is there and nothing moves any more. */
async function scrollTo({ number, stepPx }: { number: number; stepPx: number }): Promise<Way> {
  const scroller = log();
  const way: Way = { frames: 0, emptyFrames: 0, waitingFrames: 0, movedPx: 0, longestGapMs: 0 };
  let before = await frame();
  let movedAt = before;
  for (;;) {
    if (!showsMessage(scroller)) way.emptyFrames += 1;
    const from = scroller.scrollTop;
    scroller.scrollTop = from + stepPx;
    const step = Math.abs(scroller.scrollTop - from);
    const now = await frame();
    way.frames += 1;
    way.movedPx += step;
    way.longestGapMs = Math.max(way.longestGapMs, now - before);
    before = now;
    if (step > 0) {
      movedAt = now;
      continue;
    }
    if (isInSight(number)) return way;
    way.waitingFrames += 1;
    if (now - movedAt > DEADLINE_MS) throw new Error(`message ${number} does not come: ${JSON.stringify(way)}`);
  }
}

const room = { open, leave, scrollTo };

/** `bench/chat.ts` drives the page by these. */
export type Room = typeof room;

Object.assign(globalThis, { room });
