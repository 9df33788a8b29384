import type { ReactNode } from 'react';
import styles from './Ring.module.css';

export interface RingProps {
  /** Part of the whole that is left, 0 … 1. */
  value: number;
  /** Diameter in px. */
  size?: number;
  /** waiting: for an order's time, in the colour of warnings' marks. */
  tone?: 'primary' | 'waiting';
  /** In the middle; the text that says the same as the ring. */
  children?: ReactNode;
}

const RADIUS = 16;
const LENGTH = 2 * Math.PI * RADIUS;

/** A ring that empties, for time-limited quotes and orders. Decorative: say the time in text beside or inside it. */
export function Ring({ value, size = 36, tone = 'primary', children }: RingProps) {
  const share = Math.min(1, Math.max(0, value));
  return (
    <span className={styles['ring']} data-tone={tone} style={{ width: size, height: size }}>
      <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden="true">
        <circle className={styles['track']} cx="18" cy="18" r={RADIUS} />
        <circle
          className={styles['value']}
          cx="18"
          cy="18"
          r={RADIUS}
          strokeDasharray={`${share * LENGTH} ${LENGTH}`}
        />
      </svg>
      <span className={styles['text']}>{children}</span>
    </span>
  );
}
