import { Trans } from '@lingui/react/macro';
import { CloudOff, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button';
import styles from './StateBlock.module.css';

export interface ErrorStateProps {
  reason: ReactNode;
  /** Tells the person what is not lost, e.g. "What you typed is kept". */
  safe?: ReactNode;
  onRetry?: () => void;
  busy?: boolean;
  /** Another way out, below Retry. */
  more?: ReactNode;
  /** A page chunk that did not load: the whole area is the button (docs/rules.md §16, "tap the screen to retry"). */
  wholeArea?: boolean;
}

/** Stands in place of the part that failed: the reason, what is safe, Retry. */
export function ErrorState({ reason, safe, onRetry, busy = false, more, wholeArea = false }: ErrorStateProps) {
  const body = (
    <>
      <span className={styles['icon']}>
        <CloudOff size={22} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={styles['title']}>{reason}</span>
      {safe !== undefined && <span className={styles['text']}>{safe}</span>}
    </>
  );
  if (wholeArea && onRetry) {
    return (
      <button
        type="button"
        className={`${styles['block']} ${styles['area']}`}
        disabled={busy}
        aria-busy={busy || undefined}
        onClick={onRetry}
      >
        {body}
      </button>
    );
  }
  return (
    <div className={styles['block']} role="alert">
      {body}
      {onRetry && (
        <Button
          variant="plain"
          size="small"
          className={styles['action']}
          loading={busy}
          icon={<RefreshCw size={16} strokeWidth={2} aria-hidden="true" />}
          onClick={onRetry}
        >
          <Trans>Retry</Trans>
        </Button>
      )}
      {more !== undefined && <div className={styles['action']}>{more}</div>}
    </div>
  );
}
