import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Sheet } from './Sheet';
import styles from './TableSheet.module.css';

/** The way from a chart to its figures: a button, and the sheet with the table. */
export function TableSheet({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles['button']} onClick={() => setOpen(true)}>
        <Trans>View as table</Trans>
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={title}>
        {/* Long tables scroll, also by the keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles['content']} role="region" aria-label={title} tabIndex={0}>
          {children}
        </div>
      </Sheet>
    </>
  );
}
