/**
 * Amounts as text. Decimal strings in; nothing here ever goes through a binary float. Fractions are cut,
 * never rounded up, so that no screen shows more than there is.
 */
import { ASSETS, decimalToUnits, unitsToDecimal, type AssetCode } from '../../contract/money';
import type { Locale } from '../i18n/locales';

/** full: all of the asset's decimals · overview: two · compact: two, and from a million on in the language's large units. */
export type Precision = 'full' | 'overview' | 'compact';

export interface AmountFormat {
  locale: Locale;
  precision: Precision;
  asset: AssetCode;
  /** Fixed fraction digits in place of the asset's, e.g. the tick of a price. Only with `full`. */
  decimals?: number;
  /** Puts a plus sign before amounts above zero. A minus sign is always shown; zero has no sign. */
  signed?: boolean;
}

export interface AmountParts {
  /** `+`, U+2212 or nothing. */
  sign: '+' | '−' | '';
  /** Grouped integer digits, or the whole compact text. */
  integer: string;
  /** The decimal sign and the fraction digits; empty when there are none. */
  fraction: string;
}

/** Replaces every balance while the eye hides them. */
export const HIDDEN = '••••••';

const OVERVIEW_DECIMALS = 2;
const COMPACT_FROM = 1_000_000n;

interface NumberSymbols {
  group: string;
  decimal: string;
  /** The percent sign, with the space before it. */
  percent: string;
}

const POINT: NumberSymbols = { group: ',', decimal: '.', percent: '%' };

/**
 * The languages' number marks, as Intl has them (a test compares): the first Intl formatter of a page costs a slow phone more
 * than all of Home's amounts, and a start has no time for it.
 */
const NUMBER_SYMBOLS: Record<Locale, NumberSymbols> = {
  'zh-Hans': POINT,
  'zh-Hant': POINT,
  en: POINT,
  de: { group: '.', decimal: ',', percent: '\u00a0%' },
  fr: { group: '\u202f', decimal: ',', percent: '\u202f%' },
  ko: POINT,
  ja: POINT,
  th: POINT,
  vi: { group: '.', decimal: ',', percent: '%' },
};

const compactFormats = new Map<Locale, Intl.NumberFormat>();

/** Made once per language: making one costs more than a screen of amounts. */
function compactFormat(locale: Locale): Intl.NumberFormat {
  const known = compactFormats.get(locale);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, {
    notation: 'compact',
    numberingSystem: 'latn',
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
  });
  compactFormats.set(locale, made);
  return made;
}

/** The language's decimal sign. */
export function decimalSign(locale: Locale): string {
  return NUMBER_SYMBOLS[locale].decimal;
}

/** A whole number in groups of three digits. */
function grouped(integer: number | bigint, locale: Locale): string {
  return String(integer).replace(/\B(?=(?:\d{3})+$)/g, NUMBER_SYMBOLS[locale].group);
}

/** Splits a decimal string. @throws RangeError when it is not a plain decimal. */
function split(value: string): { negative: boolean; integer: bigint; fraction: string; zero: boolean } {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value);
  if (!match) throw new RangeError('not a plain decimal');
  const [, minus = '', integer = '0', fraction = ''] = match;
  return { negative: minus === '-', integer: BigInt(integer), fraction, zero: !/[1-9]/.test(integer + fraction) };
}

/**
 * The sign, the integer and the fraction of an amount, ready to be set in their sizes.
 * @throws RangeError when `value` is not a plain decimal.
 */
export function amountParts(value: string, format: AmountFormat): AmountParts {
  const { negative, integer, fraction, zero } = split(value);
  const sign = zero ? '' : negative ? '−' : format.signed ? '+' : '';
  if (format.precision === 'compact' && integer >= COMPACT_FROM) {
    return { sign, integer: compactFormat(format.locale).format(integer), fraction: '' };
  }
  const decimals = format.precision === 'full' ? (format.decimals ?? ASSETS[format.asset].decimals) : OVERVIEW_DECIMALS;
  // Full precision never cuts: digits beyond the asset's own are shown as they came.
  const kept = format.precision === 'full' ? fraction : fraction.slice(0, decimals);
  const digits = kept.padEnd(decimals, '0');
  return {
    sign,
    integer: grouped(integer, format.locale),
    fraction: digits === '' ? '' : decimalSign(format.locale) + digits,
  };
}

/** An amount as one text without its unit: `6,310.520000`. @throws RangeError when `value` is not a plain decimal. */
export function formatAmount(value: string, format: AmountFormat): string {
  const { sign, integer, fraction } = amountParts(value, format);
  return sign + integer + fraction;
}

/** An amount with its unit after a space, as in `6,310.520000 USDT`. */
export function formatAmountUnit(value: string, format: AmountFormat): string {
  return `${formatAmount(value, format)} ${format.asset}`;
}

/** A whole number with the language's grouping. */
export function formatCount(count: number | bigint, locale: Locale): string {
  return grouped(count, locale);
}

/** Returns the text for screen readers and the clipboard: the exact value, ungrouped, as in `6310.52 USDT`. */
export function amountName(value: string, asset: AssetCode): string {
  return `${plainAmount(value)} ${asset}`;
}

/** The exact value without needless zeros and without grouping: `6310.520000` is `6310.52`. */
export function plainAmount(value: string): string {
  const { negative, integer, fraction, zero } = split(value);
  const trimmed = fraction.replace(/0+$/, '');
  return `${negative && !zero ? '-' : ''}${integer}${trimmed === '' ? '' : `.${trimmed}`}`;
}

/** The amount with the other sign: what went out of an answer's own figure. */
export function negated(value: string): string {
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}

/** -1, 0 or 1, without leaving decimal text. */
export function amountSign(value: string): -1 | 0 | 1 {
  const { negative, zero } = split(value);
  return zero ? 0 : negative ? -1 : 1;
}

/** A fraction of one as a percentage with two decimals, rounded half away from zero: `"0.0182"` is `+1.82%`. */
export function formatPercent(fraction: string, locale: Locale, options: { signed?: boolean } = {}): string {
  const scale = 12;
  const units = decimalToUnits(fraction, scale);
  const half = 10n ** BigInt(scale - 4) / 2n;
  const magnitude = ((units < 0n ? -units : units) + half) / (half * 2n);
  const sign = magnitude === 0n ? '' : units < 0n ? '−' : (options.signed ?? true) ? '+' : '';
  return sign + percentText(unitsToDecimal(magnitude, 2), locale);
}

/** An interest or fee rate, unsigned and exact, with at least two decimals: `"0.00011"` is `0.011%`. */
export function formatRate(rate: string, locale: Locale): string {
  const scale = 12;
  const exact = unitsToDecimal(decimalToUnits(rate, scale), scale - 2);
  return percentText(exact.replace(/(\.\d\d\d*?)0+$/, '$1'), locale);
}

/** A non-negative decimal text with the language's decimal and percent signs. */
function percentText(decimal: string, locale: Locale): string {
  const { integer, fraction } = split(decimal);
  const number = grouped(integer, locale) + (fraction === '' ? '' : decimalSign(locale) + fraction);
  return number + NUMBER_SYMBOLS[locale].percent;
}
