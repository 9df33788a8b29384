import type { ReactNode } from 'react';
import styles from './KeyValue.module.css';

export interface KeyValueRow {
  label: ReactNode;
  value: ReactNode;
  /** The total. */
  strong?: boolean;
}

/** Labels and values of a sheet or a detail page, as a definition list. */
export function KeyValue({ rows }: { rows: readonly KeyValueRow[] }) {
  return (
    <dl className={styles['list']}>
      {rows.map((row, index) => (
        <div key={index} className={styles['row']}>
          <dt>{row.label}</dt>
          <dd className={row.strong ? styles['strong'] : undefined}>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
