/**
 * Notes the figures that Home shows of an account, at each moment and with its time: in the page, since a figure may be there for one frame only.
 */
import type { BrowserContext, Page } from '@playwright/test';

/** Figures on screen, with the names of their owner. */
export interface Shown {
  /** First letter of the person's nickname; empty while it is not known. */
  initial: string;
  /** Empty while it is not known. */
  account: string;
  /** The total as it is read out, e.g. `10125 USDT`. */
  total: string;
  /** Null while the card is not there yet. */
  custody: string | null;
}

/** The page shows this from `at` on; null for no figures. */
interface Change {
  /** UTC ms by the system's clock, whatever the page takes for the time. */
  at: number;
  shown: Shown | null;
}

/** The page's thread was held up for so long, until `at`. */
export interface Delay {
  at: number;
  ms: number;
}

interface Taken {
  changes: Change[];
  delays: Delay[];
  /** When they were taken. */
  at: number;
}

/** Figures that a page showed without a change. */
export interface Span {
  shown: Shown;
  /** UTC ms. */
  since: number;
  until: number;
  /** Since when there have been figures on the page without a pause. */
  onScreenSince: number;
}

interface Scope {
  shownHere?: { take: () => Taken; look: () => Shown | null };
}

/** Runs in the page: uses nothing from outside. */
function watch(): void {
  const look = (): Shown | null => {
    const main = document.querySelector('#root main');
    const heading = main?.querySelector('h1[data-page-title]');
    const header = heading?.closest('header');
    if (!main || !heading || !header || heading.querySelector('.rab-sr')?.textContent.trim() !== 'Home') return null;
    const age = main.querySelector('[data-age-place]');
    const total = age?.parentElement?.querySelector('button[aria-pressed] > span > .rab-sr')?.textContent;
    if (!total) return null;
    const account = [...heading.childNodes].filter((node) => !(node instanceof HTMLElement)).map((n) => n.textContent);
    const cards = [...main.querySelectorAll('a[href="#/pages/index/index2"]')];
    const card = cards.find((link) => link.textContent.includes('Custody account'));
    return {
      initial: header.querySelector('[aria-hidden="true"]')?.textContent ?? '',
      account: account.join('').trim(),
      total,
      custody: card?.querySelector('.rab-sr')?.textContent ?? null,
    };
  };
  // The tests set `Date`, and leave this clock alone.
  const now = () => performance.timeOrigin + performance.now();
  const changes: Change[] = [];
  let last = 'null';
  const note = () => {
    const shown = look();
    const text = JSON.stringify(shown);
    if (text !== last) changes.push({ at: now(), shown });
    last = text;
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
  const delays: Delay[] = [];
  const everyMs = 250;
  let beatAt = now();
  setInterval(() => {
    const at = now();
    const ms = at - beatAt - everyMs;
    if (ms > 50) delays.push({ at, ms });
    beatAt = at;
  }, everyMs);
  const take = () => ({ changes: changes.splice(0), delays: delays.splice(0), at: now() });
  (window as Scope).shownHere = { take, look };
}

export async function watchShown(context: BrowserContext): Promise<void> {
  await context.addInitScript(watch);
}

/** Everything that a page has shown, also before it was loaded anew. */
export class ShownHistory {
  #ended: Span[] = [];
  /** Goes on as far as is known. */
  #last: Span | null = null;
  readonly #delays: Delay[] = [];

  /** Takes over what the page has noted since the last time. */
  async note(page: Page): Promise<void> {
    const taken = await page.evaluate(() => (window as Scope).shownHere?.take());
    if (!taken) return;
    for (const { at, shown } of taken.changes) {
      const onScreenSince = this.#last?.onScreenSince ?? at;
      this.#end(at);
      this.#last = shown && { shown, since: at, until: at, onScreenSince };
    }
    if (this.#last) this.#last.until = taken.at;
    this.#delays.push(...taken.delays);
  }

  /** The page is gone: the next one begins with nothing. */
  left(): void {
    if (this.#last) this.#end(this.#last.until);
  }

  #end(at: number): void {
    if (this.#last) this.#ended.push({ ...this.#last, until: at });
    this.#last = null;
  }

  /** @returns what was shown since the last time, the oldest first; the last one may go on */
  take(): Span[] {
    const ended = this.#ended.splice(0);
    return this.#last ? [...ended, { ...this.#last }] : ended;
  }

  /** The longest time for which the page's thread was held up between two moments. */
  worstDelayMs(since: number, until: number): number {
    return worstOf(this.#delays, since, until);
  }
}

export function worstOf(delays: readonly Delay[], since: number, until: number): number {
  return Math.max(0, ...delays.filter(({ at, ms }) => at >= since && at - ms <= until).map(({ ms }) => ms));
}

/** Reads the figures shown now; null when there are none. */
export function shownNow(page: Page): Promise<Shown | null> {
  return page.evaluate(() => (window as Scope).shownHere?.look() ?? null);
}
