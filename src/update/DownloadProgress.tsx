import { useLingui } from '@lingui/react/macro';
import { ProgressBar } from '../components/ProgressBar';
import { formatMegabytes } from '../format/bytes';
import { useLocale } from '../i18n/useLocale';
import styles from './DownloadProgress.module.css';

export interface DownloadProgressProps {
  doneBytes: number;
  /** 0 until it is known what has to be loaded. */
  totalBytes: number;
}

/** How much of an update is loaded, in MB (product spec §4). */
export function DownloadProgress({ doneBytes, totalBytes }: DownloadProgressProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const share = totalBytes === 0 ? 0 : doneBytes / totalBytes;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
  const [done, total] = [doneBytes, totalBytes].map((bytes) => formatMegabytes(bytes, locale));
  return (
    <div className={styles['progress']}>
      <p className={styles['line']}>
        <span className="rab-num">{percent}</span>
        <span className="rab-num">
          {done} / {total}
        </span>
      </p>
      <ProgressBar value={share} label={t`Downloading the update`} />
    </div>
  );
}
