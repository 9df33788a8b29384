/** The language of a start; boot and page ask the same rules. */
import { isLocale, type Locale, type OfferedLocales } from '../i18n/locales';
import { readPreference } from '../theme/preferences';

/** Our locale for one language tag, or null: `zh-HK` is zh-Hant, `zh` and `zh-SG` are zh-Hans, `en-GB` is en. */
export function matchLocale(tag: string): Locale | null {
  const parts = tag.toLowerCase().split(/[-_]/);
  const language = parts[0];
  if (language === 'zh') {
    if (parts.includes('hans')) return 'zh-Hans';
    return ['hant', 'tw', 'hk', 'mo'].some((part) => parts.includes(part)) ? 'zh-Hant' : 'zh-Hans';
  }
  return isLocale(language) ? language : null;
}

/** The first of the device's languages that is offered, else the default. */
function deviceLocale(tags: readonly string[], offered: OfferedLocales): Locale {
  for (const tag of tags) {
    const locale = matchLocale(tag);
    if (locale && offered.includes(locale)) return locale;
  }
  return offered[0];
}

/** The locale to start in: the stored choice, else the device's language; the default where that is not offered (docs/rules.md §15). */
export function startLocale(offered: OfferedLocales): Locale {
  const chosen = readPreference('rab.locale');
  return deviceLocale(isLocale(chosen) ? [chosen] : (navigator.languages ?? [navigator.language]), offered);
}
