/** Computes figures of an equity series: its change, its range, the part of it in a period. Exact, never through a float. */
import { decimalToUnits, toUnits, toAmount, unitsToDecimal } from '../../../contract/money';
import { formatPercent } from '../../format/amount';

/** One point of `assets.equity`: `day` is a UTC midnight, amounts are decimal strings of USDT. */
export interface EquityPoint {
  day: number;
  totalUsdt: string;
  /** The sum of all money that came in from outside since the point before, less all that left. */
  flowUsdt: string;
}

export interface EquityChange {
  /** Signed gain in USDT, full precision: the difference less all inflows, plus all outflows. */
  amount: string;
  /** The gain as a fraction of where it started and what came in on balance, e.g. `"0.0045"`; null when that is zero. */
  fraction: string | null;
  direction: -1 | 0 | 1;
}

export const EQUITY_PERIODS = ['7d', '30d', '90d', '1y', 'all'] as const;
export type EquityPeriod = (typeof EQUITY_PERIODS)[number];

const FRACTION_DECIMALS = 12;
const DAY_MS = 86_400_000;
export const PERIOD_DAYS: Record<Exclude<EquityPeriod, 'all'>, number> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 };

/** The long history with the newer answer's points in place of its own; both oldest first. */
export function joined(history: readonly EquityPoint[], recent: readonly EquityPoint[]): readonly EquityPoint[] {
  const first = recent[0]?.day ?? Infinity;
  const older = history.filter(({ day }) => day < first);
  return older.length === 0 ? recent : [...older, ...recent];
}

/**
 * The gain from the first to the last of `points`, without inflows and outflows; null with fewer than two.
 * @throws RangeError on malformed amounts.
 */
export function changeOver(points: readonly EquityPoint[]): EquityChange | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const from = toUnits(first.totalUsdt, 'USDT');
  const flow = points.slice(1).reduce((sum, { flowUsdt }) => sum + toUnits(flowUsdt, 'USDT'), 0n);
  const difference = toUnits(last.totalUsdt, 'USDT') - from - flow;
  const base = from + (flow > 0n ? flow : 0n);
  return {
    amount: toAmount(difference, 'USDT'),
    fraction:
      base === 0n ? null : unitsToDecimal((difference * 10n ** BigInt(FRACTION_DECIMALS)) / base, FRACTION_DECIMALS),
    direction: difference === 0n ? 0 : difference < 0n ? -1 : 1,
  };
}

/** The change since the previous point, i.e. over the last day; null when there is no previous point. */
export function changeOverLastDay(points: readonly EquityPoint[]): EquityChange | null {
  return changeOver(points.slice(-2));
}

/** The change as a fraction, or null when there is none or it is too small for a percentage with two decimals. */
export function tellableFraction(change: EquityChange): string | null {
  const { fraction } = change;
  return fraction !== null && /[1-9]/.test(formatPercent(fraction, 'en')) ? fraction : null;
}

/** The points of a period that ends with the last point. Gaps stay gaps: nothing is filled in. */
export function pointsOf(points: readonly EquityPoint[], period: EquityPeriod): readonly EquityPoint[] {
  const last = points.at(-1);
  if (!last || period === 'all') return points;
  const from = last.day - PERIOD_DAYS[period] * DAY_MS;
  return points.filter((point) => point.day >= from);
}

/** The periods worth offering: one appears only when it shows other points than the shorter one before it. */
export function periodsOf(points: readonly EquityPoint[]): EquityPeriod[] {
  const counts = EQUITY_PERIODS.map((period) => pointsOf(points, period).length);
  return EQUITY_PERIODS.filter((_, at) => at === 0 || (counts[at] ?? 0) > (counts[at - 1] ?? 0));
}

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

/** The smallest and the largest total among `points`; null without points. */
export function rangeOf(points: readonly EquityPoint[]): { low: string; high: string } | null {
  const [first, ...rest] = points;
  if (!first) return null;
  let low = first;
  let high = first;
  for (const point of rest) {
    if (toUnits(point.totalUsdt, 'USDT') < toUnits(low.totalUsdt, 'USDT')) low = point;
    if (toUnits(point.totalUsdt, 'USDT') > toUnits(high.totalUsdt, 'USDT')) high = point;
  }
  return { low: low.totalUsdt, high: high.totalUsdt };
}

const HEIGHT_STEPS = 10_000n;

/**
 * Returns the drawing position of each point: `x` and `y` in 0…1, `y` 0 at the lowest total. Only these positions leave exact
 * arithmetic, never a figure that a person reads. `x` follows the days, so a missing day leaves its room.
 */
export function plot(points: readonly EquityPoint[]): { x: number; y: number }[] {
  const range = rangeOf(points);
  const first = points[0];
  const last = points.at(-1);
  if (!range || !first || !last) return [];
  const scale = 18;
  const low = decimalToUnits(range.low, scale);
  const span = decimalToUnits(range.high, scale) - low;
  const days = last.day - first.day;
  return points.map((point) => {
    const height =
      span === 0n ? HEIGHT_STEPS / 2n : ((decimalToUnits(point.totalUsdt, scale) - low) * HEIGHT_STEPS) / span;
    return { x: days === 0 ? 1 : (point.day - first.day) / days, y: Number(height) / Number(HEIGHT_STEPS) };
  });
}
