import { plot, type EquityPoint } from './equity';
import styles from './EquityCurve.module.css';

/** Keeps the line's stroke inside the drawing. */
const TOP = 6;
const BOTTOM = 94;

export interface EquityCurveProps {
  points: readonly EquityPoint[];
  /** The sentence that stands for the drawing: from, to, low, high. */
  label: string;
}

/** Total assets over time as straight lines between the points that exist; no value is invented between them. */
export function EquityCurve({ points, label }: EquityCurveProps) {
  const at = plot(points).map(({ x, y }) => ({ x: x * 100, y: BOTTOM - y * (BOTTOM - TOP) }));
  const last = at.at(-1);
  if (!last || at.length < 2) return null;
  const line = at.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
  return (
    <div className={styles['plot']} role="img" aria-label={label}>
      <svg className={styles['drawing']} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <polygon className={styles['area']} points={`${at[0]?.x ?? 0},100 ${line} ${last.x},100`} />
        <polyline className={styles['line']} points={line} vectorEffect="non-scaling-stroke" />
      </svg>
      <i className={styles['end']} style={{ insetInlineStart: `${last.x}%`, top: `${last.y}%` }} />
    </div>
  );
}
