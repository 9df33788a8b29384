import styles from './ProgressBar.module.css';

export interface ProgressBarProps {
  /** 0 … 1; anything outside is clamped. */
  value: number;
  /** What makes progress, for screen readers. */
  label: string;
}

/** A 6 px bar: the term of an order, a download. */
export function ProgressBar({ value, label }: ProgressBarProps) {
  const share = Math.min(1, Math.max(0, value));
  return (
    <div
      className={styles['bar']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <i style={{ width: `${share * 100}%` }} />
    </div>
  );
}
