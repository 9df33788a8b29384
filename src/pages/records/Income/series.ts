/** Computes the bars of income by day. Exact; only the heights of bars leave exact arithmetic, never a figure that a person reads. */
import { INCOME_TYPES, type incomeSeries, type IncomeType } from '../../../../contract/calls/income';
import type { OutputOf } from '../../../../contract/call';
import { ASSETS, toAmount, type AssetCode } from '../../../../contract/money';
import { toUnits } from '../../../format/units';

export type IncomeSeries = OutputOf<typeof incomeSeries>;

const DAY_MS = 86_400_000;

export const PERIODS = ['30', '90'] as const;
export type Period = (typeof PERIODS)[number];

/** The income of one type on one day. */
export interface Part {
  type: IncomeType;
  amount: string;
  /** In thousandths of the highest day. */
  height: number;
}

export interface Bar {
  /** UTC midnight. */
  day: number;
  parts: readonly Part[];
  amount: string;
}

export interface Bars {
  /** One for each day of the period, oldest first; a day without income has no parts. */
  bars: readonly Bar[];
  /** Sums up each type's income, in the order of types; leaves out types without income. */
  totals: readonly { type: IncomeType; amount: string }[];
  total: string;
  /** The day with the most; null when there is no income. */
  highest: Bar | null;
}

const STEPS = 1_000n;

/** The series in one asset. @param type of this type alone */
export function barsOf(
  { today, points }: IncomeSeries,
  { period, asset, type }: { period: Period; asset: AssetCode; type: IncomeType | 'all' },
): Bars {
  const days = Number(period);
  const first = today - (days - 1) * DAY_MS;
  const chosen = points.filter(
    (one) => one.asset === asset && one.day >= first && (type === 'all' || one.type === type),
  );
  const sum = (all: IncomeSeries['points']) => all.reduce((units, { amount }) => units + toUnits(amount, asset), 0n);
  const byDay = new Map<number, IncomeSeries['points']>();
  for (const point of chosen) byDay.set(point.day, [...(byDay.get(point.day) ?? []), point]);
  const highest = [...byDay.values()].map(sum).reduce((most, units) => (units > most ? units : most), 0n);
  const height = (amount: string) => (highest === 0n ? 0 : Number((toUnits(amount, asset) * STEPS) / highest));
  const bars = Array.from({ length: days }, (_, index): Bar => {
    const day = first + index * DAY_MS;
    const ofDay = byDay.get(day) ?? [];
    const parts = INCOME_TYPES.flatMap((one) => ofDay.filter((point) => point.type === one)).map((point) => ({
      type: point.type,
      amount: point.amount,
      height: height(point.amount),
    }));
    return { day, parts, amount: toAmount(sum(ofDay), asset) };
  });
  return {
    bars,
    totals: INCOME_TYPES.flatMap((one) => {
      const ofType = chosen.filter((point) => point.type === one);
      return ofType.length === 0 ? [] : [{ type: one, amount: toAmount(sum(ofType), asset) }];
    }),
    total: toAmount(sum(chosen), asset),
    highest: highest === 0n ? null : (bars.find(({ amount }) => toUnits(amount, asset) === highest) ?? null),
  };
}

/** The assets that income came in, in their usual order; USDT where there was none. */
export function assetsOf({ points }: IncomeSeries): readonly AssetCode[] {
  const found = (Object.keys(ASSETS) as AssetCode[]).filter((asset) => points.some((one) => one.asset === asset));
  return found.length === 0 ? ['USDT'] : found;
}
