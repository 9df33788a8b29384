import type { ReactNode } from 'react';
import { KeyValue, type KeyValueRow } from '../../../components/KeyValue';
import { QuoteFailed } from '../../../money/QuoteFailed';
import styles from './sheets.module.css';

interface QuoteFrameProps {
  label: ReactNode;
  /** The amount received; null while there is no quote: a dash holds the place. */
  figure: ReactNode;
  rows: readonly KeyValueRow[] | null;
  /** Text that tells why the quote failed; undefined when there is nothing to tell here. */
  error: string | undefined;
  onRetry: () => void;
}

/** Shows a quote while the person types: the amount received, the figures behind it, or why there are none. */
export function QuoteFrame({ label, figure, rows, error, onRetry }: QuoteFrameProps) {
  return (
    <>
      <div className={styles['receive']}>
        <p className={styles['label']}>{label}</p>
        <p className={styles['figure']}>{figure ?? <span className={styles['dash']}>–</span>}</p>
      </div>
      {rows !== null && <KeyValue rows={rows} />}
      <QuoteFailed text={error} onRetry={onRetry} />
    </>
  );
}
