/** Where the parts of candles stand in a drawing; charts may be inexact, the read-out beside them is not. */
import type { otcGuideHistory } from '../../../../contract/calls/otc';
import type { OutputOf } from '../../../../contract/call';

export type Candle = OutputOf<typeof otcGuideHistory>['candles'][number];

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
  const low = Math.min(...candles.map((candle) => Number.parseFloat(candle.low)));
  const high = Math.max(...candles.map((candle) => Number.parseFloat(candle.high)));
  const y = (price: string) => (high === low ? 0.5 : (high - Number.parseFloat(price)) / (high - low));
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
