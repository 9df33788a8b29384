/** Every open route for everybody: axe finds nothing, in both themes and languages; narrow screens; keys alone. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { DEMO, expect, test, type Gateway } from './support/app';
import { OPEN_ROUTES, untilShown, visit } from './support/routes';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const COLOURS = ['color-contrast', 'link-in-text-block'];
const NARROW = { width: 320, height: 640 };
const PHONE = { width: 390, height: 844 };

/** What axe finds, in one line each. The other theme has the same elements, so only its colours are looked at. */
async function findings(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-prefers-color-scheme', colorScheme);
  // One page and no frames: the mode that opens a second page for its report is not needed.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations, passes } = await (
    colorScheme === 'light' ? axe.withTags(WCAG) : axe.withRules(COLOURS)
  ).analyze();
  expect(passes.length, 'rules that found something to look at').toBeGreaterThan(colorScheme === 'light' ? 8 : 0);
  return violations.map(({ id, impact, nodes }) => {
    const where = nodes.map(({ target, failureSummary }) => `${target.join(' ')} – ${failureSummary}`);
    return `${colorScheme} ${impact} ${id}: ${where.join(' | ')}`;
  });
}

/** How far the page is wider than the screen, px. */
async function overflow(page: Page): Promise<number> {
  await page.setViewportSize(NARROW);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize(PHONE);
  return width - NARROW.width;
}

/** Language-free: the forms' own attributes. */
async function logInByForm(page: Page, gateway: Gateway): Promise<void> {
  await page.goto(gateway.origin);
  await page.locator('input[autocomplete="username"]').fill(DEMO.email);
  await page.locator('input[autocomplete="current-password"]').fill(DEMO.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/pages\/index\/index$/);
  await untilShown(page);
}

/** What is on screen now: axe in both themes, and the narrowest screen. */
async function inspect(page: Page, name: string, found: string[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    found.push(...(await findings(page, colorScheme)).map((finding) => `${name} ${finding}`));
  }
  const tooWide = await overflow(page);
  if (tooWide > 0) found.push(`${name}: ${tooWide} px wider than 320`);
}

async function inspectRoute(page: Page, path: string, found: string[]): Promise<void> {
  await visit(page, path);
  await inspect(page, path, found);
}

for (const locale of ['zh-CN', 'en-US']) {
  test.describe(locale, () => {
    test.use({ locale, deviceScaleFactor: 1 });
    test('every open route is accessible, and fits 320 px', async ({ gateway, page }) => {
      const found: string[] = [];
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(gateway.origin);
      await untilShown(page);
      for (const { path, isPublic } of OPEN_ROUTES) if (isPublic) await inspectRoute(page, path, found);
      await logInByForm(page, gateway);
      for (const { path, isPublic } of OPEN_ROUTES) if (!isPublic) await inspectRoute(page, path, found);
      await inspectRoute(page, '/pages/nowhere/nowhere', found);
      expect(found).toEqual([]);
    });
  });
}

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way by keyboard to ${String(target)}`);
}

async function enter(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('with a keyboard alone: log in, place an order', async ({ gateway, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(gateway.origin);
  await untilShown(page);
  await tabTo(page, page.getByLabel('Mobile number or e-mail'));
  await page.keyboard.type(DEMO.email);
  await tabTo(page, page.getByLabel('Login password'));
  await page.keyboard.type(DEMO.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/pages\/index\/index$/);
  await untilShown(page);

  const found: string[] = [];
  const sheet = page.getByRole('dialog');
  const trigger = page.getByRole('button', { name: 'Place custody order' });
  await enter(page, page.getByRole('link', { name: 'Trust', exact: true }));
  await expect(page.getByRole('heading', { level: 1, name: 'Trust' })).toBeFocused();

  await test.step('Esc closes the sheet, and the focus is where it was', async () => {
    await enter(page, trigger);
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(trigger).toBeFocused();
  });

  await test.step('the form, and the focus stays in it', async () => {
    await page.keyboard.press('Enter');
    await tabTo(page, sheet.getByRole('textbox'));
    await page.keyboard.type('104.25');
    const next = sheet.getByRole('button', { name: 'Next: trade password' });
    await expect(next).toBeEnabled();
    await inspect(page, 'the form', found);
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await enter(page, next);
  });

  await test.step('the keypad by Tab, the rest by the digit keys', async () => {
    await expect(sheet.getByRole('group', { name: 'Keypad' })).toBeVisible();
    await inspect(page, 'the confirmation', found);
    const [first = '', ...rest] = DEMO.tradePassword;
    await enter(page, sheet.getByRole('button', { name: first, exact: true }));
    await expect(sheet.getByRole('img', { name: '1 of 6 digits entered' })).toBeVisible();
    for (const digit of rest) await page.keyboard.press(digit);
    await expect(sheet.getByText('Order placed')).toBeFocused();
    await inspect(page, 'the result', found);
    await enter(page, sheet.getByRole('button', { name: 'Done' }));
    await expect(sheet).toBeHidden();
  });

  await enter(page, page.getByRole('button', { name: /^104\.25 USDT/ }));
  await expect(sheet.getByText('Redeem now')).toBeVisible();
  await inspect(page, 'an order', found);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  expect(found).toEqual([]);
});
