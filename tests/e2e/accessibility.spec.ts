/** Every open route for everybody: axe finds nothing, in both themes and three languages; 200 % zoom; keys alone. */
import type { Locator, Page } from '@playwright/test';
import { paths } from '../../src/app/paths';
import { LOCALE_INFO, type Locale } from '../../src/i18n/locales';
import { codeFromMailbox } from '../support/gateway-process';
import { DEMO, expect, LOGIN_PASSWORD, test, type Gateway } from './support/app';
import { runAxe } from './support/axe';
import { misfits } from './support/fit';
import { OPEN_ROUTES, untilShown, visit } from './support/routes';

// Installing the app costs each new browser as much as a dozen screens, and what is looked at here is the same without.
test.use({ serviceWorkers: 'block' });

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const ZOOMED = { width: 320, height: 400 };
const PHONE = { width: 390, height: 844 };

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** Runs all of axe's rules and tells each finding in one line. */
async function findings(page: Page, colorScheme: Scheme): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-prefers-color-scheme', colorScheme);
  const { violations, passes } = await runAxe(page, { type: 'tag', values: WCAG });
  expect(passes.length, 'rules that found something to look at').toBeGreaterThan(8);
  return violations.map(({ id, impact, nodes }) => {
    const where = nodes.map(({ target, failureSummary }) => `${target.join(' ')} – ${failureSummary}`);
    return `${colorScheme} ${impact} ${id}: ${where.join(' | ')}`;
  });
}

/** Finds misfits in a window of 640 × 800 at 200 %, which is also narrower than any phone. */
async function narrowMisfits(page: Page): Promise<string[]> {
  await page.setViewportSize(ZOOMED);
  const found = await misfits(page);
  await page.setViewportSize(PHONE);
  return found;
}

/** Names for screen readers that are in English while the page is not. */
async function englishNames(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = document.querySelectorAll(
      '[aria-label], [title], [alt], [placeholder], [aria-roledescription], .rab-sr',
    );
    const texts = [...named].flatMap((element) => [
      ...['aria-label', 'title', 'alt', 'placeholder', 'aria-roledescription'].map((name) =>
        element.getAttribute(name),
      ),
      element.matches('.rab-sr') ? element.textContent : null,
    ]);
    // Names of currencies and of the app are in capitals in every language; people are called what they are called.
    return texts
      .filter((text) => text !== null && /[a-z]{3,}/.test(text.replace(/\S+@\S+|Demo Trader \w+/g, '')))
      .map((text) => `in English: ${text}`);
  });
}

/** The gateway's own texts are those of the language before until it has answered. */
async function lastingEnglishNames(page: Page): Promise<string[]> {
  const look = () => englishNames(page);
  await expect
    .poll(look)
    .toEqual([])
    .catch(() => undefined);
  return look();
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

/** Inspects the screen as it is now: with axe in each colour scheme, and at the narrowest width. */
async function inspect(page: Page, name: string, found: string[]): Promise<void> {
  for (const colorScheme of SCHEMES) {
    found.push(...(await findings(page, colorScheme)).map((finding) => `${name} ${finding}`));
  }
  found.push(...(await narrowMisfits(page)).map((misfit) => `${name} at 200 %: ${misfit}`));
}

async function inspectRoute(page: Page, path: string, found: string[]): Promise<void> {
  await visit(page, path);
  await inspect(page, path, found);
}

/** The languages that differ most: Han, long words, tall lines. */
const INSPECTED: readonly Locale[] = ['zh-Hans', 'de', 'th'];

test.describe('in three languages', () => {
  test.use({ locale: 'zh-CN', deviceScaleFactor: 1 });
  test('every open route is accessible, named in its language, and fits at 200 %', async ({ gateway, page }) => {
    test.setTimeout(1_200_000);
    const found: string[] = [];
    const inspectAll = async (locale: Locale, isPublic: boolean): Promise<void> => {
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALE_INFO[locale].bcp47);
      for (const route of OPEN_ROUTES) {
        if (route.isPublic !== isPublic) continue;
        const inThisLanguage: string[] = [];
        await inspectRoute(page, route.path, inThisLanguage);
        if (locale !== 'de') inThisLanguage.push(...(await lastingEnglishNames(page)));
        found.push(...inThisLanguage.map((finding) => `${locale} ${finding}`));
      }
    };
    await page.goto(gateway.origin);
    await untilShown(page);
    for (const locale of INSPECTED) {
      await visit(page, paths.login);
      await page.locator('select').selectOption(locale);
      await inspectAll(locale, true);
    }
    await logInByForm(page, gateway);
    for (const locale of INSPECTED) {
      await visit(page, paths.appearance);
      await page.getByText(LOCALE_INFO[locale].nativeName, { exact: true }).click();
      await inspectAll(locale, false);
    }
    await inspectRoute(page, '/pages/nowhere/nowhere', found);
    expect(found).toEqual([]);
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
    expect(await findings(page, 'light'), 'what is wrong is found').toEqual([expect.stringContaining('button-name')]);
  });
});

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

