import type { Locale } from '../i18n/locales';

const MB = 1024 * 1024;

/** Bytes as megabytes with one decimal, without the unit. */
export function formatMegabytes(bytes: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / MB);
}
