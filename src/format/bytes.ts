import type { Locale } from '../i18n/locales';

const KIB = 1024;
const MIB = KIB * KIB;

function unitFormat(unit: string, maximumFractionDigits: number, locale: Locale): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits, numberingSystem: 'latn' });
}

/** A size in the language's megabytes with at most one decimal: `3.6 MB`, `3,6 Mo`. @param bytes a size in bytes */
export function formatMegabytes(bytes: number, locale: Locale): string {
  return unitFormat('megabyte', 1, locale).format(bytes / MIB);
}

/** A small size in kilobytes, from a megabyte on in megabytes: `12 kB`, `3.6 MB`. @param bytes a size in bytes */
export function formatSize(bytes: number, locale: Locale): string {
  if (bytes >= MIB) return formatMegabytes(bytes, locale);
  return unitFormat('kilobyte', 0, locale).format(Math.ceil(bytes / KIB));
}

/** Formats a speed: `1.1 MB/s`, below a tenth of a megabyte `80 kB/s`. @param bytes in a second */
export function formatRate(bytes: number, locale: Locale): string {
  if (bytes >= MIB / 10) return unitFormat('megabyte-per-second', 1, locale).format(bytes / MIB);
  return unitFormat('kilobyte-per-second', 0, locale).format(Math.ceil(bytes / KIB));
}
