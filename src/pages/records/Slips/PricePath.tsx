import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { OutputOf } from '../../../../contract/call';
import { deliverySlip } from '../../../../contract/calls/slips';
import { useCall } from '../../../bridge/useCall';
import { DataTable } from '../../../components/DataTable';
import { plot, rangeOf } from '../../../components/day-curve';
import { formatDateTime, formatMoment } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { decimalsOf, figure, type Slip } from './slip';
import styles from './Slips.module.css';

type PathPoint = OutputOf<typeof deliverySlip>['path'][number];

/** Keeps the line's stroke inside the drawing. */
const TOP = 6;
const BOTTOM = 94;

const TONES = { profit: 'up', loss: 'down', even: 'even' } as const;

/** The path that the gateway tells; until it is there, the straight way from opening to closing. */
function usePath({ id, openedAt, openPrice, closedAt, closePrice }: Slip): readonly PathPoint[] {
  const { data } = useCall(deliverySlip, { id });
  const ends = useMemo(
    () => [
      { at: openedAt, price: openPrice },
      { at: closedAt, price: closePrice },
    ],
    [openedAt, openPrice, closedAt, closePrice],
  );
  return data?.path ?? ends;
}

interface Drawn {
  points: { x: number; y: number }[];
  /** Heights of the lowest and the highest price. */
  edges: number[];
}

/** Lays out the path in a square of 100; prices of one moment lie at equal steps. */
function draw(path: readonly PathPoint[], { high, low }: Slip): Drawn {
  const last = path.at(-1)?.at ?? 0;
  const spanMs = last - (path[0]?.at ?? 0);
  const told = [high, low].filter((price) => price !== null);
  const values = [...path, ...told.map((price) => ({ at: last, price }))];
  const places = plot(values.map(({ at, price }) => ({ day: at, value: price })));
  const height = (y: number) => BOTTOM - y * (BOTTOM - TOP);
  return {
    points: places.slice(0, path.length).map(({ x, y }, index) => ({
      x: (spanMs === 0 ? index / Math.max(1, path.length - 1) : x) * 100,
      y: height(y),
    })),
    edges: places.slice(path.length).map(({ y }) => height(y)),
  };
}

/** A slip's price from opening to closing, drawn and as a table. */
export function PricePath({ slip }: { slip: Slip }) {
  const locale = useLocale();
  const path = usePath(slip);
  const decimals = decimalsOf([
    ...path.map(({ price }) => price),
    ...[slip.high, slip.low].filter((one) => one !== null),
  ]);
  const price = (value: string) => figure(value, locale, decimals);
  const { points, edges } = useMemo(() => draw(path, slip), [path, slip]);
  const sentence = useSentence(path, slip, price);
  const last = points.at(-1);
  if (!last) return null;
  const line = points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
  return (
    <div className={styles['path']}>
      <div className={`${styles['plot']} ${styles[TONES[slip.result]]}`} role="img" aria-label={sentence}>
        <svg className={styles['drawing']} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {edges.map((y) => (
            <line key={y} className={styles['edge']} x1="0" x2="100" y1={y} y2={y} vectorEffect="non-scaling-stroke" />
          ))}
          <polygon className={styles['area']} points={`0,100 ${line} 100,100`} />
          <polyline className={styles['line']} points={line} vectorEffect="non-scaling-stroke" />
        </svg>
        <i className={styles['dot']} style={{ insetInlineStart: `${last.x}%`, top: `${last.y}%` }} />
      </div>
      <div className={styles['ends']} aria-hidden="true">
        <span className="rab-num">{price(slip.openPrice)}</span>
        <span className="rab-num">{price(slip.closePrice)}</span>
      </div>
      <details className={styles['table']}>
        <summary>
          <Trans>View as table</Trans>
        </summary>
        <DataTable
          columns={[
            { key: 'at', title: <Trans>Time</Trans> },
            { key: 'price', title: <Trans>Price at the time</Trans> },
          ]}
          rows={path.map((point, index) => ({
            key: index,
            head: formatMoment(point.at, slip.closedAt, { locale }),
            lines: [{ price: price(point.price) }],
          }))}
        />
      </details>
    </div>
  );
}

/** The sentence that stands for the drawing: from, to, low, high. */
function useSentence(path: readonly PathPoint[], slip: Slip, price: (value: string) => string): string {
  const { t } = useLingui();
  const locale = useLocale();
  const { openedAt, closedAt, openPrice, closePrice, high, low } = slip;
  const told = [...path.map((point) => point.price), ...[high, low].filter((one) => one !== null)];
  const range = rangeOf(told.map((value) => ({ day: 0, value })));
  const [start, end] = [formatDateTime(openedAt, { locale }), formatDateTime(closedAt, { locale })];
  const [from, to] = [price(openPrice), price(closePrice)];
  const [lowest, highest] = [price(range?.low ?? openPrice), price(range?.high ?? openPrice)];
  return t`Price from ${start} to ${end}: from ${from} to ${to}, lowest ${lowest}, highest ${highest}`;
}
