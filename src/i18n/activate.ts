import { i18n, type Messages } from '@lingui/core';
import { failedModuleUrl, OFFERED_ATTRIBUTE } from '../start';
import { writePreference } from '../theme/preferences';
import { setLocaleUpdown } from '../theme/theme';
import { DEFAULT_LOCALE, isLocale, LOCALE_INFO, LOCALES, updownOf, type Locale, type OfferedLocales } from './locales';

interface Catalogue {
  messages: Messages;
}

/** `start`: the texts of the login page alone (scripts/start/login-texts.ts). */
type CatalogueExtent = 'start' | 'all';

const load = (locale: Locale, extent: CatalogueExtent) =>
  (extent === 'start'
    ? import(`../../locales/${locale}.po?start`)
    : import(`../../locales/${locale}.po`)) as Promise<Catalogue>;

let failures = 0;

/** One chunk per catalogue. @throws when it does not come */
async function loadMessages(locale: Locale, extent: CatalogueExtent): Promise<Messages> {
  try {
    return (await load(locale, extent)).messages;
  } catch (error) {
    // Browsers answer for ever with the failure of a moment without a connection, so it is asked for under a fresh address.
    const url = failedModuleUrl(error);
    if (url === null) throw error;
    failures += 1;
    return ((await import(/* @vite-ignore */ `${url}?retry=${failures}`)) as Catalogue).messages;
  }
}

/** Has the system show the installed app in this language: one manifest for each, of one and the same app (scripts/web-manifest.ts). */
function showManifest(locale: Locale): void {
  const of = locale === DEFAULT_LOCALE ? '' : `.${locale}`;
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest${of}.webmanifest`);
}

let latest = 0;
/** The extent of the active language's texts. Pages without a start of their own (tests, the gallery) bring all texts. */
let extentShown: CatalogueExtent = 'all';

/** Shows a language without remembering it as a choice. @throws when its catalogue does not come */
export async function activate(locale: Locale, extent: CatalogueExtent = 'all'): Promise<void> {
  const turn = ++latest;
  const messages = await loadMessages(locale, extent);
  // Two quick switches may load in any order; the later wish wins.
  if (turn !== latest) return;
  extentShown = extent;
  i18n.loadAndActivate({ locale, messages });
  document.documentElement.lang = LOCALE_INFO[locale].bcp47;
  showManifest(locale);
  setLocaleUpdown(updownOf(locale));
}

/** The languages to choose from, the default first: src/start/boot/looks.ts writes what the gateway named last, src/offered/follow.ts what it names now. */
export function offeredLocales(): OfferedLocales {
  return (document.documentElement.getAttribute(OFFERED_ATTRIBUTE)?.split(' ') ??
    LOCALES) as readonly string[] as OfferedLocales;
}

/** The locale that src/start/boot chose, until another one is shown. */
export function bootLocale(): Locale {
  const { lang } = document.documentElement;
  return isLocale(lang) ? lang : DEFAULT_LOCALE;
}

/**
 * Loads and activates the start language, or when it does not come the default one, or any that is there: an app
 * without texts is no app. Call once, before the first render. @throws when no catalogue can be loaded
 * @param extent `start` when the login page is what comes; `completeTexts` loads the rest before any other page
 */
export async function startI18n(extent: CatalogueExtent = 'all'): Promise<void> {
  const wanted = new Set<Locale>([bootLocale(), ...offeredLocales(), ...LOCALES]);
  let lastError: unknown;
  for (const locale of wanted) {
    try {
      return await activate(locale, extent);
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

let completing: Promise<void> | null = null;

/** Has all texts of the active language. @throws when they do not come */
export async function completeTexts(): Promise<void> {
  if (extentShown === 'all') return;
  completing ??= activate(activeLocale()).finally(() => {
    completing = null;
  });
  try {
    await completing;
  } catch (error) {
    // Not by its address: the retry of a page would take the catalogue for the page.
    throw new Error('the texts of the page did not come', { cause: error });
  }
}

/** The language shown now. */
export function activeLocale(): Locale {
  return isLocale(i18n.locale) ? i18n.locale : DEFAULT_LOCALE;
}
