import { useId, type ReactNode } from 'react';
import styles from './Segmented.module.css';

export interface SegmentedProps<V extends string> {
  /** Names the choice for screen readers. */
  label: string;
  options: readonly { value: V; label: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
}

/** Two to four choices side by side. Native radio buttons underneath, so arrow keys work. */
export function Segmented<V extends string>({ label, options, value, onChange }: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles['segmented']}>
      <legend className="rab-sr">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <input
            className={styles['input']}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
