import { useMemo } from 'react';
import { drawnCandles, type Candle } from './candles';
import styles from './Candles.module.css';

export interface CandlesProps {
  candles: readonly Candle[];
  /** The sentence that stands for the drawing: from, to, low, high. */
  label: string;
  isLarge?: boolean;
}

/** Keeps wicks inside the drawing, and the smallest body visible; of 100. */
const EDGE = 3;
const MIN_BODY = 2;

const percent = (share: number) => EDGE + share * (100 - 2 * EDGE);

/** Prices over time as candles. */
export function Candles({ candles, label, isLarge = false }: CandlesProps) {
  const drawn = useMemo(() => drawnCandles(candles), [candles]);
  return (
    <svg
      className={isLarge ? styles['large'] : styles['small']}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {drawn.map(({ at, isUp, x, width, top, bottom, bodyTop, bodyBottom }) => (
        <g key={at} className={isUp ? styles['up'] : styles['down']}>
          <line x1={x * 100} x2={x * 100} y1={percent(top)} y2={percent(bottom)} vectorEffect="non-scaling-stroke" />
          <rect
            x={(x - width / 2) * 100}
            width={width * 100}
            y={percent(bodyTop)}
            height={Math.max(percent(bodyBottom) - percent(bodyTop), MIN_BODY)}
          />
        </g>
      ))}
    </svg>
  );
}
