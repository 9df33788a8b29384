/** What an account is worth, now and at the end of each UTC day (rules.md §5, contract `assets`). */
import { toUnits, mulDivDown, ASSETS, type AssetCode } from '../../../contract/money';
import type { Settings } from '../settings/figures';

export const DAY_MS = 86_400_000;
/** How many days a chart goes back. */
export const EQUITY_DAYS = 30;

/** USDT's smallest units for one RAB. */
export function rabPrice(settings: Settings): bigint {
  return toUnits(settings['market.rabReference'].price, 'USDT');
}

/** `units` of `asset` in USDT's smallest units at `price` per RAB, rounded down. */
export function valueInUsdt(asset: AssetCode, units: bigint, price: bigint): bigint {
  return asset === 'USDT' ? units : mulDivDown(units, price, 10n ** BigInt(ASSETS[asset].decimals));
}

/** The UTC midnight that the day of `now` starts with. */
export function dayOf(now: number): number {
  return now - (now % DAY_MS);
}
