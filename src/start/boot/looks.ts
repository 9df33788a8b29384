import { isLocale, LOCALES, updownOf, type Locale, type OfferedLocales } from '../../i18n/locales';
import { readChoice, readPreference } from '../../theme/preferences';
import { startLocale } from '../locale';
import { OFFERED_ATTRIBUTE, SCHEME_ATTRIBUTE, UPDOWN_ATTRIBUTE } from '../manifest';

/** The languages that the gateway named last, its default first. */
function offeredBefore(): OfferedLocales {
  const kept = (readPreference('rab.offered') ?? '').split(' ').filter(isLocale);
  return (kept.length > 0 ? kept : LOCALES) as readonly Locale[] as OfferedLocales;
}

/** Shows language, price colours and theme as the page itself does later. @returns the language */
export function showLooks(): Locale {
  const offered = offeredBefore();
  const locale = startLocale(offered);
  const scheme =
    readChoice('rab.theme', ['light', 'dark']) ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const html = document.documentElement;
  html.lang = locale;
  html.setAttribute(OFFERED_ATTRIBUTE, offered.join(' '));
  html.setAttribute(UPDOWN_ATTRIBUTE, readChoice('rab.updown', ['red-up', 'green-up']) ?? updownOf(locale));
  html.setAttribute(SCHEME_ATTRIBUTE, scheme);
  // The page's ground, as in src/theme/tokens.css; a test compares them.
  const ground = scheme === 'dark' ? '#0c0e12' : '#f5f4f0';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
  return locale;
}
