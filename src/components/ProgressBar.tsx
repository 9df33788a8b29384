import styles from './ProgressBar.module.css';

export interface ProgressBarProps {
  /** 0 … 1; anything outside is clamped. Null: nobody can tell how far it is. */
  value: number | null;
  /** Names, for screen readers, the thing that makes progress. */
  label: string;
}

/** A 6 px bar: the term of an order, a download. */
export function ProgressBar({ value, label }: ProgressBarProps) {
  const share = value === null ? null : Math.min(1, Math.max(0, value));
  return (
    <div
      className={styles['bar']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
    >
      <i {...(share === null ? { className: styles['open'] } : { style: { width: `${share * 100}%` } })} />
    </div>
  );
}
