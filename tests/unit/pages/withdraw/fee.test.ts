import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAmount, toUnits } from '../../../../contract/money';
import { costsOf, exceeds, largestAmount } from '../../../../src/pages/withdraw/fee';

const TERMS = { feeFixed: '1.000000', feeRate: '0.0010000000' };

describe('what a withdrawal costs', () => {
  it('is the fixed fee and the rate on top of the amount, rounded up', () => {
    expect(costsOf('500', TERMS)).toEqual({ amount: '500.000000', fee: '1.500000', total: '501.500000' });
    expect(costsOf('10.000001', TERMS).fee).toBe('1.010001');
  });

  it('leaves with All exactly what the fee needs, to the last unit', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 15n });
    const rates = fc.integer({ min: 0, max: 2_000_000_000 }).map((rate) => (rate / 1e10).toFixed(10));
    fc.assert(
      fc.property(units, units, rates, (available, fixed, feeRate) => {
        const terms = { feeFixed: toAmount(fixed, 'USDT'), feeRate };
        const has = toAmount(available, 'USDT');
        const largest = largestAmount(has, terms);
        const next = toUnits(largest ?? '0', 'USDT') + 1n;
        if (largest !== null) expect(exceeds(costsOf(largest, terms).total, has)).toBe(false);
        expect(exceeds(costsOf(toAmount(next, 'USDT'), terms).total, has)).toBe(true);
      }),
    );
  });

  it('is nothing that could be paid when there is less than the fixed fee', () => {
    expect(largestAmount('1.000000', TERMS)).toBeNull();
    expect(largestAmount('1.000001', TERMS)).toBeNull();
    expect(largestAmount('1.000002', TERMS)).toBe('0.000001');
  });
});
