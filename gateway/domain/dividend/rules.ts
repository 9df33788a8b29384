/** Arithmetic of the AI dividend (docs/rules.md §7), pure and exact: bigint counts of the smallest unit. */
import { mulDivDown, RATE_SCALE } from '../../../contract/money';

export const DAY_MS = 86_400_000;

/** No transaction that takes a fee or changes custody lasts as long: a day is closed this long after its end. */
export const SETTLE_MS = 600_000;

/** The most that may be declared of these net fees. @param rate scaled by RATE_SCALE */
export function maximumOf(netFees: bigint, rate: bigint): bigint {
  return mulDivDown(netFees, rate, RATE_SCALE);
}

/**
 * Divides `total` by weights, to the unit: each part rounded down, and the units that are left over go one by one to the largest
 * remainders, of equal ones to the first. So the parts always sum to the total.
 * @param weights positive
 */
export function shareOut(total: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  const parts = weights.map((weight) => (total * weight) / whole);
  const left = total - parts.reduce((sum, part) => sum + part, 0n);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % whole }))
    .sort((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index);
  for (const { index } of byRemainder.slice(0, Number(left))) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}
