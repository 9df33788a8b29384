import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountName,
  amountParts,
  amountSign,
  formatAmount,
  decimalSign,
  formatAmountUnit,
  formatCount,
  formatPercent,
  formatRate,
  type Precision,
} from '../../../src/format/amount';
import { LOCALES, type Locale } from '../../../src/i18n/locales';

/** ICU versions differ in the no-break space that a language uses, so the tests compare plain spaces. */
const spaces = (text: string) => text.replace(/\s/g, ' ');

const usdt = (value: string, locale: Locale, precision: Precision, signed = false) =>
  spaces(formatAmount(value, { locale, precision, asset: 'USDT', signed }));

describe('full precision', () => {
  it('is exact where a float is not', () => {
    expect(usdt('123456789012.123456', 'en', 'full')).toBe('123,456,789,012.123456');
    expect(formatAmount('90071992547.40993001', { locale: 'en', precision: 'full', asset: 'RAB' })).toBe(
      '90,071,992,547.40993001',
    );
  });
  it('never cuts digits beyond the asset', () => {
    expect(usdt('1.23456789', 'en', 'full')).toBe('1.23456789');
  });
  it('takes the tick of a price', () => {
    expect(formatAmount('0.8264', { locale: 'de', precision: 'full', asset: 'USDT', decimals: 4 })).toBe('0,8264');
    expect(formatAmount('91284', { locale: 'en', precision: 'full', asset: 'USDT', decimals: 0 })).toBe('91,284');
  });
  it('puts the unit after a space', () => {
    expect(formatAmountUnit('6310.52', { locale: 'en', precision: 'full', asset: 'USDT' })).toBe('6,310.520000 USDT');
  });
});

describe('overview', () => {
  it('cuts to two decimals and never rounds up', () => {
    expect(usdt('0.999999', 'en', 'overview')).toBe('0.99');
    expect(usdt('999999.999', 'en', 'overview')).toBe('999,999.99');
    expect(usdt('5', 'de', 'overview')).toBe('5,00');
  });
  it('stays long from a million on', () => {
    expect(usdt('12345678.9', 'en', 'overview')).toBe('12,345,678.90');
  });
});

describe('signs', () => {
  it('uses the minus sign U+2212, a plus only when asked, none on zero', () => {
    expect(usdt('-5', 'en', 'overview')).toBe('−5.00');
    expect(usdt('5', 'en', 'overview')).toBe('5.00');
    expect(usdt('5', 'en', 'overview', true)).toBe('+5.00');
    expect(usdt('0.000000', 'en', 'overview', true)).toBe('0.00');
    expect(usdt('-0.00', 'en', 'overview', true)).toBe('0.00');
    expect([amountSign('-0.1'), amountSign('0.000'), amountSign('3')]).toEqual([-1, 0, 1]);
  });
});

describe('accessible name', () => {
  it('is exact and ungrouped', () => {
    expect(amountName('6310.520000', 'USDT')).toBe('6310.52 USDT');
    expect(amountName('12500.00000000', 'RAB')).toBe('12500 RAB');
    expect(amountName('-0.500000', 'USDT')).toBe('-0.5 USDT');
  });
});

it.each(['1e3', '0x10', '１２', '1,5', '', ' 1', '--1', 'NaN', '.5', '5.'])('refuses %j', (text) => {
  expect(() => usdt(text, 'en', 'full')).toThrow(RangeError);
});

describe('percent', () => {
  it('rounds half away from zero, signs always, zero without one', () => {
    expect(['0.00005', '-0.00005', '0.000049', '-12.345678', '0'].map((value) => formatPercent(value, 'en'))).toEqual([
      '+0.01%',
      '−0.01%',
      '0.00%',
      '−1,234.57%',
      '0.00%',
    ]);
    expect(formatPercent('0.5', 'en', { signed: false })).toBe('50.00%');
  });
  it('shows rates exactly, at least two decimals', () => {
    expect(['0.003', '0.00011', '0.01', '0', '1.2345678901'].map((value) => formatRate(value, 'en'))).toEqual([
      '0.30%',
      '0.011%',
      '1.00%',
      '0.00%',
      '123.45678901%',
    ]);
    expect(spaces(formatRate('0.0025', 'de'))).toBe('0,25 %');
  });
});

it('loses no digit of any amount in any language', () => {
  const amounts = fc.tuple(fc.bigInt(0n, 10n ** 20n - 1n), fc.stringMatching(/^[0-9]{6}$/));
  fc.assert(
    fc.property(amounts, fc.constantFrom(...LOCALES), ([integer, fraction], locale) => {
      const parts = amountParts(`${integer}.${fraction}`, { locale, precision: 'full', asset: 'USDT' });
      expect(parts.integer.replace(/\D/g, '')).toBe(String(integer));
      expect(parts.fraction.slice(1)).toBe(fraction);
    }),
  );
});

describe('marks of numbers', () => {
  it('are those of Intl in every language', () => {
    for (const locale of LOCALES) {
      const latin = { numberingSystem: 'latn' } as const;
      for (const count of [0, 7, 999, 1_000, 12_345, 1_234_567, -9_876_543, 10n ** 24n]) {
        const expected = new Intl.NumberFormat(locale, latin).format(count);
        expect(spaces(formatCount(count, locale)), locale).toBe(spaces(expected));
      }
      const parts = new Intl.NumberFormat(locale, latin).formatToParts(1.5);
      expect(decimalSign(locale), locale).toBe(parts.find(({ type }) => type === 'decimal')?.value);
      const amount = new Intl.NumberFormat(locale, { ...latin, minimumFractionDigits: 6 });
      expect(usdt('6310.52', locale, 'full'), locale).toBe(spaces(amount.format(6310.52)));
      const percent = new Intl.NumberFormat(locale, { ...latin, style: 'percent', minimumFractionDigits: 2 });
      expect(spaces(formatRate('0.1234', locale)), locale).toBe(spaces(percent.format(0.1234)));
      expect(spaces(formatPercent('0.0182', locale)), locale).toBe(`+${spaces(percent.format(0.0182))}`);
    }
  });
});
