import { useMemo } from 'react';
import styles from './Sparkline.module.css';

export interface SparklineProps {
  /** Decimal strings in order of time; a chart may be inexact, the read-out beside it is not. */
  points: readonly string[];
  /** A sentence: from, to, low, high. */
  label: string;
  tone?: 'up' | 'down' | 'c1' | 'c2' | 'c3' | 'c4' | 'c5' | 'c6';
  width?: number;
  height?: number;
  /** A tint below the line. */
  filled?: boolean;
}

const EDGE = 2;

/** The line's points in px, joined straight: smoothing would invent values. */
function linePoints(points: readonly string[], width: number, height: number): [x: number, y: number][] {
  const values = points.map(Number.parseFloat);
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values.map((value, index) => {
    const share = range === 0 ? 0.5 : (value - low) / range;
    return [index * step, EDGE + (1 - share) * (height - 2 * EDGE)];
  });
}

/** A small line of a price or balance over time. */
export function Sparkline({ points, label, tone = 'c1', width = 58, height = 26, filled = false }: SparklineProps) {
  const line = useMemo(
    () =>
      linePoints(points, width, height)
        .map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`)
        .join('L'),
    [points, width, height],
  );
  if (points.length === 0) return null;
  return (
    <svg
      className={`${styles['spark']} ${styles[tone]}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {filled && <path className={styles['fill']} d={`M${line}L${width} ${height}L0 ${height}Z`} />}
      <path className={styles['line']} d={`M${line}`} />
    </svg>
  );
}
