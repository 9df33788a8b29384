import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAmount, toUnits } from '../../../../contract/money';
import {
  changeOver,
  changeOverLastDay,
  periodsOf,
  plot,
  pointsOf,
  rangeOf,
  tellableFraction,
  type EquityPoint,
} from '../../../../src/pages/assets/equity';

const DAY_MS = 86_400_000;
const at = (...totals: string[]): EquityPoint[] =>
  totals.map((totalUsdt, index) => ({ day: index * DAY_MS, totalUsdt }));

describe('change', () => {
  it('is unknown with fewer than two points', () => {
    expect(changeOver([])).toBeNull();
    expect(changeOverLastDay(at('5.000000'))).toBeNull();
  });

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

  it('is told as a percentage only when two decimals can tell it', () => {
    const tiny = changeOver(at('26524.280000', '26525.120000'));
    const small = changeOver(at('10000.000000', '10000.500000'));
    expect(tiny && tellableFraction(tiny)).toBeNull();
    expect(small && tellableFraction(small)).toBe('0.000050000000');
  });

  it('of the last day takes the last two points only', () => {
    expect(changeOverLastDay(at('1.000000', '100.000000', '101.000000'))?.amount).toBe('1.000000');
  });
});

describe('periods', () => {
  const month = at(...Array.from({ length: 31 }, (_, index) => `${index + 1}.000000`));

  it('end with the last point and leave gaps as they are', () => {
    expect(pointsOf(month, '7d').map((point) => point.totalUsdt)).toHaveLength(8);
    const gap = [month[0], month[30]].filter((point) => point !== undefined);
    expect(pointsOf(gap, '7d')).toEqual([month[30]]);
  });

  it('are offered only when they show more than the shorter one', () => {
    expect(periodsOf(at('1.000000', '2.000000'))).toEqual(['7d']);
    expect(periodsOf(month)).toEqual(['7d', '30d']);
    expect(periodsOf(at(...Array.from({ length: 40 }, () => '1.000000')))).toEqual(['7d', '30d', 'all']);
  });
});

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
          if (range && range.low !== range.high && points[index]?.totalUsdt === range.high) expect(y).toBe(1);
          if (range && range.low !== range.high && points[index]?.totalUsdt === range.low) expect(y).toBe(0);
        });
      }),
      { verbose: 1 },
    );
  });

  it('leaves room for a missing day', () => {
    const points: EquityPoint[] = [
      { day: 0, totalUsdt: '1.000000' },
      { day: 3 * DAY_MS, totalUsdt: '2.000000' },
      { day: 4 * DAY_MS, totalUsdt: '3.000000' },
    ];
    expect(plot(points).map(({ x }) => x)).toEqual([0, 0.75, 1]);
  });
});
