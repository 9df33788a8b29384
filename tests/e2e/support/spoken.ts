/** Reads a screen as a screen reader does: amounts exact, and nothing that is drawn only. */
import type { Locator, Page } from '@playwright/test';

/** The words of each of these elements, with single spaces. */
export function spokenOf(locator: Locator): Promise<string[]> {
  return locator.evaluateAll((elements) =>
    elements.map((element) => {
      const texts: string[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        if (walker.currentNode.parentElement?.closest('[aria-hidden="true"]') === null) {
          texts.push(walker.currentNode.textContent ?? '');
        }
      }
      return texts.join(' ').replace(/\s+/g, ' ').trim();
    }),
  );
}

/** Labels with their values, those of all definition lists. */
export function definitionsOf(page: Page): Promise<string[]> {
  return spokenOf(page.locator('main dl > div'));
}

export async function spokenMain(page: Page): Promise<string> {
  return (await spokenOf(page.locator('main'))).join(' ');
}
