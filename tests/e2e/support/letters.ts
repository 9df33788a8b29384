/**
 * Tells whether the browser has letters of a language to draw. Where no font has them, each is the same box, and what was
 * measured of a text would be measured of boxes.
 */
import { test, type Page } from '@playwright/test';
import { LOCALE_INFO, type Locale } from '../../../src/i18n/locales';

/** Letters that the language has and that differ in any font. */
const LETTERS: Record<Locale, string> = {
  'zh-Hans': '语账钱资',
  'zh-Hant': '語帳錢資',
  en: 'abgk',
  de: 'äößü',
  fr: 'éçœù',
  ko: '한국언금',
  ja: 'のカ語円',
  th: 'กขคง',
  vi: 'ạếữđ',
};

/** Runs in the page: uses nothing from outside. @returns how many different pictures the letters make */
function picturesOf({ letters, lang }: { letters: string; lang: string }): number {
  const canvas = Object.assign(document.createElement('canvas'), { width: 48, height: 48, lang });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('nothing can be drawn');
  pen.font = `32px ${getComputedStyle(document.body).fontFamily}`;
  const drawn = [...letters].map((letter) => {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.fillText(letter, 4, 36);
    return canvas.toDataURL();
  });
  return new Set(drawn).size;
}

/** Skips the test of a layout, with the reason, where it would measure boxes. The page shows the app. */
export async function needLetters(page: Page, locale: Locale): Promise<void> {
  const { nativeName, bcp47 } = LOCALE_INFO[locale];
  const letters = LETTERS[locale];
  const pictures = await page.evaluate(picturesOf, { letters, lang: bcp47 });
  test.skip(pictures < letters.length, `no font of this machine has the letters of ${nativeName} (${locale})`);
}
