import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import colors from './StatusColors.module.css';
import styles from './StatusTag.module.css';

/**
 * progress: in progress, pending · done: completed, credited, approved, success · review: pending review, awaiting
 * reply · failed · neutral: expired, cancelled, used.
 */
export type StatusKind = 'progress' | 'done' | 'review' | 'failed' | 'neutral';

const ICONS: Record<StatusKind, typeof Clock | null> = {
  progress: null,
  done: CircleCheck,
  review: Clock,
  failed: CircleAlert,
  neutral: null,
};

/** The state of a record: soft ground, word, and an icon where it decides. */
export function StatusTag({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  const Icon = ICONS[kind];
  return (
    <span className={`${styles['tag']} ${colors[kind]}`}>
      {Icon && <Icon size={13} strokeWidth={2} aria-hidden="true" />}
      {children}
    </span>
  );
}
