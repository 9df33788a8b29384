/** The nine languages of the app (docs/rules.md §15), in the order in which the settings list them. */
export const LOCALES = ['zh-Hans', 'zh-Hant', 'en', 'de', 'fr', 'ko', 'ja', 'th', 'vi'] as const;

export type Locale = (typeof LOCALES)[number];

/** The default until the gateway has named one (docs/rules.md §15). */
export const DEFAULT_LOCALE: Locale = 'zh-Hans';

export interface LocaleInfo {
  /** The language's name in itself. */
  nativeName: string;
  /** The tag for `Intl` and `<html lang>`. */
  bcp47: string;
  /** The `lang` header of the gateway (docs/rules.md §15). */
  gatewayCode: 'CN' | 'TW' | 'EN' | 'DE' | 'FR' | 'KO' | 'JP' | 'TH' | 'VI';
}

export const LOCALE_INFO: Record<Locale, LocaleInfo> = {
  'zh-Hans': { nativeName: '简体中文', bcp47: 'zh-Hans', gatewayCode: 'CN' },
  'zh-Hant': { nativeName: '繁體中文', bcp47: 'zh-Hant', gatewayCode: 'TW' },
  en: { nativeName: 'English', bcp47: 'en', gatewayCode: 'EN' },
  de: { nativeName: 'Deutsch', bcp47: 'de', gatewayCode: 'DE' },
  fr: { nativeName: 'Français', bcp47: 'fr', gatewayCode: 'FR' },
  ko: { nativeName: '한국어', bcp47: 'ko', gatewayCode: 'KO' },
  ja: { nativeName: '日本語', bcp47: 'ja', gatewayCode: 'JP' },
  th: { nativeName: 'ไทย', bcp47: 'th', gatewayCode: 'TH' },
  vi: { nativeName: 'Tiếng Việt', bcp47: 'vi', gatewayCode: 'VI' },
};

/** People who speak these expect rising prices in red. */
const RED_UP = /^(?:zh|ko|ja)/;

/** The direction of price colours unless the person chose one. */
export function updownOf(locale: Locale): 'red-up' | 'green-up' {
  return RED_UP.test(locale) ? 'red-up' : 'green-up';
}

export function isLocale(value: string | null | undefined): value is Locale {
  return (LOCALES as readonly (string | null | undefined)[]).includes(value);
}

/** Languages that the gateway offers, its default first. */
export type OfferedLocales = readonly [Locale, ...Locale[]];
