/** Times as text. UTC milliseconds in; shown in the device's zone unless one is given. */
import type { Locale } from '../i18n/locales';

export interface DateFormat {
  locale: Locale;
  /** An IANA zone; the device's when left out. */
  timeZone?: string;
}

/** Languages that write `YYYY-MM-DD HH:mm` here; the others use their own medium format. */
const ISO_LIKE: ReadonlySet<Locale> = new Set<Locale>(['zh-Hans', 'zh-Hant', 'ja', 'ko']);

interface Fields {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

/** Making a formatter takes far longer than using it, and lists format each of their rows. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, known);
  return known;
}

const FIELDS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

/** The device's own zone needs no formatter, which a start has no time for. */
function localFields(ms: number): Fields {
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    year: String(date.getFullYear()),
    month: two(date.getMonth() + 1),
    day: two(date.getDate()),
    hour: two(date.getHours()),
    minute: two(date.getMinutes()),
    second: two(date.getSeconds()),
  };
}

function fields(ms: number, timeZone: string | undefined): Fields {
  if (timeZone === undefined) return localFields(ms);
  const parts = formatter('en-u-ca-gregory-nu-latn', { ...FIELDS, timeZone }).formatToParts(ms);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    year: of('year'),
    month: of('month'),
    day: of('day'),
    hour: of('hour'),
    minute: of('minute'),
    second: of('second'),
  };
}

/** Gregorian in every language: a Thai reader must not take a statement's year for another than the bank's. */
function medium(ms: number, { locale, timeZone }: DateFormat, options: Intl.DateTimeFormatOptions): string {
  return formatter(locale, { ...options, timeZone, calendar: 'gregory', numberingSystem: 'latn' }).format(ms);
}

/** `2026-11-21 14:05`, or the language's medium date with a short time. */
export function formatDateTime(ms: number, format: DateFormat): string {
  if (!ISO_LIKE.has(format.locale)) return medium(ms, format, { dateStyle: 'medium', timeStyle: 'short' });
  const { year, month, day, hour, minute } = fields(ms, format.timeZone);
  return `${year}-${month}-${day} ${hour}:${minute}`;
}

/** `2026-11-21`, or the language's medium date. */
export function formatDate(ms: number, format: DateFormat): string {
  if (!ISO_LIKE.has(format.locale)) return medium(ms, format, { dateStyle: 'medium' });
  const { year, month, day } = fields(ms, format.timeZone);
  return `${year}-${month}-${day}`;
}

/** `14:05`, in English `2:05 PM`: each language's short time, as Intl has it (a test compares). */
export function formatTime(ms: number, format: DateFormat): string {
  const { hour, minute } = fields(ms, format.timeZone);
  if (format.locale !== 'en') return `${hour}:${minute}`;
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** A month as a heading: `2026年11月`, `November 2026`. */
export function formatMonth(ms: number, format: DateFormat): string {
  return medium(ms, format, { year: 'numeric', month: 'long' });
}

/** A day of the month: `14日`, `14`. */
export function formatDay(ms: number, format: DateFormat): string {
  return medium(ms, format, { day: 'numeric' });
}

/** A day of the week by its name: 1 is Monday, 7 is Sunday. */
export function formatWeekday(weekday: number, locale: Locale): string {
  // The first of January 2024 was a Monday.
  return medium(Date.UTC(2024, 0, weekday), { locale, timeZone: 'UTC' }, { weekday: 'long' });
}

/** The key and order of a month in the shown zone: `2026-11`. */
export function monthKey(ms: number, timeZone?: string): string {
  if (timeZone === undefined) {
    // The device's zone needs no formatter; long lists ask for every row.
    const date = new Date(ms);
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
  }
  const { year, month } = fields(ms, timeZone);
  return `${year}-${month}`;
}

/** For "as of": the time alone when it is today's, otherwise with the day (`11-20 13:58`). */
export function formatAsOf(ms: number, nowMs: number, format: DateFormat): string {
  const then = fields(ms, format.timeZone);
  const now = fields(nowMs, format.timeZone);
  const sameYear = then.year === now.year;
  if (sameYear && then.month === now.month && then.day === now.day) return formatTime(ms, format);
  if (!sameYear) return formatDateTime(ms, format);
  if (ISO_LIKE.has(format.locale)) return `${then.month}-${then.day} ${then.hour}:${then.minute}`;
  return medium(ms, format, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
}

/** A step of something that one follows: with seconds when it is today's (`14:20:18`), otherwise as "as of". */
export function formatMoment(ms: number, nowMs: number, format: DateFormat): string {
  const then = fields(ms, format.timeZone);
  const now = fields(nowMs, format.timeZone);
  const isToday = then.year === now.year && then.month === now.month && then.day === now.day;
  if (!isToday) return formatAsOf(ms, nowMs, format);
  if (!ISO_LIKE.has(format.locale)) return medium(ms, format, { timeStyle: 'medium' });
  return `${then.hour}:${then.minute}:${then.second}`;
}

/** The zone's short name at that moment: `GMT+8`. */
function zoneName(ms: number, { locale, timeZone }: DateFormat): string {
  const parts = formatter(locale, { hour: 'numeric', timeZone, timeZoneName: 'short' }).formatToParts(ms);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** A time with its zone named, for rules that depend on it such as the withdrawal window: `09:00 GMT+8`. */
export function formatTimeZoned(ms: number, format: DateFormat): string {
  return `${formatTime(ms, format)} ${zoneName(ms, format)}`.trim();
}

/** A day and time with the zone named: `2026-11-23 09:00 GMT+8`. */
export function formatDateTimeZoned(ms: number, format: DateFormat): string {
  return `${formatDateTime(ms, format)} ${zoneName(ms, format)}`.trim();
}
