import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RATE_SCALE } from '../../../contract/money';
import { maximumOf, shareOut } from '../../../gateway/domain/dividend/rules';

const units = (max: bigint) => fc.bigInt({ min: 1n, max });
const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);

describe('shares by largest remainder', () => {
  it('sum to the total to the unit, and none is a unit or more from its exact part', () => {
    fc.assert(
      fc.property(units(10n ** 18n), fc.array(units(10n ** 24n), { minLength: 1, maxLength: 60 }), (total, weights) => {
        const parts = shareOut(total, weights);
        expect(sum(parts)).toBe(total);
        const whole = sum(weights);
        for (const [index, part] of parts.entries()) {
          const off = part * whole - total * (weights[index] ?? 0n);
          expect(off < whole && -off < whole).toBe(true);
        }
      }),
    );
  });

  it('give the same whoever runs them, and more to whoever has more', () => {
    fc.assert(
      fc.property(units(10n ** 9n), fc.array(units(50n), { minLength: 2, maxLength: 40 }), (total, weights) => {
        const parts = shareOut(total, weights);
        expect(shareOut(total, weights)).toEqual(parts);
        for (const [a, mine] of weights.entries())
          for (const [b, other] of weights.entries())
            if (mine > other) expect((parts[a] ?? 0n) >= (parts[b] ?? 0n)).toBe(true);
      }),
    );
  });

  it('of equal remainders, units go to the first', () => {
    expect(shareOut(5n, [1n, 1n, 1n])).toEqual([2n, 2n, 1n]);
    expect(shareOut(1n, [3n, 5n, 4n])).toEqual([0n, 1n, 0n]);
  });
});

describe('the most that may be declared', () => {
  it('is the rate of the net fees, rounded down', () => {
    expect(maximumOf(1_000_001n, (3n * RATE_SCALE) / 10n)).toBe(300_000n);
    expect(maximumOf(3n, RATE_SCALE / 10n)).toBe(0n);
  });
});
