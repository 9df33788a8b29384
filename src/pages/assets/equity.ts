/** Computes figures of an equity series: its change, and the part of it in a period. Exact, never through a float. */
import { toAmount, unitsToDecimal } from '../../../contract/money';
import { toUnits } from '../../format/units';
import type { DayValue } from '../../components/day-curve';
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

/** Each day's total, as a curve shows it. */
export const valuesOf = (points: readonly EquityPoint[]): DayValue[] =>
  points.map(({ day, totalUsdt }) => ({ day, value: totalUsdt }));
