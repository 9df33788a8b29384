/** A person in front of the app: sees, taps and types, and waits as long as a person would. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from './browser';
import { findInPage, type FoundElement, type Query } from './find';

/** Longer than the longest pause between two looks of the app for its gateway, which is 30 s. */
const PATIENCE_MS = 40_000;
const LOOK_AGAIN_MS = 50;
/** So often in a row it has to be where it was before. */
const STILL_LOOKS = 3;

export interface Screen {
  browser: Browser;
  /** Waits until the element is there, and `holds`. @throws Error after 40 s, with the last screen */
  sees(query: Query, holds?: (found: FoundElement) => boolean): Promise<FoundElement>;
  seesNot(query: Query): Promise<void>;
  /** Taps the element once it is enabled, lies still, and is not covered. */
  taps(query: Query): Promise<void>;
  /** Replaces a field's text by typing. */
  fills(query: Query, text: string): Promise<void>;
  /** Waits until the page's answer `holds`. */
  until<A, R>(what: string, script: (arg: A) => R | Promise<R>, arg: A, holds: (result: R) => boolean): Promise<R>;
  goes(path: string): Promise<void>;
}

const told = (query: Query): string => JSON.stringify(query);

export function screenOf(browser: Browser): Screen {
  async function until<A, R>(
    what: string,
    script: (arg: A) => R | Promise<R>,
    arg: A,
    holds: (result: R) => boolean,
  ): Promise<R> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const result = await browser.evaluate(script, arg);
      if (holds(result)) return result;
      if (Date.now() > deadline) throw new Error(`${what}: not in ${PATIENCE_MS} ms; last: ${JSON.stringify(result)}`);
      await delay(LOOK_AGAIN_MS);
    }
  }

  async function sees(query: Query, holds: (found: FoundElement) => boolean = () => true): Promise<FoundElement> {
    const found = await until(told(query), findInPage, query, (one) => one !== null && holds(one));
    if (!found) throw new Error(`${told(query)}: not there`);
    return found;
  }

  async function taps(query: Query): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    let before: FoundElement | null = null;
    for (let looks = 0; looks < STILL_LOOKS;) {
      // A slow engine may paint no frame between two looks: an element that slides in would seem to lie still.
      await browser.evaluate(untilPainted, null);
      const found: FoundElement | null = await browser.evaluate(findInPage, query);
      const canBeTapped = found !== null && found.point !== null && !found.isDisabled;
      const isStill = canBeTapped && before?.point?.x === found.point?.x && before?.point?.y === found.point?.y;
      looks = isStill ? looks + 1 : 0;
      before = canBeTapped ? found : null;
      if (Date.now() > deadline)
        throw new Error(`${told(query)}: not to be tapped in ${PATIENCE_MS} ms; last: ${JSON.stringify(found)}`);
    }
    if (before?.point) await browser.click(before.point);
  }

  return {
    browser,
    until,
    sees,
    taps,
    async seesNot(query) {
      await until(`no ${told(query)}`, findInPage, query, (found) => found === null);
    },
    async fills(query, text) {
      await taps(query);
      await until(`focus in ${told(query)}`, selectFocused, null, (isField) => isField);
      await browser.type(text);
      await sees(query, ({ value }) => value === text);
    },
    async goes(path) {
      await browser.evaluate((to) => void (location.hash = `#${to}`), path);
      await until(
        `at ${path}`,
        () => location.hash,
        null,
        (hash) => hash.startsWith(`#${path}`),
      );
    },
  };
}

/** Runs in the page: two frames later at least one has been painted. */
function untilPainted(): Promise<null> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))));
}

/** Selects all that the field in focus has, so that typing replaces it. */
function selectFocused(): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  field.select();
  return true;
}
