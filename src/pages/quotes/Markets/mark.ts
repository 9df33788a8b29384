/** Marks on the scale of times under a chart. */
import { formatTime, type DateFormat } from '../../../format/date';

const made = new Map<string, Intl.DateTimeFormat>();

/** Gregorian and in Latin digits in every language, as everywhere. */
export function formatMark(at: number, kind: 'year' | 'day' | 'time', format: DateFormat): string {
  if (kind === 'time') return formatTime(at, format);
  const { locale, timeZone } = format;
  const key = `${kind} ${locale} ${timeZone}`;
  const parts = kind === 'year' ? ({ year: 'numeric' } as const) : ({ month: 'numeric', day: 'numeric' } as const);
  const known =
    made.get(key) ??
    new Intl.DateTimeFormat(locale, { calendar: 'gregory', numberingSystem: 'latn', timeZone, ...parts });
  made.set(key, known);
  return known.format(at);
}
