/** Candles out of prices, purely. A longer candle is the fold of the shorter ones in it, and of their prices. */
import type { Tick } from '../../adapters/quotes/source';

export interface Candle {
  /** Its beginning, a whole multiple of its length. */
  at: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
}

export function bucketOf(at: number, spanMs: number): number {
  return Math.floor(at / spanMs) * spanMs;
}

export function candleOf({ at, price }: Tick): Candle {
  return { at, open: price, high: price, low: price, close: price };
}

/** @param parts in order of time, none longer than a candle is to be; several may lie in one bucket */
export function fold(parts: readonly Candle[], spanMs: number): Candle[] {
  const candles: Candle[] = [];
  for (const part of parts) {
    const at = bucketOf(part.at, spanMs);
    const last = candles.at(-1);
    if (last?.at !== at) {
      candles.push({ ...part, at });
      continue;
    }
    if (part.high > last.high) last.high = part.high;
    if (part.low < last.low) last.low = part.low;
    last.close = part.close;
  }
  return candles;
}

/** Screens show these figures of 24 hours. */
export interface DayFigures {
  open: bigint;
  high: bigint;
  low: bigint;
  /** Closes of half hours, oldest first. */
  points: bigint[];
}

export const POINT_MS = 1_800_000;

/** @param candles of the 24 hours, in order. @returns null without any */
export function dayFigures(candles: readonly Candle[], maxPoints: number): DayFigures | null {
  const [day] = fold(
    candles.map((candle) => ({ ...candle, at: 0 })),
    POINT_MS,
  );
  if (!day) return null;
  const { open, high, low } = day;
  const points = fold(candles, POINT_MS).map(({ close }) => close);
  return { open, high, low, points: points.slice(-maxPoints) };
}
