import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatTime } from '../../../src/format/date';
import type { Locale } from '../../../src/i18n/locales';

const MS = Date.UTC(2026, 10, 21, 6, 5, 9);
const shanghai = (locale: Locale) => ({ locale, timeZone: 'Asia/Shanghai' });
/** Languages separate time and marker by different spaces, which differ between ICU versions. */
const spaces = (text: string) => text.replace(/\s/g, ' ');

describe('date and time', () => {
  it.each<[Locale, string]>([
    ['zh-Hans', '2026-11-21 14:05'],
    ['zh-Hant', '2026-11-21 14:05'],
    ['ja', '2026-11-21 14:05'],
    ['ko', '2026-11-21 14:05'],
    ['en', 'Nov 21, 2026, 2:05 PM'],
    ['de', '21.11.2026, 14:05'],
    ['fr', '21 nov. 2026, 14:05'],
    ['th', '21 พ.ย. 2026 14:05'],
    ['vi', '14:05 21 thg 11, 2026'],
  ])('in %s', (locale, expected) => {
    expect(spaces(formatDateTime(MS, shanghai(locale)))).toBe(expected);
  });
  it('uses the zone it is given', () => {
    expect(formatDateTime(MS, { locale: 'zh-Hans', timeZone: 'America/New_York' })).toBe('2026-11-21 01:05');
    expect(formatDate(Date.UTC(2026, 0, 1, 0, 30), { locale: 'ja', timeZone: 'America/New_York' })).toBe('2025-12-31');
  });
  it('is what Intl makes of it where the language’s own format is shown, and the same in the device’s own zone', () => {
    for (const locale of ['en', 'de', 'fr', 'th', 'vi'] as const) {
      const short = { timeStyle: 'short', calendar: 'gregory', numberingSystem: 'latn' } as const;
      for (const hours of [0, 1, 8.75, 11.99, 12, 12.5, 13, 23.99]) {
        const ms = MS + hours * 3_600_000;
        for (const zone of [{}, { timeZone: 'Asia/Shanghai' }, { timeZone: 'UTC' }]) {
          const expected = new Intl.DateTimeFormat(locale, { ...short, ...zone }).format(ms);
          expect(spaces(formatTime(ms, { locale, ...zone })), locale).toBe(spaces(expected));
        }
      }
      const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      expect(formatDateTime(MS, { locale: 'zh-Hans' })).toBe(
        formatDateTime(MS, { locale: 'zh-Hans', timeZone: ownZone }),
      );
    }
  });
});
