/**
 * Draws candles by lightweight-charts, in the colours of the tokens. A chunk of its own, loaded with the first chart: it imports nothing of
 * ours, or Vite would load the styles of other chunks with it, of which those of the shell stand in the page and are no file. Numbers are
 * for places on the screen: every figure that a person reads comes from the candles' own texts.
 */
import {
  CandlestickSeries,
  createChart,
  LineSeries,
  LineStyle,
  TickMarkType,
  type CandlestickData,
  type LineData,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { QuoteCandle } from '../../../../contract/calls/quotes';

export interface ChartSettings {
  decimals: number;
  /** The language's tag. */
  locale: string;
  /** The person wants no motion. */
  isStill: boolean;
  priceText: (price: string) => string;
  /** A candle's beginning, UTC ms, in full … */
  timeText: (at: number) => string;
  /** … and as a mark on the scale. */
  markText: (at: number, kind: 'year' | 'day' | 'time') => string;
  /** Told the beginning of the candle under the crosshair; null when there is none. */
  onPoint: (at: number | null) => void;
}

export interface DrawnChart {
  show(candles: readonly QuoteCandle[]): void;
  /** Reads the tokens anew, after a change of the theme or of the direction of colours. */
  recolour(): void;
  remove(): void;
}

const SHORT = 7;
const LONG = 20;
const BAR_PX = 8;
const FONT_PX = 11;

const MARKS = {
  [TickMarkType.Year]: 'year',
  [TickMarkType.Month]: 'day',
  [TickMarkType.DayOfMonth]: 'day',
  [TickMarkType.Time]: 'time',
  [TickMarkType.TimeWithSeconds]: 'time',
} as const;

const timeOf = (at: number) => (at / 1000) as UTCTimestamp;
const msOf = (time: Time) => Number(time) * 1000;

function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = (token: string) => style.getPropertyValue(`--rab-${token}`).trim();
  return {
    ground: of('bg'),
    ink: of('ink-3'),
    grid: of('chart-grid'),
    cross: of('control'),
    label: of('ink-2'),
    up: of('up'),
    down: of('down'),
    short: of('c3'),
    long: of('c4'),
    font: of('font'),
  };
}

/** Means of the last closes, for the drawing alone: the table and the read-out have the exact prices. None before there are enough. */
function averages(candles: readonly QuoteCandle[], count: number): LineData<Time>[] {
  const closes = candles.map(({ close }) => Number.parseFloat(close));
  return candles.slice(count - 1).map(({ at }, index) => {
    const sum = closes.slice(index, index + count).reduce((total, close) => total + close, 0);
    return { time: timeOf(at), value: sum / count };
  });
}

function barOf({ at, open, high, low, close }: QuoteCandle): CandlestickData<Time> {
  const [o, h, l, c] = [open, high, low, close].map(Number.parseFloat) as [number, number, number, number];
  return { time: timeOf(at), open: o, high: h, low: l, close: c };
}

export function drawChart(box: HTMLElement, settings: ChartSettings): DrawnChart {
  const { decimals, locale, isStill, onPoint } = settings;
  const priceFormatter = (price: number) => settings.priceText(price.toFixed(decimals));
  const timeFormatter = (time: Time) => settings.timeText(msOf(time));
  const tickMarkFormatter = (time: Time, kind: TickMarkType) => settings.markText(msOf(time), MARKS[kind]);
  const chart = createChart(box, {
    autoSize: true,
    localization: { locale, priceFormatter, timeFormatter },
    // Its logo brings a style of its own, which the page's security policy refuses: the screen names the library instead.
    layout: { attributionLogo: false, fontSize: FONT_PX },
    handleScroll: { vertTouchDrag: false },
    kineticScroll: { touch: !isStill, mouse: false },
    // A price at the very edge would be cut in half.
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    timeScale: {
      borderVisible: false,
      barSpacing: BAR_PX,
      timeVisible: true,
      fixLeftEdge: true,
      fixRightEdge: true,
      tickMarkFormatter,
    },
  });
  const priceFormat = { type: 'price', precision: decimals, minMove: Number(`1e-${decimals}`) } as const;
  const bars = chart.addSeries(CandlestickSeries, { priceFormat });
  const quiet = {
    lineWidth: 1,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
  } as const;
  const short = chart.addSeries(LineSeries, { ...quiet, priceFormat });
  const long = chart.addSeries(LineSeries, { ...quiet, priceFormat });
  const recolour = () => {
    const { ground, ink, grid, cross, label, up, down, font, ...lines } = colours();
    const line = { color: cross, labelBackgroundColor: label };
    chart.applyOptions({
      layout: { background: { color: ground }, textColor: ink, fontFamily: font },
      grid: { vertLines: { visible: false }, horzLines: { color: grid, style: LineStyle.Dashed } },
      crosshair: { vertLine: line, horzLine: line },
    });
    // Hollow when rising, so that the colour is not all that tells.
    bars.applyOptions({
      upColor: ground,
      borderUpColor: up,
      wickUpColor: up,
      downColor: down,
      borderDownColor: down,
      wickDownColor: down,
      priceLineColor: label,
    });
    short.applyOptions({ color: lines.short });
    long.applyOptions({ color: lines.long });
  };
  recolour();
  chart.subscribeCrosshairMove(({ time }) => onPoint(time === undefined ? null : msOf(time)));
  return {
    show(candles) {
      bars.setData(candles.map(barOf));
      short.setData(averages(candles, SHORT));
      long.setData(averages(candles, LONG));
    },
    recolour,
    remove: () => chart.remove(),
  };
}
