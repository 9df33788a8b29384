import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { Button } from '../../components/Button';
import { copyText } from '../../components/copy';
import { KeyValue, type KeyValueRow } from '../../components/KeyValue';
import styles from './RecordDetails.module.css';

export interface RecordDetailsProps {
  rows: readonly KeyValueRow[];
  /** Identifiers that one may have to quote to somebody. */
  copies: readonly { label: string; text: string }[];
  /** Where the record came from. */
  link?: { label: string; href: string };
}

/** The body of a record's sheet: its figures, its identifiers to copy, the way to what caused it. */
export function RecordDetails({ rows, copies, link }: RecordDetailsProps) {
  const { t } = useLingui();
  return (
    <div className={styles['details']}>
      <KeyValue rows={rows} />
      <ul className={styles['copies']}>
        {copies.map(({ label, text }) => (
          <li key={label} className={styles['copy']}>
            <span className={styles['label']}>{label}</span>
            <code className={styles['text']}>{text}</code>
            <button
              type="button"
              className={styles['button']}
              aria-label={t`Copy: ${label}`}
              onClick={() => void copyText(text)}
            >
              <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
              <Trans>Copy</Trans>
            </button>
          </li>
        ))}
      </ul>
      {link && (
        <Button variant="soft" block href={link.href}>
          {link.label}
        </Button>
      )}
    </div>
  );
}
