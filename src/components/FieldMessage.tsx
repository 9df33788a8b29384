import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './FieldMessage.module.css';

/** Below a field: the helper, or in its place the error with its icon. Always there, so that changes are announced. */
export function FieldMessage({ id, error, helper }: { id: string; error: ReactNode; helper?: ReactNode }) {
  const wrong = error !== undefined;
  const text = error ?? helper;
  return (
    <div id={id} className={wrong ? styles['error'] : styles['helper']} aria-live="polite">
      {wrong && <CircleAlert size={15} strokeWidth={2} aria-hidden="true" />}
      {text !== undefined && <span>{text}</span>}
    </div>
  );
}
