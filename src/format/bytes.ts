import type { Locale } from '../i18n/locales';

const MIB = 1024 * 1024;

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