test('with a keyboard alone: log in, place an order, redeem it', async ({ gateway, page }) => {
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

  await test.step('redeem it whole', async () => {
    await enter(page, sheet.getByRole('button', { name: 'Redeem', exact: true }));
    const next = sheet.getByRole('button', { name: 'Next: trade password' });
    await expect(next).toBeEnabled();
    await inspect(page, 'the redemption', found);
    await enter(page, next);
    await expect(sheet.getByRole('group', { name: 'Keypad' })).toBeVisible();
    await page.keyboard.type(DEMO.tradePassword);
    await expect(sheet.getByText('The order has ended.')).toBeVisible();
    expect(
      await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length),
    ).toBe(0);
    await enter(page, sheet.getByRole('button', { name: 'Done' }));
    await expect(sheet).toBeHidden();
  });
  expect(found).toEqual([]);
});

test('with a keyboard alone: register; leaving a form with something in it asks first', async ({ gateway, page }) => {
  const email = 'keys@rab.example';
  await page.goto(gateway.origin);
  await untilShown(page);
  await enter(page, page.getByRole('link', { name: 'Register with an invitation code' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeFocused();
  await tabTo(page, page.getByLabel('E-mail or mobile number'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Invitation code'));
  await page.keyboard.type(gateway.invitationCode);

  const sheet = page.getByRole('dialog', { name: 'Leave this form?' });
  await test.step('back and links ask; who stays keeps what was typed', async () => {
    await page.goBack();
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await enter(page, page.getByRole('link', { name: 'Log in', exact: true }));
    await expect(sheet).toBeVisible();
    await enter(page, sheet.getByRole('button', { name: 'Keep editing' }));
    await expect(sheet).toBeHidden();
    await expect(page.getByLabel('E-mail or mobile number')).toHaveValue(email);
  });

  await tabTo(page, page.getByLabel('Invitation code'));
  await page.keyboard.press('Enter');
  await expect(page.locator('input[autocomplete="one-time-code"]')).toBeVisible();
  await tabTo(page, page.locator('input[autocomplete="one-time-code"]'));
  await page.keyboard.type(await codeFromMailbox(gateway.varDir, email));
  await expect(page.getByLabel('Nickname')).not.toHaveValue('');
  await tabTo(page, page.getByLabel('Login password'));
  await page.keyboard.type(LOGIN_PASSWORD);
  await tabTo(page, page.getByLabel('Repeat the password'));
  await page.keyboard.type(LOGIN_PASSWORD);

  await test.step('who leaves is asked once', async () => {
    await page.goBack();
    await enter(page, sheet.getByRole('button', { name: 'Leave', exact: true }));
    await expect(page.locator('input[autocomplete="one-time-code"]')).toBeVisible();
    await page.goForward();
    await expect(page.getByLabel('Nickname')).not.toHaveValue('');
  });

  for (const label of ['Login password', 'Repeat the password']) {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(LOGIN_PASSWORD);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(({ hash }) => hash === `#${paths.home}`);
});
