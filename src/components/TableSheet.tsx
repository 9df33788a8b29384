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
        <div className={styles['content']}>{children}</div>
      </Sheet>
    </>
  );
}
