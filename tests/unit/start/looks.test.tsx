import { afterEach, describe, expect, it, vi } from 'vitest';
import { LOCALES, updownOf } from '../../../src/i18n/locales';
import { offeredLocales } from '../../../src/i18n/activate';
import { showLooks } from '../../../src/start/boot/looks';
import { matchLocale, startLocale } from '../../../src/start/locale';
import { setLocaleUpdown, startTheme, themeState } from '../../../src/theme/theme';

function device(options: { languages: string[]; dark: boolean }): void {
  vi.stubGlobal('navigator', { languages: options.languages });
  vi.stubGlobal('matchMedia', () => ({ matches: options.dark, addEventListener: () => undefined }));
}

/** Lets boot show its looks, and reads what it writes on <html>. */
function booted(): { lang: string; updown: string; scheme: string } {
  document.head.innerHTML = '<meta name="theme-color" content="">';
  showLooks();
  const { lang, dataset } = document.documentElement;
  return { lang, updown: dataset['updown'] ?? '', scheme: dataset['prefersColorScheme'] ?? '' };
}

/** Starts the app's own theme and language and reads the same values. */
function started(): { lang: string; updown: string; scheme: string } {
  const locale = startLocale(offeredLocales());
  setLocaleUpdown(updownOf(locale));
  startTheme();
  const { updown, scheme } = themeState();
  return { lang: locale, updown, scheme };
}

afterEach(() => vi.unstubAllGlobals());

describe('boot and the app agree', () => {
  const tags = [...LOCALES, 'zh', 'zh-CN', 'zh-TW', 'zh-HK', 'zh-Hans-HK', 'zh-SG', 'en-GB', 'fr-CH', 'pt-BR', 'xx'];
  it.each(tags)('on a device that speaks %s', (tag) => {
    device({ languages: [tag], dark: false });
    expect(booted()).toEqual(started());
  });
  it('on stored choices, over what the device says', () => {
    device({ languages: ['de'], dark: true });
    localStorage.setItem('rab.locale', 'ko');
    localStorage.setItem('rab.theme', 'light');
    localStorage.setItem('rab.updown', 'green-up');
    expect(booted()).toEqual({ lang: 'ko', updown: 'green-up', scheme: 'light' });
    expect(started()).toEqual(booted());
  });
  it.each([
    ['ja', 'en de ja', { languages: ['ja'] }],
    ['de', 'en de', { languages: ['th', 'de-CH'] }],
    ['en', 'en de', { languages: ['th'] }],
    ['fr', 'en fr', { languages: ['en'], chosen: 'fr' }],
    ['en', 'en de', { languages: ['de'], chosen: 'fr' }],
    ['fr', 'nonsense fr xx en', { languages: ['de'] }],
    ['de', 'nonsense', { languages: ['de'] }],
  ] as const)('on %s where the gateway offered “%s”', (lang, offered, { languages, ...rest }) => {
    device({ languages: [...languages], dark: false });
    localStorage.setItem('rab.offered', offered);
    if ('chosen' in rest) localStorage.setItem('rab.locale', rest.chosen);
    expect(booted().lang).toBe(lang);
    expect(started()).toEqual(booted());
  });
  it('on nonsense in the storage', () => {
    device({ languages: ['en'], dark: false });
    for (const key of ['rab.locale', 'rab.theme', 'rab.updown']) localStorage.setItem(key, 'nonsense');
    expect(booted()).toEqual({ lang: 'en', updown: 'green-up', scheme: 'light' });
    expect(started()).toEqual(booted());
  });
});

it('matches regions of Chinese to their script', () => {
  expect(['zh-Hant-CN', 'zh_TW', 'zh-MO', 'zh-Hans-TW', 'zh'].map(matchLocale)).toEqual([
    'zh-Hant',
    'zh-Hant',
    'zh-Hant',
    'zh-Hans',
    'zh-Hans',
  ]);
});
