/**
 * In the page: what a person does with the cash statement, by the page's own elements and frame by frame. A test driver's
 * selectors and polling would run on the page's main thread too, and be measured with it.
 */

import type { StorageMode, WorkerEvent } from '../../contract/events';
import { DEADLINE_MS, find, frame, go, watch } from './page-frames';

export interface FillSettings {
  workerUrl: string;
  pages: number;
  limit: number;
  /** The call's filters: each choice is a list of its own. */
  list: object;
  /** Ends with the first page that the disk has no room for, and waits until it has room again. */
  isUntilFull?: boolean;
}

export interface Filled {
  /** Each page's time from its question on, ms. */
  pagesMs: number[];
  /** Time for which the worker kept new rows in memory only, ms; null where it never had to, or still does. */
  fullMs: number | null;
  mode: StorageMode;
  /** Longest time between two frames of the page meanwhile, ms. */
  longestGapMs: number;
}

/** The app's worker, started once more; by Comlink's own messages, since the page keeps its Comlink to itself. */
function secondWorker(url: string) {
  const worker = new Worker(url, { type: 'module' });
  const waiting = new Map<string, (value: unknown) => void>();
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: string; value: unknown }>) => {
    waiting.get(data.id)?.(data.value);
    waiting.delete(data.id);
  });
  let count = 0;
  const call = (name: string, values: readonly unknown[], ports: MessagePort[] = []): Promise<unknown> => {
    const id = `bench-${(count += 1)}`;
    const argumentList = values.map((value) => ({ type: 'RAW', value }));
    worker.postMessage({ id, type: 'APPLY', path: [name], argumentList }, ports);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  return { call, end: () => worker.terminate() };
}

/** Hears how a worker keeps its rows. */
function watchStorage() {
  const { port1, port2 } = new MessageChannel();
  const state: { mode: StorageMode; fullAt: number | null; againAt: number | null } = {
    mode: 'persistent',
    fullAt: null,
    againAt: null,
  };
  port1.addEventListener('message', ({ data }: MessageEvent<WorkerEvent>) => {
    if (data.type !== 'storage') return;
    state.mode = data.mode;
    if (data.mode === 'full') state.fullAt ??= performance.now();
    else if (state.fullAt !== null) state.againAt = performance.now();
  });
  port1.start();
  return { state, port: port2 };
}

/** Asks a second worker of the app for page after page of a list; it keeps them as the first one would. */
async function fill({ workerUrl, pages, limit, list, isUntilFull = false }: FillSettings): Promise<Filled> {
  const { call, end } = secondWorker(workerUrl);
  const gap = watchGaps();
  const { state, port } = watchStorage();
  await call('subscribe', [port], [port]);
  await call('start', [{ origin: location.origin, lang: 'EN' }]);
  const pagesMs: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages && state.fullAt === null; page += 1) {
    const input = { ...list, limit, ...(cursor === undefined ? {} : { cursor }) };
    const askedAt = performance.now();
    const answer = (await call('invoke', ['accountStatement', input])) as {
      ok: boolean;
      data?: { nextCursor: string | null };
    };
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    pagesMs.push(performance.now() - askedAt);
    cursor = answer.data?.nextCursor ?? undefined;
  }
  if (state.fullAt !== null && !isUntilFull) throw new Error('the disk is full');
  const deadline = performance.now() + DEADLINE_MS;
  while (state.mode === 'full' && performance.now() < deadline) await frame();
  end();
  const { fullAt, againAt, mode } = state;
  const fullMs = fullAt === null || againAt === null ? null : againAt - fullAt;
  return { pagesMs, fullMs, mode, longestGapMs: gap.end() };
}

/** Measures the longest time between two frames until it is ended. */
function watchGaps(): { end(): number } {
  let longest = 0;
  let before: number | undefined;
  let isOver = false;
  const look = (now: number): void => {
    if (before !== undefined) longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return {
    end() {
      isOver = true;
      return longest;
    },
  };
}

/** The postings on screen. */
const rows = () => [...document.querySelectorAll('main [role="list"] [role="listitem"] button')];
/** Returns whether the topmost row begins with this kind. */
const isTopmost = (kind: string) => rows()[0]?.textContent.startsWith(kind) ?? false;

/** As React hears it from a keyboard. */
function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const leave = (hash: string) => go(hash, () => rows().length === 0);

const open = (hash: string) => go(hash, () => rows().length > 3);

const choose = (chip: string, firstRow: string) =>
  watch(
    () => find<HTMLElement>('label', chip).click(),
    () => isTopmost(firstRow),
  );

/** Opens the sheet of dates, types a day as both ends, and shows it. */
async function chooseDay(day: string): Promise<number> {
  const sheet = 'dialog';
  const opened = await watch(
    () => find<HTMLElement>('button[aria-haspopup="dialog"]', 'Dates').click(),
    () => document.querySelectorAll(`${sheet} input[type="date"]`).length === 2,
  );
  for (const field of document.querySelectorAll<HTMLInputElement>(`${sheet} input[type="date"]`)) type(field, day);
  await frame();
  const chosen = await watch(
    () => find<HTMLElement>(`${sheet} button`, 'Show these dates').click(),
    () => document.querySelector(sheet) === null && location.hash.includes(day) && rows().length > 3,
  );
  return Math.max(opened, chosen);
}

/** @param count rows that are left when the search is over, or more than three */
const search = (text: string, isFound: (count: number) => boolean) =>
  watch(
    () => type(find<HTMLInputElement>('input[type="search"]'), text),
    () => isFound(rows().length),
  );

/** Searches for what a single row has, then shows everything again. */
async function searchOne(text: string): Promise<number> {
  const found = await search(text, (count) => count === 1);
  return Math.max(found, await search('', (count) => count > 3));
}

/** Scrolls down a step a frame to a place, waiting where the list has to grow first. */
async function scrollThrough({ toPx, stepPx }: { toPx: number; stepPx: number }): Promise<number> {
  let longest = 0;
  let before = await frame();
  let movedAt = before;
  while (scrollY < toPx) {
    const from = scrollY;
    scrollBy(0, Math.min(stepPx, toPx - scrollY));
    const now = await frame();
    longest = Math.max(longest, now - before);
    before = now;
    if (scrollY !== from) movedAt = now;
    else if (now - movedAt > DEADLINE_MS) throw new Error(`the list ends at ${scrollY} px of ${toPx}`);
  }
  return longest;
}

const statement = { fill, leave, open, choose, chooseDay, searchOne, scrollThrough };

/** `bench/records.ts` drives the page by these. */
export type Statement = typeof statement;

Object.assign(globalThis, { statement });
