import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseAddresses, excessOf } from '../../../gateway/domain/gathering/rules';

const units = fc.bigInt({ min: 0n, max: 10n ** 24n });
const balances = fc.array(units, { maxLength: 30 }).map((all) => all.map((raw, at) => ({ address: `0x${at}`, raw })));

it('fills the wallet up to its maximum and never above, from addresses with enough, whole and each once', () => {
  fc.assert(
    fc.property(balances, units, units, units, fc.nat(20), (all, holds, maximum, minimum, most) => {
      const chosen = chooseAddresses(all, { holds, maximum, minimum }, most);
      const sum = chosen.reduce((total, { raw }) => total + raw, 0n);
      expect(chosen.length).toBeLessThanOrEqual(most);
      expect(new Set(chosen.map(({ address }) => address)).size).toBe(chosen.length);
      for (const one of chosen) {
        expect(all).toContain(one);
        expect(one.raw > 0n && one.raw >= minimum).toBe(true);
      }
      if (chosen.length > 0) expect(holds + sum <= maximum).toBe(true);
      // Every amount that fits is taken, unless the file is full.
      const isLeft = (raw: bigint) => raw > 0n && raw >= minimum && holds + sum + raw <= maximum;
      if (chosen.length < most) {
        for (const one of all) if (!chosen.includes(one)) expect(isLeft(one.raw)).toBe(false);
      }
    }),
  );
});

it('names what is above the maximum', () => {
  expect(excessOf({ holds: 12n, maximum: 10n })).toBe(2n);
  expect(excessOf({ holds: 10n, maximum: 10n })).toBe(0n);
});
