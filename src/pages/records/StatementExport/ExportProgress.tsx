import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../components/Button';
import { ProgressBar } from '../../../components/ProgressBar';
import { formatCount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import styles from './StatementExport.module.css';

export interface ExportProgressProps {
  done: number;
  total: number | null;
  onCancel: () => void;
}

/** Shows how far the file is. While older records are loading, nobody knows how many there will be. */
export function ExportProgress({ done, total, onCancel }: ExportProgressProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const count = formatCount(done, locale);
  return (
    <div className={styles['body']}>
      <ProgressBar value={total === null || total === 0 ? 0 : done / total} label={t`Making the file`} />
      <p className={styles['note']}>
        {total === null ? (
          <Trans>
            <Plural value={done} one="# record" other="# records" /> so far
          </Trans>
        ) : (
          <Trans>
            {count} of <Plural value={total} one="# record" other="# records" />
          </Trans>
        )}
      </p>
      <Button variant="soft" block onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
