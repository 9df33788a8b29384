/** Converts amounts between the RAB market's two assets, exact; the gateway's quote decides in the end (docs/rules.md §8). */
import type { OtcSide } from '../../../../contract/calls/otc-market';
import { ASSETS, mulDivDown, mulDivUp, RATE_SCALE, rateUnits, toAmount } from '../../../../contract/money';
import { toUnits } from '../../../format/units';

const ONE_RAB = 10n ** BigInt(ASSETS.RAB.decimals);

/** RAB that an amount of USDT buys, rounded down. @param price USDT per RAB, above zero */
export function rabFor(usdt: string, price: string): string {
  return toAmount(mulDivDown(toUnits(usdt, 'USDT'), ONE_RAB, toUnits(price, 'USDT')), 'RAB');
}

/** USDT of a quantity of RAB, rounded down. */
export function usdtFor(rab: string, price: string): string {
  return toAmount(mulDivDown(toUnits(rab, 'RAB'), toUnits(price, 'USDT'), ONE_RAB), 'USDT');
}

/** The most RAB that available USDT pays for with the fee on top. */
export function largestPurchase(available: string, price: string, feeRate: string): string {
  const all = toUnits(available, 'USDT');
  const amount = mulDivDown(all, RATE_SCALE, RATE_SCALE + rateUnits(feeRate));
  const fee = mulDivUp(amount, rateUnits(feeRate), RATE_SCALE);
  // The fee is rounded up, which may cost the last unit.
  const affordable = amount + fee > all && amount > 0n ? amount - 1n : amount;
  return rabFor(toAmount(affordable, 'USDT'), price);
}

/** -1, 0 or 1 for two quantities of RAB. */
export function compareRab(a: string, b: string): -1 | 0 | 1 {
  const [x, y] = [toUnits(a, 'RAB'), toUnits(b, 'RAB')];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Returns whether an order may have this price; both ends of the range included. */
export function isWithin(price: string, { low, high }: { low: string; high: string }): boolean {
  const units = toUnits(price, 'USDT');
  return units >= toUnits(low, 'USDT') && units <= toUnits(high, 'USDT');
}

/** Returns the asset that a side's order brings: a buyer gets RAB, a seller USDT. */
export function receivedAsset(side: OtcSide): 'RAB' | 'USDT' {
  return side === 'buy' ? 'RAB' : 'USDT';
}

/** Returns the asset that a side gives, and has held while its order waits. */
export function givenAsset(side: OtcSide): 'RAB' | 'USDT' {
  return side === 'buy' ? 'USDT' : 'RAB';
}
