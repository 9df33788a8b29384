import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './EntryHeading.module.css';

/** Stands above digits that are sent at once: names the code, and tells why the last entry was refused. Both are spoken. */
export function EntryHeading({ label, error }: { label: string; error?: ReactNode }) {
  return (
    <>
      <h2 className={styles['label']} aria-live="polite">
        {label}
      </h2>
      <p className={styles['error']} role="alert">
        {error !== undefined && (
          <>
            <CircleAlert size={15} strokeWidth={2} aria-hidden="true" />
            {error}
          </>
        )}
      </p>
    </>
  );
}
