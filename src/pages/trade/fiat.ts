/** Fiat as text: exact, grouped for the language, at least two decimals (a price has its tick). */
import { formatAmount, plainAmount } from '../../format/amount';
import type { Locale } from '../../i18n/locales';

/** A price or an amount of fiat without its unit: `3,590.00`, `7.1825`. @throws RangeError when it is no plain decimal */
export function fiatText(value: string, locale: Locale): string {
  return formatAmount(plainAmount(value), { locale, asset: 'USDT', precision: 'full', decimals: 2 });
}
