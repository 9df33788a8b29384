/** Computes where the parts of candles are drawn: prices are exact, only their place in the drawing is rounded. */
import type { rabGuideHistory } from '../../../../contract/calls/otc-rab';
import type { OutputOf } from '../../../../contract/call';
import { toUnits } from '../../../format/units';

export type Candle = OutputOf<typeof rabGuideHistory>['candles'][number];

export interface DrawnCandle {
  at: number;
  isUp: boolean;
  /** Middle and width of the body; share of the drawing's width. */
  x: number;
  width: number;
  /** Shares of the drawing's height, from above: of the wick, and of the body. */
  top: number;
  bottom: number;
  bodyTop: number;
  bodyBottom: number;
}

function priceUnits(price: string): bigint {
  return toUnits(price, 'USDT');
}

/** The lowest and the highest price of these candles, of which there is at least one; in units of USDT. */
export function priceRange(candles: readonly Candle[]): { low: bigint; high: bigint } {
  const [first, ...rest] = candles.map((candle) => ({ low: priceUnits(candle.low), high: priceUnits(candle.high) }));
  if (!first) throw new RangeError('no candles');
  return rest.reduce(
    (range, { low, high }) => ({ low: low < range.low ? low : range.low, high: high > range.high ? high : range.high }),
    first,
  );
}

/** Parts of the height that a place is rounded to. */
const STEPS = 10_000n;

/** Part of its place that a body fills. */
const FILLED = 0.64;

/** Candles by their time: where no trade was there is a gap. */
export function drawnCandles(candles: readonly Candle[]): DrawnCandle[] {
  const first = candles[0];
  const last = candles.at(-1);
  if (!first || !last) return [];
  const gaps = candles.slice(1).map(({ at }, index) => at - (candles[index]?.at ?? at));
  const step = Math.min(...gaps, Infinity);
  const places = Number.isFinite(step) ? (last.at - first.at) / step + 1 : 1;
  const { low, high } = priceRange(candles);
  const y = (price: string) =>
    high === low ? 0.5 : Number(((high - priceUnits(price)) * STEPS) / (high - low)) / Number(STEPS);
  return candles.map((candle) => {
    const place = Number.isFinite(step) ? (candle.at - first.at) / step : 0;
    const [open, close] = [y(candle.open), y(candle.close)];
    return {
      at: candle.at,
      isUp: close <= open,
      x: (place + 0.5) / places,
      width: FILLED / places,
      top: y(candle.high),
      bottom: y(candle.low),
      bodyTop: Math.min(open, close),
      bodyBottom: Math.max(open, close),
    };
  });
}
