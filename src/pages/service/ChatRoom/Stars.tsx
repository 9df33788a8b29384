import { useLingui } from '@lingui/react/macro';
import { Star } from 'lucide-react';
import { useId } from 'react';
import styles from './Stars.module.css';

const STARS = [1, 2, 3, 4, 5] as const;

/** One to five stars. Native radio buttons underneath, so arrow keys work. */
export function Stars({ value, onChange }: { value: number | null; onChange: (stars: number) => void }) {
  const { t } = useLingui();
  const name = useId();
  return (
    <fieldset className={styles['stars']}>
      <legend className="rab-sr">{t`Stars`}</legend>
      {STARS.map((stars) => (
        <label key={stars} className={styles['star']} data-filled={(value !== null && stars <= value) || undefined}>
          <input
            className="rab-sr"
            type="radio"
            name={name}
            checked={value === stars}
            aria-label={t`${stars} of 5`}
            onChange={() => onChange(stars)}
          />
          <Star size={32} strokeWidth={1.5} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  );
}
