import { describe, expect, it } from 'vitest';
import { addressEnds, groupsOfFour, shortAddress } from '../../../src/format/address';
import {
  formatAsOf,
  formatDate,
  formatDateTime,
  formatMonth,
  formatTime,
  formatTimeZoned,
  monthKey,
} from '../../../src/format/date';
import { formatCountdown, formatHours } from '../../../src/format/span';
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
  it('writes midnight as 00', () => {
    expect(formatTime(Date.UTC(2026, 0, 1), { locale: 'zh-Hans', timeZone: 'UTC' })).toBe('00:00');
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
  it('names the zone when asked', () => {
    expect(formatTimeZoned(MS, shanghai('zh-Hans'))).toBe('14:05 GMT+8');
    expect(formatTimeZoned(MS, shanghai('de'))).toBe('14:05 GMT+8');
  });
  it('heads a month', () => {
    expect(formatMonth(MS, shanghai('zh-Hans'))).toBe('2026年11月');
    expect(formatMonth(MS, shanghai('de'))).toBe('November 2026');
    expect(formatMonth(MS, shanghai('th'))).toBe('พฤศจิกายน 2026');
    expect(monthKey(Date.UTC(2026, 10, 30, 23), 'Asia/Shanghai')).toBe('2026-12');
  });
});

describe('as of', () => {
  const format = shanghai('zh-Hans');
  it('is the time alone on the same day', () => expect(formatAsOf(MS, MS + 3_600_000, format)).toBe('14:05'));
  it('has the day from the next day on', () => expect(formatAsOf(MS, MS + 86_400_000, format)).toBe('11-21 14:05'));
  it('has the year in another year', () =>
    expect(formatAsOf(MS, MS + 100 * 86_400_000, format)).toBe('2026-11-21 14:05'));
});

describe('countdown', () => {
  it.each([
    [0, '0:00'],
    [-5, '0:00'],
    [59.9, '0:59'],
    [60, '1:00'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [90_061, '1天 1:01:01'],
  ])('%d seconds', (seconds, expected) => expect(formatCountdown(seconds, 'zh-Hans')).toBe(expected));
});

describe('addresses', () => {
  const address = '0x4f3A88d1c02E9A7b41F6d3B077aC1e955B7c60D8';
  it('groups by four', () => {
    expect(groupsOfFour('0x4f3A88d1c')).toEqual(['0x4f3A', '88d1', 'c']);
    expect(groupsOfFour('TXYZa1b2c')).toEqual(['TXYZ', 'a1b2', 'c']);
  });
  it('keeps six at both ends', () => {
    expect(shortAddress(address)).toBe('0x4f3A…7c60D8');
    expect(Object.values(addressEnds(address)).join('')).toBe(address);
    expect(shortAddress('0x4f3A88')).toBe('0x4f3A88');
  });
});

describe('formatHours', () => {
  it.each<[Locale, string]>([
    ['en', '24 hours'],
    ['zh-Hans', '24小时'],
    ['de', '24 Stunden'],
  ])('%s', (locale, text) => expect(formatHours(24 * 3_600_000, locale)).toBe(text));
});
