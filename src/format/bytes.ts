import type { Locale } from '../i18n/locales';

const KIB = 1024;
const MIB = KIB * KIB;

/** A size in the language's megabytes with at most one decimal: `3.6 MB`, `3,6 Mo`. @param bytes a size in bytes */
export function formatMegabytes(bytes: number, locale: Locale): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  });
  return format.format(bytes / MIB);
}

/** A small size in kilobytes, from a megabyte on in megabytes: `12 kB`, `3.6 MB`. @param bytes a size in bytes */
export function formatSize(bytes: number, locale: Locale): string {
  if (bytes >= MIB) return formatMegabytes(bytes, locale);
  const options = { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0, numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(locale, options).format(Math.ceil(bytes / KIB));
}
