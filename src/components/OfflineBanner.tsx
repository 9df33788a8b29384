import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { formatAsOf } from '../format/date';
import { useLocale } from '../i18n/useLocale';
import styles from './OfflineBanner.module.css';
import { useNow } from './useCountdown';

export interface OfflineBannerProps {
  /** Time of the oldest data shown, UTC ms; null when nothing is cached. */
  asOfMs: number | null;
  onRetry: () => void;
  busy?: boolean;
}

/** Shows under the title, while there is no connection, how old the data is, and Retry. */
export function OfflineBanner({ asOfMs, onRetry, busy = false }: OfflineBannerProps) {
  const locale = useLocale();
  const nowMs = useNow(60_000);
  const time = asOfMs === null ? null : formatAsOf(asOfMs, nowMs, { locale });
  return (
    <div className={styles['banner']} role="status">
      <WifiOff size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles['text']}>
        <b>
          <Trans>Offline</Trans>
        </b>
        {time !== null && (
          <>
            {' · '}
            <Trans>data as of {time}</Trans>
          </>
        )}
      </span>
      <button type="button" className={styles['retry']} disabled={busy} aria-busy={busy || undefined} onClick={onRetry}>
        <Trans>Retry</Trans>
      </button>
    </div>
  );
}
