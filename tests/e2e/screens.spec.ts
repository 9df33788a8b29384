/**
 * Every screen for everybody, each opened once for all that is looked at: axe finds nothing in either theme, names for screen readers are
 * in the language shown, the browser complains of nothing; and in nine languages every text fits.
 */
import type { Page } from '@playwright/test';
import { SAMPLE_TEXTS } from '../../gateway/demo/sample-texts';
import type { SampleTexts } from '../../gateway/demo/sample-texts/texts';
import { paths, type PathName } from '../../src/app/paths';
import { LOCALE_INFO, LOCALES, type Locale } from '../../src/i18n/locales';
import { expect, test } from './support/app';
import { collectComplaints } from './support/complaints';
import { misfits } from './support/fit';
import { findings, inScheme, ZOOMED } from './support/inspect';
import { needLetters } from './support/letters';
import { OPEN_ROUTES, untilShown, visit } from './support/routes';

// Two workers share them.
test.describe.configure({ mode: 'parallel' });
// The page of somebody who is not logged in; installing the app costs it as much as a dozen screens.
test.use({ serviceWorkers: 'block', deviceScaleFactor: 1 });

const PUBLIC = OPEN_ROUTES.filter(({ isPublic }) => isPublic).map(({ path }) => path);
const INSIDE = [
  ...OPEN_ROUTES.filter(({ isPublic }) => !isPublic).map(({ path }) => path),
  ...[`${paths.markets}?id=BTC-USD`, '/pages/nowhere/nowhere'],
];

async function isIn(page: Page, locale: Locale): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', LOCALE_INFO[locale].bcp47);
}

async function choose(page: Page, locale: Locale): Promise<void> {
  await visit(page, paths.appearance);
  await page.getByText(LOCALE_INFO[locale].nativeName, { exact: true }).click();
  await isIn(page, locale);
}

/** Opens the log-in, where somebody who is not logged in chooses the language. */
async function atLogin(page: Page, origin: string, locale: Locale): Promise<void> {
  await page.goto(origin);
  await untilShown(page);
  await page.locator('select').selectOption(locale);
  await isIn(page, locale);
}

/** Names for screen readers that are in English while the page is not. */
function englishNames(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'alt', 'placeholder', 'aria-roledescription'];
    const named = document.querySelectorAll([...attributes.map((name) => `[${name}]`), '.rab-sr'].join(', '));
    const texts = [...named].flatMap((element) => [
      ...attributes.map((name) => element.getAttribute(name)),
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

for (const [scheme, locale] of [
  ['light', 'de'],
  ['dark', 'zh-Hans'],
] as const)
  test(`every ${scheme} screen is accessible, and the browser complains of none`, async ({
    complaints,
    gateway,
    member,
    page,
  }) => {
    const found: string[] = [];
    const complaintsOfPage = await collectComplaints(page);
    const inspectAll = async (at: Page, all: readonly string[]) => {
      await inScheme(at, scheme);
      for (const path of all) {
        await visit(at, path);
        // German and English names look alike.
        const names = locale === 'de' ? [] : await lastingEnglishNames(at);
        found.push(...[...(await findings(at)), ...names].map((finding) => `${path} ${finding}`));
      }
    };
    await atLogin(page, gateway.origin, locale);
    await inspectAll(page, PUBLIC);
    await choose(member, locale);
    await inspectAll(member, INSIDE);
    await choose(member, 'en');
    expect(found).toEqual([]);
    expect([...(await complaintsOfPage()), ...(await complaints())]).toEqual([]);
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
    expect(await findings(page), 'what is wrong is found').toEqual([expect.stringContaining('button-name')]);
  });

/** The languages that differ most: Han, long words, tall lines. */
const IN_FULL: ReadonlySet<Locale> = new Set(['zh-Hans', 'de', 'th']);
/** Those with the most words of their own. */
const WORDY: readonly PathName[] = [
  ...(['home', 'custody', 'team', 'markets', 'news', 'service', 'chatRoom', 'feedback', 'writeFeedback'] as const),
  ...(['deliverySlips', 'notices', 'telling', 'document', 'chooseLocation', 'shared'] as const),
];
/** The gateway's own texts follow the language a moment later, each call by itself: one text of each. */
const OF_THE_GATEWAY: Readonly<Record<string, (texts: SampleTexts) => readonly string[]>> = {
  [paths.home]: (texts) => [texts['news-redeem'].title, texts['banner-custody'].title, texts['notice-demo'].text],
  [paths.news]: (texts) => [texts['news-redeem'].title],
  [paths.service]: (texts) => [texts['question-deposit'].title],
};

for (const locale of LOCALES)
  test(`nothing is cut and nothing overlaps at 320 px in ${LOCALE_INFO[locale].nativeName} (${locale})`, async ({
    gateway,
    member,
    page,
  }) => {
    const found: string[] = [];
    const look = async (at: Page, path: string) => {
      await visit(at, path);
      for (const text of OF_THE_GATEWAY[path]?.(SAMPLE_TEXTS[LOCALE_INFO[locale].gatewayCode]) ?? [])
        await expect(at.getByText(text).first()).toBeVisible();
      found.push(...(await misfits(at)).map((misfit) => `${path}: ${misfit}`));
    };
    await atLogin(page, gateway.origin, locale);
    await needLetters(page, locale);
    for (const at of [page, member]) await at.setViewportSize(ZOOMED);
    for (const path of IN_FULL.has(locale) ? PUBLIC : [paths.login]) await look(page, path);
    await choose(member, locale);
    for (const path of IN_FULL.has(locale) ? INSIDE : WORDY.map((name) => paths[name])) await look(member, path);
    await choose(member, 'en');
    expect(found).toEqual([]);
  });
