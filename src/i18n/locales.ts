/** The nine languages of the app (product spec §1), in the order in which the settings list them. */
export const LOCALES = ['zh-Hans', 'zh-Hant', 'en', 'de', 'fr', 'ko', 'ja', 'th', 'vi'] as const;

export type Locale = (typeof LOCALES)[number];

/** The language the app starts in when neither the person nor the device names one of ours (product spec §9). */
export const DEFAULT_LOCALE: Locale = 'zh-Hans';

export interface LocaleInfo {
  /** The language's name in itself. */
  nativeName: string;
  /** What `Intl` and `<html lang>` get. */
  bcp47: string;
  /** The `lang` header of the gateway (product spec §1). */
  gatewayCode: 'CN' | 'TW' | 'EN' | 'DE' | 'FR' | 'KO' | 'JP' | 'TH' | 'VI';
  /** The direction of price colours unless the person chose one (DESIGN §2). */
  updown: 'red-up' | 'green-up';
}

export const LOCALE_INFO: Record<Locale, LocaleInfo> = {
  'zh-Hans': { nativeName: '简体中文', bcp47: 'zh-Hans', gatewayCode: 'CN', updown: 'red-up' },
  'zh-Hant': { nativeName: '繁體中文', bcp47: 'zh-Hant', gatewayCode: 'TW', updown: 'red-up' },
  en: { nativeName: 'English', bcp47: 'en', gatewayCode: 'EN', updown: 'green-up' },
  de: { nativeName: 'Deutsch', bcp47: 'de', gatewayCode: 'DE', updown: 'green-up' },
  fr: { nativeName: 'Français', bcp47: 'fr', gatewayCode: 'FR', updown: 'green-up' },
  ko: { nativeName: '한국어', bcp47: 'ko', gatewayCode: 'KO', updown: 'red-up' },
  ja: { nativeName: '日本語', bcp47: 'ja', gatewayCode: 'JP', updown: 'red-up' },
  th: { nativeName: 'ไทย', bcp47: 'th', gatewayCode: 'TH', updown: 'green-up' },
  vi: { nativeName: 'Tiếng Việt', bcp47: 'vi', gatewayCode: 'VI', updown: 'green-up' },
};

export function isLocale(value: string | null | undefined): value is Locale {
  return (LOCALES as readonly (string | null | undefined)[]).includes(value);
}

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

/** The first of the device's languages that is one of ours, else the default. */
export function deviceLocale(tags: readonly string[]): Locale {
  for (const tag of tags) {
    const locale = matchLocale(tag);
    if (locale) return locale;
  }
  return DEFAULT_LOCALE;
}
