/** Converts amounts between the USDT market's two sides, exact; the gateway's quote decides in the end (docs/rules.md §8). */
import { FIAT_DECIMALS, FIAT_PRICE_DECIMALS } from '../../../../contract/calls/otc-usdt-records';
import {
  ASSETS,
  decimalToUnits,
  mulDivDown,
  mulDivUp,
  RATE_SCALE,
  rateUnits,
  toAmount,
  unitsToDecimal,
} from '../../../../contract/money';
import { toUnits } from '../../../format/units';

/** Smallest units of USDT × price in a smallest unit of fiat. */
const PER_FIAT_UNIT = 10n ** BigInt(ASSETS.USDT.decimals + FIAT_PRICE_DECIMALS - FIAT_DECIMALS);

const priceUnits = (price: string) => decimalToUnits(price, FIAT_PRICE_DECIMALS);

/** Returns the USDT that an amount of fiat buys, rounded down. @param price fiat per USDT, above zero */
export function usdtFor(fiat: string, price: string): string {
  return toAmount(mulDivDown(decimalToUnits(fiat, FIAT_DECIMALS), PER_FIAT_UNIT, priceUnits(price)), 'USDT');
}

/** Returns the fiat that an amount of USDT costs, rounded up. */
export function fiatFor(quantity: string, price: string): string {
  return unitsToDecimal(mulDivUp(toUnits(quantity, 'USDT'), priceUnits(price), PER_FIAT_UNIT), FIAT_DECIMALS);
}

/** Returns the most fiat that costs no more than this much USDT, rounded down. */
export function fiatBelow(quantity: string, price: string): string {
  return unitsToDecimal(mulDivDown(toUnits(quantity, 'USDT'), priceUnits(price), PER_FIAT_UNIT), FIAT_DECIMALS);
}

/** The most that can be sold of what is available, with the fee on top of it, USDT. */
export function largestSale(available: string, feeRate: string): string {
  const all = toUnits(available, 'USDT');
  const rate = rateUnits(feeRate);
  const most = mulDivDown(all, RATE_SCALE, RATE_SCALE + rate);
  // The fee is rounded up, which may cost the last unit.
  const isOver = most + mulDivUp(most, rate, RATE_SCALE) > all;
  return toAmount(isOver && most > 0n ? most - 1n : most, 'USDT');
}

/** -1, 0 or 1 for two amounts of fiat or of USDT. */
export function compare(a: string, b: string): -1 | 0 | 1 {
  const [x, y] = [toUnits(a, 'USDT'), toUnits(b, 'USDT')];
  return x < y ? -1 : x > y ? 1 : 0;
}
