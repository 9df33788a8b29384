/** The app beside the platform's own shapes: notches and rounded corners on all four sides. */
import type { Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { DEMO, expect, logIn, test } from './support/app';
import { untilShown, visit } from './support/routes';

// Installing the app costs each new browser as much as a dozen screens, and what is looked at here is the same without.
test.use({ serviceWorkers: 'block' });

/** A phone on its side: the notch on one, the corners on the other, the home bar below; px. */
const INSETS = { top: 31, left: 47, bottom: 21, right: 47 };

/** Texts and controls of the page's frame that lie under an inset; what scrolls only has to keep to the sides. */
async function underInsets(page: Page): Promise<string[]> {
  return page.evaluate((insets) => {
    /** True when the element stays in place: it is fixed, and not in a part of its own that scrolls. */
    const isFixed = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { position, overflowY } = getComputedStyle(at);
        if (['auto', 'scroll'].includes(overflowY)) return false;
        if (position === 'fixed') return true;
      }
      return false;
    };
    const found: string[] = [];
    for (const element of document.querySelectorAll('h1, h2, a, button, input, p')) {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      if (width === 0 || !element.checkVisibility() || element.closest('.rab-sr') || left < -innerWidth) continue;
      const name = `${element.tagName} “${element.textContent?.trim().slice(0, 30)}”`;
      // Slides wait beside the screen; insets do not matter to elements outside it.
      if (left >= innerWidth || right <= 0 || element.closest('[aria-roledescription]')) continue;
      if (left < insets.left - 1) found.push(`${name} under the left`);
      if (right > innerWidth - insets.right + 1) found.push(`${name} under the right`);
      if (top < insets.top - 1 && bottom > 0 && scrollY === 0) found.push(`${name} under the top`);
      if (isFixed(element) && bottom > innerHeight - insets.bottom + 1) found.push(`${name} under the bottom`);
    }
    return found;
  }, INSETS);
}

test.describe('a phone on its side', () => {
  test.use({ viewport: { width: 844, height: 390 }, deviceScaleFactor: 1 });

  test('nothing lies under a notch, a corner or the home bar', async ({ context, gateway, page }) => {
    const browser = await context.newCDPSession(page);
    await browser.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
    const found: string[] = [];
    const look = async (screen: string): Promise<void> => {
      await untilShown(page);
      found.push(...(await underInsets(page)).map((text) => `${screen}: ${text}`));
    };
    await page.goto(gateway.origin);
    const safeTop = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--rab-safe-top'));
    await expect.poll(safeTop).toContain('31px');
    await look('login');
    await visit(page, paths.register);
    await look('register');
    await logIn(page, gateway, DEMO);
    await look('home');
    await visit(page, paths.custody);
    await look('custody');
    await page.getByRole('button', { name: 'Place custody order' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('a sheet');
    expect(found).toEqual([]);
  });
});
