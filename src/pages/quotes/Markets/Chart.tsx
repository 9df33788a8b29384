import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { ProductQuote, QuoteCandle, QuoteInterval } from '../../../../contract/calls/quotes';
import { DataTable, type DataColumn } from '../../../components/DataTable';
import { EmptyState } from '../../../components/EmptyState';
import { ErrorState } from '../../../components/ErrorState';
import { TableSheet } from '../../../components/TableSheet';
import { REDUCED_MOTION, useMediaQuery } from '../../../components/useMediaQuery';
import { formatDate, formatDateTime } from '../../../format/date';
import type { Locale } from '../../../i18n/locales';
import { useLocale } from '../../../i18n/useLocale';
import { useTheme } from '../../../theme/theme';
import { formatPrice, pairOf, rangeOf } from '../quote';
import type { DrawnChart } from './candle-chart';
import { formatMark } from './mark';
import styles from './Markets.module.css';

export interface ChartProps {
  quote: ProductQuote;
  /** Oldest first. */
  candles: readonly QuoteCandle[];
  interval: QuoteInterval;
}

/** The drawing alone comes with its library, when a chart is opened. */
const loadDrawing = () => import('./candle-chart');

/** Days are the gateway's, which begin at midnight UTC; everything shorter is told in the device's zone. */
function candleTime(at: number, interval: QuoteInterval, locale: Locale): string {
  return interval === '1d' ? formatDate(at, { locale, timeZone: 'UTC' }) : formatDateTime(at, { locale });
}

/** Candles with the figures of the one that is pointed at, and the way to all of them. */
export function Chart({ quote, candles, interval }: ChartProps) {
  const { t } = useLingui();
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const shown = candles.find(({ at }) => at === pointedAt) ?? candles.at(-1);
  if (!shown) return <EmptyState hint={t`Candles appear here as prices come in.`} />;
  return (
    <section className={styles['chart']}>
      <ReadOut candle={shown} interval={interval} decimals={quote.decimals} />
      <Drawing quote={quote} candles={candles} interval={interval} onPoint={setPointedAt} />
      <p className={styles['legend']}>
        <span className={styles['short']}>
          <Trans>Average of 7</Trans>
        </span>
        <span className={styles['long']}>
          <Trans>Average of 20</Trans>
        </span>
        <span>
          <Trans>Hollow is rising, filled is falling</Trans>
        </span>
      </p>
      <TableSheet title={pairOf(quote)}>
        <Table candles={candles} interval={interval} decimals={quote.decimals} />
      </TableSheet>
      <p className={styles['legend']}>
        <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          TradingView Lightweight Charts™
        </a>
      </p>
    </section>
  );
}

/** The candle under the crosshair in figures, else the last one. */
function ReadOut({ candle, interval, decimals }: { candle: QuoteCandle; interval: QuoteInterval; decimals: number }) {
  const { t } = useLingui();
  const locale = useLocale();
  const figures = [
    { key: 'open', label: t`Opening`, value: candle.open },
    { key: 'high', label: t`High`, value: candle.high },
    { key: 'low', label: t`Low`, value: candle.low },
    { key: 'close', label: t`Closing`, value: candle.close },
  ];
  return (
    <div className={styles['readout']} data-moving>
      <span className={styles['meta']}>{candleTime(candle.at, interval, locale)}</span>
      <dl>
        {figures.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd className="rab-num">{formatPrice(value, decimals, locale)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The sentence that stands for the drawing: from, to, low, high. */
function useSentence({ quote, candles, interval }: ChartProps): string {
  const { t } = useLingui();
  const locale = useLocale();
  const [first, last, range] = [candles[0], candles.at(-1), rangeOf(candles)];
  if (!first || !last || !range) return '';
  const price = (value: string) => formatPrice(value, quote.decimals, locale);
  const pair = pairOf(quote);
  const [start, end] = [first, last].map(({ at }) => candleTime(at, interval, locale));
  const [from, to, low, high] = [price(first.open), price(last.close), price(range.low), price(range.high)];
  return t`${pair} from ${start} to ${end}: from ${from} to ${to}, lowest ${low}, highest ${high}`;
}

function Drawing(props: ChartProps & { onPoint: (at: number | null) => void }) {
  const { quote, candles, interval, onPoint } = props;
  const { decimals } = quote;
  const locale = useLocale();
  const { scheme, updown } = useTheme();
  const isStill = useMediaQuery(REDUCED_MOTION);
  const sentence = useSentence(props);
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<DrawnChart | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    let drawn: DrawnChart | null = null;
    let isWanted = true;
    loadDrawing()
      .then(({ drawChart }) => {
        if (!isWanted || !box.current) return;
        drawn = drawChart(box.current, {
          decimals,
          locale,
          isStill,
          onPoint,
          priceText: (price) => formatPrice(price, decimals, locale),
          timeText: (at) => candleTime(at, interval, locale),
          markText: (at, kind) => formatMark(at, kind, { locale, ...(interval === '1d' && { timeZone: 'UTC' }) }),
        });
        setChart(drawn);
      })
      .catch(() => isWanted && setFailed(true));
    return () => {
      isWanted = false;
      drawn?.remove();
      setChart(null);
    };
  }, [attempt, decimals, interval, locale, isStill, onPoint]);
  useEffect(() => chart?.show(candles), [chart, candles]);
  useEffect(() => chart?.recolour(), [chart, scheme, updown]);

  if (hasFailed) {
    const retry = () => {
      setFailed(false);
      setAttempt(attempt + 1);
    };
    return (
      <ErrorState
        reason={<Trans>The chart could not be loaded.</Trans>}
        safe={<Trans>The table has every figure.</Trans>}
        onRetry={retry}
      />
    );
  }
  return <div ref={box} className={styles['drawing']} role="img" aria-label={sentence} />;
}

/** Five columns of figures do not fit below this. */
const NARROW = '(max-width: 389px)';

/** Newest first, as every other list. On a narrow screen a candle has two lines. */
function Table({ candles, interval, decimals }: Pick<ChartProps, 'candles' | 'interval'> & { decimals: number }) {
  const locale = useLocale();
  const isNarrow = useMediaQuery(NARROW);
  const price = (value: string) => formatPrice(value, decimals, locale);
  const columns: [DataColumn, ...DataColumn[]] = isNarrow
    ? [
        { key: 'time', title: <Trans>Time</Trans> },
        { key: 'ends', title: <Trans>Opening, closing</Trans> },
        { key: 'range', title: <Trans>High, low</Trans> },
      ]
    : [
        { key: 'time', title: <Trans>Time</Trans> },
        { key: 'open', title: <Trans>Opening</Trans> },
        { key: 'high', title: <Trans>High</Trans> },
        { key: 'low', title: <Trans>Low</Trans> },
        { key: 'close', title: <Trans>Closing</Trans> },
      ];
  const linesOf = ({ open, high, low, close }: QuoteCandle) =>
    isNarrow
      ? [
          { ends: price(open), range: price(high) },
          { ends: price(close), range: price(low) },
        ]
      : [{ open: price(open), high: price(high), low: price(low), close: price(close) }];
  const rows = candles.toReversed().map((candle) => ({
    key: candle.at,
    head: candleTime(candle.at, interval, locale),
    lines: linesOf(candle),
  }));
  return <DataTable size="micro" columns={columns} rows={rows} />;
}
