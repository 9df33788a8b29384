import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { lazy, Suspense, type ComponentType } from 'react';
import styles from './OfflineBanner.module.css';

/** The first page of a first visit shows no data, and does without the writing of dates. */
const DataAge = lazy((): Promise<{ default: ComponentType<{ asOfMs: number }> }> =>
  import('./DataAge').catch(() => ({ default: () => null })),
);

export interface OfflineBannerProps {
  /** Time of the oldest data shown, UTC ms; null when nothing is cached. */
  asOfMs: number | null;
  onRetry: () => void;
  busy?: boolean;
}

/** Shows under the title, while there is no connection, how old the data is, and Retry. */
export function OfflineBanner({ asOfMs, onRetry, busy = false }: OfflineBannerProps) {
  return (
    <div className={styles['banner']} role="status">
      <WifiOff size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles['text']}>
        <b>
          <Trans>Offline</Trans>
        </b>
        {asOfMs !== null && (
          <Suspense fallback={null}>
            <DataAge asOfMs={asOfMs} />
          </Suspense>
        )}
      </span>
      <button type="button" className={styles['retry']} disabled={busy} aria-busy={busy || undefined} onClick={onRetry}>
        <Trans>Retry</Trans>
      </button>
    </div>
  );
}
