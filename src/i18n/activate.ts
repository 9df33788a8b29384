import { i18n, type Messages } from '@lingui/core';
import { failedModuleUrl } from '../app/chunk';
import { readPreference, writePreference } from '../theme/preferences';
import { setLocaleUpdown } from '../theme/theme';
import { DEFAULT_LOCALE, deviceLocale, isLocale, LOCALE_INFO, LOCALES, type Locale } from './locales';

interface Catalogue {
  messages: Messages;
}

let failures = 0;

/** One chunk per catalogue. @throws when it does not come */
async function loadMessages(locale: Locale): Promise<Messages> {
  try {
    return ((await import(`../../locales/${locale}.po`)) as Catalogue).messages;
  } catch (error) {
    // Browsers answer for ever with the failure of a moment without a connection, so it is asked for under a fresh address.
    const url = failedModuleUrl(error);
    if (url === null) throw error;
    failures += 1;
    return ((await import(/* @vite-ignore */ `${url}?retry=${failures}`)) as Catalogue).messages;
  }
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
 * Loads and activates the start language, or when it does not come the default one, or any that is there: an app
 * without texts is no app. Call once, before the first render. @throws when no catalogue can be loaded
 */
export async function startI18n(): Promise<void> {
  const wanted = new Set<Locale>([startLocale(), DEFAULT_LOCALE, ...LOCALES]);
  let lastError: unknown;
  for (const locale of wanted) {
    try {
      return await activate(locale);
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
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
