import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAmount, toUnits } from '../../../contract/money';
import { plot, rangeOf, stretchesOf, type DayValue } from '../../../src/components/day-curve';

const DAY_MS = 86_400_000;
const on = (day: number, value = '1.000000'): DayValue => ({ day: day * DAY_MS, value });
const at = (...values: string[]): DayValue[] => values.map((value, day) => on(day, value));

describe('drawing', () => {
  it('puts every point inside, lowest at the bottom and highest at the top', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 17n }).map((units) => toAmount(units, 'USDT'));
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 60 }), (totals) => {
        const points = at(...totals);
        const drawn = plot(points);
        expect(drawn).toHaveLength(points.length);
        for (const { x, y } of drawn) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(1);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(1);
        }
        const range = rangeOf(points);
        const sorted = totals.map((total) => toUnits(total, 'USDT')).toSorted((a, b) => (a < b ? -1 : 1));
        expect(range && toUnits(range.low, 'USDT')).toBe(sorted[0]);
        expect(range && toUnits(range.high, 'USDT')).toBe(sorted.at(-1));
        drawn.forEach(({ y }, index) => {
          if (range && range.low !== range.high && points[index]?.value === range.high) expect(y).toBe(1);
          if (range && range.low !== range.high && points[index]?.value === range.low) expect(y).toBe(0);
        });
      }),
      { verbose: 1 },
    );
  });

  it('breaks where a day is missing, and in the monthly part where a month is', () => {
    const daily = [on(1_000), on(1_001), on(1_003), on(1_004)];
    expect(stretchesOf(daily).map((stretch) => stretch.length)).toEqual([2, 2]);
    const monthly = [on(0), on(31), on(59), on(150), on(1_000), on(1_001)];
    expect(stretchesOf(monthly).map((stretch) => stretch.length)).toEqual([3, 1, 2]);
    expect(stretchesOf([])).toEqual([]);
  });

  it('leaves room for a missing day', () => {
    const points = [on(0, '1.000000'), on(3, '2.000000'), on(4, '3.000000')];
    expect(plot(points).map(({ x }) => x)).toEqual([0, 0.75, 1]);
  });
});
