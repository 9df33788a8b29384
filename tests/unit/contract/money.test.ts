import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountInput,
  amountProblem,
  decimalToUnits,
  mulDivDown,
  mulDivUp,
  rateUnits,
  toAmount,
  toUnits,
  unitsToDecimal,
} from '../../../contract/money';

describe('amounts that a person enters', () => {
  it.each([
    '1e3',
    '-1',
    'NaN',
    '１２',
    '0x10',
    '+1',
    '1,5',
    ' 1',
    '1 ',
    '',
    '.5',
    '5.',
    '01',
    '1.2.3',
    'Infinity',
    '١',
  ])('refuses %j as not a plain decimal', (text) => {
    expect(amountProblem(text, 'USDT')).toBe('not-decimal');
    expect(amountInput('USDT').safeParse(text).success).toBe(false);
  });

  it('refuses more decimals than the asset has, more than 12 integer digits, and zero', () => {
    expect(amountProblem('1.0000001', 'USDT')).toBe('too-many-decimals');
    expect(amountProblem('1.00000001', 'RAB')).toBeNull();
    expect(amountProblem('1234567890123', 'USDT')).toBe('too-large');
    expect(amountProblem('999999999999.999999', 'USDT')).toBeNull();
    expect(amountProblem('0.000000', 'USDT')).toBe('not-positive');
    expect(amountProblem('0', 'USDT')).toBe('not-positive');
  });

  it('refuses what is not text', () => {
    for (const value of [['1'], 1, null, undefined, { toString: () => '1' }]) {
      expect(amountInput('USDT').safeParse(value).success).toBe(false);
    }
  });
});

describe('units and decimals', () => {
  it('are inverse of each other for every integer', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }),
        fc.integer({ min: 0, max: 18 }),
        (units, decimals) => {
          expect(decimalToUnits(unitsToDecimal(units, decimals), decimals)).toBe(units);
        },
      ),
    );
  });

  it('keep full precision', () => {
    expect(toAmount(1_500_000n, 'USDT')).toBe('1.500000');
    expect(toAmount(-1n, 'RAB')).toBe('-0.00000001');
    expect(toUnits('12.5', 'USDT')).toBe(12_500_000n);
    expect(() => toUnits('1.0000001', 'USDT')).toThrow(RangeError);
    expect(() => toUnits('1e3', 'USDT')).toThrow(RangeError);
    expect(rateUnits('0.00011')).toBe(1_100_000n);
  });

  it('round a credit down and a fee up by less than one unit', () => {
    const natural = fc.bigInt({ min: 0n, max: 10n ** 30n });
    fc.assert(
      fc.property(natural, natural, fc.bigInt({ min: 1n, max: 10n ** 12n }), (a, b, divisor) => {
        const down = mulDivDown(a, b, divisor);
        const up = mulDivUp(a, b, divisor);
        expect(down * divisor <= a * b && a * b <= up * divisor).toBe(true);
        expect(up - down).toBe((a * b) % divisor === 0n ? 0n : 1n);
      }),
    );
  });
});
