import { Check } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import styles from './ChoiceList.module.css';

export interface ChoiceListProps<V extends string> {
  /** Names the choice for screen readers. */
  label: string;
  options: readonly { value: V; label: ReactNode; note?: ReactNode; /** The label's own language. */ lang?: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** One choice out of many as rows of a card. Native radio buttons underneath, so arrow keys work. */
export function ChoiceList<V extends string>({ label, options, value, onChange }: ChoiceListProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles['list']}>
      <legend className="rab-sr">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles['row']} lang={option.lang}>
          <input
            className="rab-sr"
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles['text']}>
            <span>{option.label}</span>
            {option.note !== undefined && <span className={styles['note']}>{option.note}</span>}
          </span>
          <Check className={styles['check']} size={20} strokeWidth={2} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  );
}
