/** The nine languages: kept on the device once used, and every one of them fits the narrowest screen. */
import { paths } from '../../src/app/paths';
import { LOCALE_INFO, type Locale } from '../../src/i18n/locales';
import { DEMO, expect, keptLanguages, logIn, test, untilInstalled } from './support/app';
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
  await page.reload();
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
  expect(await keptLanguages(page)).toEqual(['en', 'fr', 'th']);
});
