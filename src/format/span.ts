/** Formats spans of time. A file of its own, because the first page needs parts of `date.ts` but none of these. */
import type { Locale } from '../i18n/locales';

type SpanUnit = 'second' | 'minute' | 'hour';

function unitFormat(unit: SpanUnit, locale: Locale): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    numberingSystem: 'latn',
    maximumFractionDigits: 1,
  });
}

/** A span that rules speak of, in hours: `24 hours`. */
export function formatHours(ms: number, locale: Locale): string {
  return unitFormat('hour', locale).format(ms / 3_600_000);
}

/** About how long something takes: `9 seconds`, from a minute on in whole minutes. */
export function formatSpan(ms: number, locale: Locale): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return unitFormat('second', locale).format(seconds);
  return unitFormat('minute', locale).format(Math.round(seconds / 60));
}

/** Remaining whole seconds as `m:ss`, from an hour on `h:mm:ss`, from a day on with the days in front. */
export function formatCountdown(seconds: number, locale: Locale): string {
  const left = Math.max(0, Math.floor(seconds));
  const pad = (n: number) => String(n).padStart(2, '0');
  const days = Math.floor(left / 86_400);
  const hours = Math.floor((left % 86_400) / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  const clock = days > 0 || hours > 0 ? `${hours}:${pad(minutes)}:${pad(left % 60)}` : `${minutes}:${pad(left % 60)}`;
  if (days === 0) return clock;
  const dayText = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'short',
    numberingSystem: 'latn',
  });
  return `${dayText.format(days)} ${clock}`;
}
