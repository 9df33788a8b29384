import { useLingui } from '@lingui/react';
import { offeredLocales } from './activate';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from './locales';

/** The active language as React state. */
export function useLocale(): Locale {
  const { i18n } = useLingui();
  return isLocale(i18n.locale) ? i18n.locale : DEFAULT_LOCALE;
}

/** The languages to choose from as React state, in the order in which they are listed. */
export function useOffered(): Locale[] {
  // A list that changed is told as a change of the language.
  useLingui();
  const offered = offeredLocales();
  return LOCALES.filter((locale) => offered.includes(locale));
}
