import { useId, type ReactNode } from 'react';
import styles from './Switch.module.css';

export interface SwitchProps {
  label: ReactNode;
  note?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A setting that is on or off at once, as a row of a card. */
export function Switch({ label, note, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles['row']}>
      <span className={styles['text']}>
        <span id={id}>{label}</span>
        {note !== undefined && <span className={styles['note']}>{note}</span>}
      </span>
      <button
        type="button"
        role="switch"
        className={styles['switch']}
        aria-checked={checked}
        aria-labelledby={id}
        disabled={disabled}
        onClick={() => onChange(!checked)}
      >
        <i />
      </button>
    </div>
  );
}
