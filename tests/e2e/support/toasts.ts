/** Hears the page's live regions: a toast is gone after three seconds, which a busy machine may look past. */
import type { Page } from '@playwright/test';

/** Listens from now on, until the page is loaded anew. @returns reads what was said so far */
export async function listenToToasts(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const heard = globalThis as { said?: string[] };
    const said = (heard.said = []) as string[];
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live]'))
        if (region.textContent) said.push(region.textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => ((globalThis as { said?: string[] }).said ?? []).join('\n'));
}
