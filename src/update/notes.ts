import type { ReleaseNotes } from '../../contract/release';
import { DEFAULT_LOCALE, LOCALE_INFO, LOCALES, type Locale } from '../i18n/locales';

/** Returns the notes of a version in `locale`, else in English, else in the first language that there is. */
export function notesFor(notes: ReleaseNotes, locale: Locale): { lang: string; lines: string[] } {
  const order: readonly Locale[] = [locale, 'en', DEFAULT_LOCALE, ...LOCALES];
  const found = order.find((one) => notes[LOCALE_INFO[one].gatewayCode]);
  if (!found) return { lang: '', lines: [] };
  const { bcp47, gatewayCode } = LOCALE_INFO[found];
  return { lang: bcp47, lines: notes[gatewayCode] ?? [] };
}
