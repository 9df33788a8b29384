/** The nine languages: kept on the device once used, and every one of them fits the narrowest screen. */
import { SAMPLE_TEXTS } from '../../gateway/demo/sample-texts';
import type { SampleTexts } from '../../gateway/demo/sample-texts/texts';
import { paths, type PathName } from '../../src/app/paths';
import { LOCALE_INFO, LOCALES, type Locale } from '../../src/i18n/locales';
import { DEMO, expect, keptLanguages, logIn, reload, test, untilInstalled } from './support/app';
import { misfits } from './support/fit';
import { untilShown, visit } from './support/routes';

test('a language is there offline once it was used, and one that never was is told', async ({
  context,
  gateway,
  page,
}) => {
  const choose = (locale: Locale) => page.getByText(LOCALE_INFO[locale].nativeName, { exact: true }).click();
  const language = page.locator('html');
  await logIn(page, gateway, DEMO);
  await untilInstalled(page);
  await visit(page, paths.appearance);
  expect(await keptLanguages(page), 'only what is shown is loaded').toEqual(['en']);

  await choose('th');
  await expect(language).toHaveAttribute('lang', 'th');
  await expect.poll(() => keptLanguages(page)).toEqual(['en', 'th']);

  await context.setOffline(true);
  await reload(page);
  await untilShown(page);
  await expect(language).toHaveAttribute('lang', 'th');
  await choose('en');
  await expect(page.getByRole('heading', { name: 'Language and theme' })).toBeVisible();

  await choose('fr');
  await expect(page.getByRole('alert').filter({ hasText: 'This language could not be loaded' })).toBeVisible();
  await expect(language).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();

  await context.setOffline(false);
  await choose('fr');
  await expect(language).toHaveAttribute('lang', 'fr');
  await expect.poll(() => keptLanguages(page)).toEqual(['en', 'fr', 'th']);
});

/** Those with the most words of their own. */
const SCREENS: readonly PathName[] = [
  ...(['home', 'custody', 'team', 'markets', 'news', 'service', 'chatRoom', 'feedback', 'writeFeedback'] as const),
  ...(['deliverySlips', 'notices', 'telling', 'document', 'chooseLocation', 'shared'] as const),
];

/** The gateway's own texts follow the language a moment later, each call by itself: one text of each. */
const OF_THE_GATEWAY: Partial<Record<PathName, (texts: SampleTexts) => readonly string[]>> = {
  home: (texts) => [texts['news-redeem'].title, texts['banner-custody'].title, texts['notice-demo'].text],
  news: (texts) => [texts['news-redeem'].title],
  service: (texts) => [texts['question-deposit'].title],
};

const PICTURED: ReadonlySet<string> = new Set(['login', 'home', 'custody', 'team']);

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 }, deviceScaleFactor: 1, serviceWorkers: 'block' });

  test('nothing is cut and nothing overlaps in nine languages', async ({ gateway, page }, info) => {
    const found: string[] = [];
    const look = async (screen: string, locale: Locale): Promise<void> => {
      await untilShown(page);
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALE_INFO[locale].bcp47);
      found.push(...(await misfits(page)).map((misfit) => `${locale} ${screen}: ${misfit}`));
      // A picture of a whole page costs as much as a dozen looks at it.
      if (PICTURED.has(screen))
        await page.screenshot({ path: info.outputPath(`${screen}-${locale}.png`), fullPage: true });
    };
    await page.goto(gateway.origin);
    await untilShown(page);
    for (const locale of LOCALES) {
      await page.locator('select').selectOption(locale);
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALE_INFO[locale].bcp47);
      await look('login', locale);
    }
    await page.locator('input[autocomplete="username"]').fill(DEMO.email);
    await page.locator('input[autocomplete="current-password"]').fill(DEMO.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL((url) => url.hash === `#${paths.home}`);
    for (const locale of LOCALES) {
      await visit(page, paths.appearance);
      await page.getByText(LOCALE_INFO[locale].nativeName, { exact: true }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALE_INFO[locale].bcp47);
      for (const screen of SCREENS) {
        await visit(page, paths[screen]);
        const texts = OF_THE_GATEWAY[screen]?.(SAMPLE_TEXTS[LOCALE_INFO[locale].gatewayCode]) ?? [];
        for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
        await look(screen, locale);
      }
    }
    expect(found).toEqual([]);
  });
});
