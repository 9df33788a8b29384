import { useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyText } from '../../../components/copy';
import styles from './TradeDetail.module.css';

interface CopyRowProps {
  /** Plain text: it also names the button. */
  label: string;
  value: ReactNode;
  /** The text for the clipboard; without it the row has no button. */
  copy?: string;
}

/** A label and its value with a button that copies it, as a row of a definition list. */
export function CopyRow({ label, value, copy }: CopyRowProps) {
  const { t } = useLingui();
  return (
    <div className={styles['row']}>
      <dt>{label}</dt>
      <dd>
        <span>{value}</span>
        {copy !== undefined && (
          <button
            type="button"
            className={styles['copy']}
            aria-label={t`Copy: ${label}`}
            title={t`Copy: ${label}`}
            onClick={() => void copyText(copy)}
          >
            <Copy size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
      </dd>
    </div>
  );
}
