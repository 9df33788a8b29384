/** Works out the drawing of values by day. Exact, but for where a point lies on the screen. */
import { decimalToUnits } from '../../contract/money';

/** A value at the end of a day: `day` is a UTC midnight, `value` a decimal string. */
export interface DayValue {
  day: number;
  value: string;
}

const DAY_MS = 86_400_000;
const DECIMALS = 18;
const units = (value: string) => decimalToUnits(value, DECIMALS);

/** Older points are one a month (contract `equityHistory`). */
const DAILY_DAYS = 366;
const LONGEST_MONTH_DAYS = 31;

/** Points between which no day, or in the monthly part no month, is missing: the curve has a gap where one is. */
export function stretchesOf<P extends { day: number }>(points: readonly P[]): P[][] {
  const dailyFrom = (points.at(-1)?.day ?? 0) - DAILY_DAYS * DAY_MS;
  const stretches: P[][] = [];
  let before: P | undefined;
  for (const point of points) {
    const most = before && before.day < dailyFrom ? LONGEST_MONTH_DAYS : 1;
    const stretch = stretches.at(-1);
    if (stretch && before && point.day - before.day <= most * DAY_MS) stretch.push(point);
    else stretches.push([point]);
    before = point;
  }
  return stretches;
}

/** The smallest and the largest value among `points`; null without points. */
export function rangeOf(points: readonly DayValue[]): { low: string; high: string } | null {
  const [first, ...rest] = points;
  if (!first) return null;
  let low = first;
  let high = first;
  for (const point of rest) {
    if (units(point.value) < units(low.value)) low = point;
    if (units(point.value) > units(high.value)) high = point;
  }
  return { low: low.value, high: high.value };
}

const HEIGHT_STEPS = 10_000n;

/**
 * Returns the drawing position of each point: `x` and `y` in 0…1, `y` 0 at the lowest value. Only these positions leave exact
 * arithmetic, never a figure that a person reads. `x` follows the days, so a missing day leaves its room.
 */
export function plot(points: readonly DayValue[]): { x: number; y: number }[] {
  const range = rangeOf(points);
  const first = points[0];
  const last = points.at(-1);
  if (!range || !first || !last) return [];
  const low = units(range.low);
  const span = units(range.high) - low;
  const days = last.day - first.day;
  return points.map((point) => {
    const height = span === 0n ? HEIGHT_STEPS / 2n : ((units(point.value) - low) * HEIGHT_STEPS) / span;
    return { x: days === 0 ? 1 : (point.day - first.day) / days, y: Number(height) / Number(HEIGHT_STEPS) };
  });
}
