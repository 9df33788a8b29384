import { Check } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import styles from './FilterChips.module.css';

/** So that the next chip shows that there is more. */
const ROOM_BEHIND_PX = 24;

export interface ChipOption<V extends string> {
  value: V;
  label: ReactNode;
}

export interface ChipGroup<V extends string> {
  label: string;
  options: readonly ChipOption<V>[];
  value: V;
  onChange: (value: V) => void;
}

/** A radio group as chips; arrow keys move the choice as in any radio group. */
export function ChipRadios<V extends string>({ label, options, value, onChange }: ChipGroup<V>) {
  const name = useId();
  return (
    <div className={styles['group']} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles['chip']}>
          <input
            className={styles['radio']}
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

export interface ChipButtonProps {
  label: string;
  children: ReactNode;
  /** It narrows the list just now. */
  isActive: boolean;
  onClick: () => void;
}

/** A chip that opens something to choose from. */
export function ChipButton({ label, children, isActive, onClick }: ChipButtonProps) {
  return (
    <div className={styles['group']}>
      <button
        type="button"
        className={styles['chip']}
        data-active={isActive || undefined}
        aria-haspopup="dialog"
        aria-label={label}
        onClick={onClick}
      >
        {children}
      </button>
    </div>
  );
}

/** A chip that is on or off. */
export function ChipToggle({
  children,
  isOn,
  onChange,
}: {
  children: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <div className={styles['group']}>
      <button
        type="button"
        className={styles['chip']}
        data-active={isOn || undefined}
        aria-pressed={isOn}
        onClick={() => onChange(!isOn)}
      >
        {isOn && <Check size={14} strokeWidth={2.4} aria-hidden="true" />}
        {children}
      </button>
    </div>
  );
}

/** Selects the choices that narrow the list: the first choice of each group does not. */
const CHOSEN = 'label:not(:first-child):has(:checked), [data-active]';

/** Filters in one row that scrolls sideways; scrolls a filter that a link or the way back has chosen into sight. */
export function FilterRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const scroller = row.current;
    const chosen = [...(scroller?.querySelectorAll(CHOSEN) ?? [])].at(-1);
    if (!scroller || !chosen) return;
    const beyondPx = chosen.getBoundingClientRect().right - scroller.getBoundingClientRect().right;
    if (beyondPx > 0) scroller.scrollLeft += beyondPx + ROOM_BEHIND_PX;
  }, []);
  return (
    <div ref={row} className={styles['scroller']}>
      {children}
    </div>
  );
}
