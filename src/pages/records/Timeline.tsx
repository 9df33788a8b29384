import { useLingui } from '@lingui/react/macro';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';
import styles from './Timeline.module.css';

export interface TimelineEvent {
  key: string;
  isDone: boolean;
  text: ReactNode;
  /** UTC ms; null when it has not been, or when nobody wrote it down. */
  at: number | null;
  /** True for a step that the person did not hope for. */
  isBad?: boolean;
}

/** Shows a record's past steps, and those still to come. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <ol className={styles['timeline']} aria-label={t`What became of it`}>
      {events.map(({ key, isDone, text, at, isBad = false }) => {
        const Mark = isBad ? X : Check;
        return (
          <li
            key={key}
            className={styles['event']}
            data-done={isDone || undefined}
            data-tone={isBad ? 'bad' : undefined}
          >
            <span className={styles['dot']} aria-hidden="true">
              {isDone && <Mark size={12} strokeWidth={3} />}
            </span>
            <span>{text}</span>
            {at !== null && <span className={styles['time']}>{formatDateTime(at, { locale })}</span>}
          </li>
        );
      })}
    </ol>
  );
}
