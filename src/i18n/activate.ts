import { i18n, type Messages } from '@lingui/core';
import { readPreference, writePreference } from '../theme/preferences';
import { setLocaleUpdown } from '../theme/theme';
import { DEFAULT_LOCALE, deviceLocale, isLocale, LOCALE_INFO, type Locale } from './locales';

/** One chunk per catalogue; texts that it lacks are already filled in English when it is compiled. */
async function loadMessages(locale: Locale): Promise<Messages> {
  const catalog = (await import(`../../locales/${locale}.po`)) as { messages: Messages };
  return catalog.messages;
}

let latest = 0;

async function activate(locale: Locale): Promise<void> {
  const turn = ++latest;
  const messages = await loadMessages(locale);
  // Two quick switches may load in any order; the later wish wins.
  if (turn !== latest) return;
  i18n.loadAndActivate({ locale, messages });
  document.documentElement.lang = LOCALE_INFO[locale].bcp47;
  setLocaleUpdown(LOCALE_INFO[locale].updown);
}

/** The locale to start in: the stored choice, else the device's language, else zh-Hans (product spec §1). */
export function startLocale(): Locale {
  const stored = readPreference('rab.locale');
  return isLocale(stored) ? stored : deviceLocale(navigator.languages ?? [navigator.language]);
}

/**
 * Loads and activates the start language. Call once, before the first render.
 * @throws when the catalogue cannot be loaded and neither can the default one.
 */
export async function startI18n(): Promise<void> {
  const locale = startLocale();
  try {
    await activate(locale);
  } catch (error) {
    if (locale === DEFAULT_LOCALE) throw error;
    await activate(DEFAULT_LOCALE);
  }
}

/**
 * Switches the language without a reload and remembers it. The old language stays when the catalogue cannot be
 * loaded. @throws the loading error, for the caller to tell.
 */
export async function switchLocale(locale: Locale): Promise<void> {
  await activate(locale);
  writePreference('rab.locale', locale);
}

/** The language shown now. */
export function activeLocale(): Locale {
  return isLocale(i18n.locale) ? i18n.locale : DEFAULT_LOCALE;
}
