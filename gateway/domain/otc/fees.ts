/** OTC fees of both markets: the market's rate less the discount of the user's level (docs/rules.md §7, §8). Pure. */
import { mulDivUp, RATE_DECIMALS, RATE_SCALE, rateUnits, unitsToDecimal } from '../../../contract/money';
import type { Settings } from '../settings/figures';

/** The rate of somebody of this level, a decimal without zeros that say nothing. */
export function feeRateOf(baseRate: string, level: number, settings: Pick<Settings, 'otc.levelDiscounts'>): string {
  const discounts = settings['otc.levelDiscounts'];
  const discount = rateUnits(discounts[Math.min(level, discounts.length - 1)] ?? '0');
  const scaled = mulDivUp(rateUnits(baseRate), RATE_SCALE - discount, RATE_SCALE);
  return unitsToDecimal(scaled, RATE_DECIMALS).replace(/\.?0+$/, '');
}

/** fee = amount × rate, rounded up (docs/rules.md §2), in the amount's smallest units. */
export function feeOf(amount: bigint, feeRate: string): bigint {
  return mulDivUp(amount, rateUnits(feeRate), RATE_SCALE);
}
