import { useLingui } from '@lingui/react/macro';
import { Delete } from 'lucide-react';
import styles from './Keypad.module.css';

export interface KeypadProps {
  onDigit: (digit: string) => void;
  onDelete: () => void;
  disabled?: boolean;
}

/** The digits in their fixed order. */
export function Keypad({ onDigit, onDelete, disabled }: KeypadProps) {
  const { t } = useLingui();
  return (
    <div className={styles['keypad']} role="group" aria-label={t`Keypad`}>
      {['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map((digit) => (
        <button key={digit} type="button" className={styles['key']} disabled={disabled} onClick={() => onDigit(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" className={styles['delete']} aria-label={t`Delete`} disabled={disabled} onClick={onDelete}>
        <Delete size={24} strokeWidth={1.7} aria-hidden="true" />
      </button>
    </div>
  );
}
