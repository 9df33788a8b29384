import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { ProgressBar } from '../components/ProgressBar';
import { formatMegabytes, formatRate } from '../format/bytes';
import { formatSpan } from '../format/span';
import { useLocale } from '../i18n/useLocale';
import styles from './DownloadProgress.module.css';
import { rateOf, withSample, type Sample } from './rate';

export interface DownloadProgressProps {
  doneBytes: number;
  /** 0 until it is known what has to be loaded. */
  totalBytes: number;
}

/** Bytes per second, once that can be told. */
function useRate(doneBytes: number): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    setSamples((before) => withSample(before, { atMs: performance.now(), bytes: doneBytes }));
  }, [doneBytes]);
  return rateOf(samples);
}

/** Shows how much of an update is loaded, in MB (docs/rules.md §20), how fast it comes and how long it still takes. */
export function DownloadProgress({ doneBytes, totalBytes }: DownloadProgressProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const rate = useRate(doneBytes);
  const share = totalBytes === 0 ? 0 : doneBytes / totalBytes;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
  const [done, total] = [doneBytes, totalBytes].map((bytes) => formatMegabytes(bytes, locale));
  const left = rate === null ? '' : formatSpan(((totalBytes - doneBytes) / rate) * 1_000, locale);
  return (
    <div className={styles['progress']}>
      <p className={styles['line']}>
        <span className="rab-num">{percent}</span>
        <span className="rab-num">
          {done} / {total}
        </span>
      </p>
      <ProgressBar value={share} label={t`Downloading the update`} />
      <p className={styles['pace']}>
        {rate !== null && (
          <>
            <span className="rab-num">{formatRate(rate, locale)}</span>
            <span>
              <Trans>about {left} left</Trans>
            </span>
          </>
        )}
      </p>
    </div>
  );
}
