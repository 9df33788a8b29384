/**
 * Draws candles by lightweight-charts, in the colours of the tokens. A chunk of its own, loaded with the first chart. Numbers are for places
 * on the screen: every figure that a person reads comes from the candles' own texts.
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
import type { QuoteCandle, QuoteInterval } from '../../../../contract/calls/quotes';
import { formatDate, formatDateTime, formatTime } from '../../../format/date';
import type { Locale } from '../../../i18n/locales';
import { formatPrice } from '../quote';

export interface ChartSettings {
  decimals: number;
  interval: QuoteInterval;
  locale: Locale;
  /** The person wants no motion. */
  isStill: boolean;
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

/** Means of the last closes; none before there are enough. */
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

/** Days are days in UTC; times are the device's. */
function markText(time: Time, kind: TickMarkType, { interval, locale }: ChartSettings): string {
  const isTime = kind === TickMarkType.Time || kind === TickMarkType.TimeWithSeconds;
  if (isTime) return formatTime(msOf(time), { locale });
  const format = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    ...(kind === TickMarkType.Year ? { year: 'numeric' } : { month: 'numeric', day: 'numeric' }),
    ...(interval === '1d' ? { timeZone: 'UTC' } : {}),
  });
  return format.format(msOf(time));
}

export function drawChart(box: HTMLElement, settings: ChartSettings): DrawnChart {
  const { decimals, interval, locale, isStill, onPoint } = settings;
  const priceFormatter = (price: number) => formatPrice(price.toFixed(decimals), decimals, locale);
  const timeFormatter = (time: Time) =>
    interval === '1d' ? formatDate(msOf(time), { locale, timeZone: 'UTC' }) : formatDateTime(msOf(time), { locale });
  const chart = createChart(box, {
    autoSize: true,
    localization: { locale, priceFormatter, timeFormatter },
    // Its logo brings a style of its own, which the page's security policy refuses: the screen names the library instead.
    layout: { attributionLogo: false, fontSize: FONT_PX },
    handleScroll: { vertTouchDrag: false },
    kineticScroll: { touch: !isStill, mouse: false },
    rightPriceScale: { borderVisible: false },
    timeScale: {
      borderVisible: false,
      barSpacing: BAR_PX,
      timeVisible: true,
      fixLeftEdge: true,
      fixRightEdge: true,
      tickMarkFormatter: (time: Time, kind: TickMarkType) => markText(time, kind, settings),
    },
  });
  const priceFormat = { type: 'price', precision: decimals, minMove: 10 ** -decimals } as const;
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
