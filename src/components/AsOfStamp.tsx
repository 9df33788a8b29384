import { Trans } from '@lingui/react/macro';
import { Clock, TriangleAlert } from 'lucide-react';
import { formatAsOf } from '../format/date';
import { useLocale } from '../i18n/useLocale';
import styles from './AsOfStamp.module.css';
import { useNow } from './useCountdown';

/** fresh: within its policy, shows nothing · stale: older · updating: older, being fetched · failed: the fetch failed. */
export type AsOfState = 'fresh' | 'stale' | 'updating' | 'failed';

export interface AsOfStampProps {
  state: AsOfState;
  /** Time of the data, UTC ms. */
  asOfMs: number;
  /** Shown with failed. */
  onRetry?: () => void;
}

/** A card's own age: "as of 13:58 · updating". Values beside it keep full strength. */
export function AsOfStamp({ state, asOfMs, onRetry }: AsOfStampProps) {
  const locale = useLocale();
  const nowMs = useNow(state === 'fresh' ? null : 60_000);
  if (state === 'fresh') return null;
  const time = formatAsOf(asOfMs, nowMs, { locale });
  const Icon = state === 'failed' ? TriangleAlert : Clock;
  return (
    <span className={`${styles['stamp']} ${styles[state]}`}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      <span>
        <Trans>as of {time}</Trans>
        {state === 'updating' && (
          <>
            {' · '}
            <Trans>updating</Trans>
          </>
        )}
        {state === 'failed' && (
          <>
            {' · '}
            <Trans>update failed</Trans>
          </>
        )}
      </span>
      {state === 'failed' && onRetry && (
        <button type="button" className={styles['retry']} onClick={onRetry}>
          <Trans>Retry</Trans>
        </button>
      )}
    </span>
  );
}
