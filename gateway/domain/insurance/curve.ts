/** Works out the fund's balance at the end of each UTC day. Pure. */
import type { DayMovement } from './repo';

const DAY_MS = 86_400_000;

export interface CurvePoint {
  /** UTC midnight. */
  day: number;
  balance: bigint;
}

/** The last `days` days up to today, oldest first, from the first movement on. @param movements oldest first */
export function curveOf(movements: readonly DayMovement[], now: number, days: number): CurvePoint[] {
  const [first] = movements;
  if (!first) return [];
  const today = Math.max(now - (now % DAY_MS), movements.at(-1)?.day ?? 0);
  const from = Math.max(first.day, today - (days - 1) * DAY_MS);
  const net = new Map(movements.map(({ day, inflow, outflow }) => [day, inflow - outflow]));
  let balance = movements
    .filter(({ day }) => day < from)
    .reduce((sum, { inflow, outflow }) => sum + inflow - outflow, 0n);
  return Array.from({ length: (today - from) / DAY_MS + 1 }, (_, index) => {
    const day = from + index * DAY_MS;
    balance += net.get(day) ?? 0n;
    return { day, balance };
  });
}
