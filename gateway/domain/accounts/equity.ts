/** Values an account now and at the end of each UTC day (docs/rules.md §5, contract `assets`). */
import { mulDivDown, ASSETS, type AssetCode } from '../../../contract/money';

export const DAY_MS = 86_400_000;
/** The number of days that the answer of `assets` goes back. */
export const EQUITY_DAYS = 30;
/** The long history has a point for each of the last so many days; before that, it has one point a month. */
export const DAILY_DAYS = 366;

/** `units` of `asset` in USDT's smallest units at `price` per RAB, rounded down. */
export function valueInUsdt(asset: AssetCode, units: bigint, price: bigint): bigint {
  return asset === 'USDT' ? units : mulDivDown(units, price, 10n ** BigInt(ASSETS[asset].decimals));
}

/** The UTC midnight that the day of `now` starts with. */
export function dayOf(now: number): number {
  return now - (now % DAY_MS);
}

/**
 * The points from `dailyFrom` on, and before it the last one of each UTC month with the month's flows. @param rows oldest first
 */
export function thinned<Row extends { day: number; flowUsdt: bigint }>(rows: readonly Row[], dailyFrom: number): Row[] {
  const kept: Row[] = [];
  const monthOf = ({ day }: Row) => new Date(day).toISOString().slice(0, 7);
  for (const row of rows) {
    const last = kept.at(-1);
    if (!last || row.day >= dailyFrom || monthOf(last) !== monthOf(row)) kept.push(row);
    else kept[kept.length - 1] = { ...row, flowUsdt: last.flowUsdt + row.flowUsdt };
  }
  return kept;
}
