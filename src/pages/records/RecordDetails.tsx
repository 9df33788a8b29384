import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { Button } from '../../components/Button';
import { copyText } from '../../components/copy';
import { KeyValue, type KeyValueRow } from '../../components/KeyValue';
import { useNavigation } from '../../app/navigation';
import { afterSheetClosed } from '../../components/useSheetHistory';
import styles from './RecordDetails.module.css';

export interface RecordDetailsProps {
  rows: readonly KeyValueRow[];
  /** Identifiers that the person may have to quote to somebody. */
  copies: readonly { label: string; text: string }[];
  /** Leads to the record's cause. */
  link?: { label: string; path: string; query: Record<string, string> };
  /** Closes the sheet that this is the body of, before the link is followed. */
  onClose: () => void;
}

/** The body of a record's sheet: its figures, its identifiers to copy, the way to its cause. */
export function RecordDetails({ rows, copies, link, onClose }: RecordDetailsProps) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const follow = (path: string, query: Record<string, string>) => {
    onClose();
    afterSheetClosed(() => open(path, query));
  };
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
        <Button variant="soft" block onClick={() => follow(link.path, link.query)}>
          {link.label}
        </Button>
      )}
    </div>
  );
}
