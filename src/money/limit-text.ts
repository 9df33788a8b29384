import { CUSTODY_ASSET } from '../../contract/calls/custody';
import { formatAmount, plainAmount } from '../format/amount';
import type { Locale } from '../i18n/locales';

/** A limit in a sentence: exact, without zeros that say nothing, as in `100` or `48,000.5`. */
export function limitText(value: string, locale: Locale): string {
  return formatAmount(plainAmount(value), { locale, asset: CUSTODY_ASSET, precision: 'full', decimals: 0 });
}
