/**
 * Notes the figures that Home shows of an account, at each moment: in the page, since a figure may be there for one frame only.
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

interface Scope {
  shownHere?: { seen: Shown[]; look: () => Shown | null };
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
  const seen: Shown[] = [];
  let last = '';
  const note = () => {
    const shown = look();
    const text = JSON.stringify(shown);
    if (shown && text !== last) seen.push(shown);
    last = text;
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
  (window as Scope).shownHere = { seen, look };
}

export async function watchShown(context: BrowserContext): Promise<void> {
  await context.addInitScript(watch);
}

/** Takes the figures shown since the last look, the oldest first. */
export function takeShown(page: Page): Promise<Shown[]> {
  return page.evaluate(() => (window as Scope).shownHere?.seen.splice(0) ?? []);
}

/** Reads the figures shown now; null when there are none. */
export function shownNow(page: Page): Promise<Shown | null> {
  return page.evaluate(() => (window as Scope).shownHere?.look() ?? null);
}
