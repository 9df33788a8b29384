import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAmount } from '../../../../contract/money';
import { changeOver, changeOverLastDay, type EquityPoint } from '../../../../src/pages/assets/equity';

const DAY_MS = 86_400_000;
const at = (...totals: string[]): EquityPoint[] =>
  totals.map((totalUsdt, index) => ({ day: index * DAY_MS, totalUsdt, flowUsdt: '0.000000' }));
const on = (day: number, totalUsdt = '1.000000', flowUsdt = '0.000000'): EquityPoint => ({
  day: day * DAY_MS,
  totalUsdt,
  flowUsdt,
});

describe('change', () => {
  it('is exact where a float is not', () => {
    expect(changeOver(at('100000000000.000001', '100000000000.000003'))).toEqual({
      amount: '0.000002',
      fraction: '0.000000000000',
      direction: 1,
    });
  });

  it('has no fraction from zero, and a sign when it falls', () => {
    expect(changeOver(at('0.000000', '7.000000'))).toMatchObject({ fraction: null, direction: 1 });
    expect(changeOver(at('200.000000', '150.000000'))).toEqual({
      amount: '-50.000000',
      fraction: '-0.250000000000',
      direction: -1,
    });
    expect(changeOver(at('3.000000', '3.000000'))).toMatchObject({ amount: '0.000000', direction: 0 });
  });

  it('leaves out what came in from outside and what left, since the point before', () => {
    const points = [
      on(0, '100.000000', '100.000000'),
      on(1, '1101.000000', '1000.000000'),
      on(2, '601.500000', '-500.000000'),
    ];
    expect(changeOver(points)).toEqual({ amount: '1.500000', fraction: '0.002500000000', direction: 1 });
    expect(changeOverLastDay(points)).toMatchObject({ amount: '0.500000', direction: 1 });
    // Put in today: no gain, and a fraction of what was put in.
    expect(changeOver([on(0, '0.000000'), on(1, '50.000000', '50.000000')])).toEqual({
      amount: '0.000000',
      fraction: '0.000000000000',
      direction: 0,
    });
  });

  it('of deposits and withdrawals alone is nothing, whatever they are', () => {
    const flows = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 2, maxLength: 30 });
    const property = fc.property(flows, fc.bigInt({ min: 0n, max: 10n ** 12n }), (totals, gain) => {
      const points = totals.map((total, day) => {
        const before = totals[day - 1] ?? 0n;
        const isLast = day === totals.length - 1;
        return on(day, toAmount(total + (isLast ? gain : 0n), 'USDT'), toAmount(total - before, 'USDT'));
      });
      expect(changeOver(points)?.amount).toBe(toAmount(gain, 'USDT'));
    });
    fc.assert(property, { verbose: 1 });
  });
});
