/** Figures of an order of the RAB market that are shown beside those it came with. */
import type { RabLot } from '../../../../contract/calls/otc-rab';
import { ASSETS, mulDivDown, RATE_DECIMALS, RATE_SCALE, toAmount, unitsToDecimal } from '../../../../contract/money';
import { toUnits } from '../../../format/units';

const RAB_SCALE = 10n ** BigInt(ASSETS.RAB.decimals);

/** Returns the price's distance from the guide price as a signed fraction with `RATE_DECIMALS` digits. Both are USDT per RAB. */
export function againstGuide(price: string, guidePrice: string): string {
  const guide = toUnits(guidePrice, 'USDT');
  if (guide === 0n) return '0';
  return unitsToDecimal(((toUnits(price, 'USDT') - guide) * RATE_SCALE) / guide, RATE_DECIMALS);
}

/** USDT of the smallest fill and of all of it, at the order's price. */
export function limitsOf({ price, smallest, remaining }: Pick<RabLot, 'price' | 'smallest' | 'remaining'>): string[] {
  const each = toUnits(price, 'USDT');
  return [smallest, remaining].map((quantity) =>
    toAmount(mulDivDown(toUnits(quantity, 'RAB'), each, RAB_SCALE), 'USDT'),
  );
}
