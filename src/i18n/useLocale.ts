import { useLingui } from '@lingui/react';
import { DEFAULT_LOCALE, isLocale, type Locale } from './locales';

/** The active language as React state. */
export function useLocale(): Locale {
  const { i18n } = useLingui();
  return isLocale(i18n.locale) ? i18n.locale : DEFAULT_LOCALE;
}
