/** The schema of the table of levels (docs/rules.md §7). */
import * as z from 'zod/mini';
import { toUnits } from '../../../contract/money';

const CONDITIONS = ['validCustody', 'smallZone'] as const;

/** The requirements of each level, V0 first, which has none. A higher level never asks for less. */
export function levelConditions(amount: z.ZodMiniType<string, string>) {
  return z.array(z.strictObject({ validCustody: amount, smallZone: amount })).check(
    z.length(6),
    z.refine(
      (levels) =>
        levels.every((level, index) => index > 0 || CONDITIONS.every((one) => toUnits(level[one], 'USDT') === 0n)),
      'V0 must ask for nothing',
    ),
    z.refine(
      (levels) =>
        levels.every((level, index) =>
          CONDITIONS.every(
            (one) => toUnits(levels[Math.max(0, index - 1)]![one], 'USDT') <= toUnits(level[one], 'USDT'),
          ),
        ),
      'must not descend',
    ),
  );
}

export const INITIAL_LEVELS = [
  { validCustody: '0', smallZone: '0' },
  { validCustody: '500', smallZone: '0' },
  { validCustody: '2000', smallZone: '5000' },
  { validCustody: '10000', smallZone: '50000' },
  { validCustody: '30000', smallZone: '200000' },
  { validCustody: '100000', smallZone: '1000000' },
];
