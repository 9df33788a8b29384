import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './RiskLine.module.css';

/** danger: cannot be undone · warning: costs something to undo · info: good to know. */
export type RiskTone = 'warning' | 'danger' | 'info';

const ICONS: Record<RiskTone, typeof Info> = { warning: TriangleAlert, danger: CircleAlert, info: Info };

/** One sentence on a tinted ground, with an icon. */
export function RiskLine({ tone, children }: { tone: RiskTone; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <p className={`${styles['line']} ${styles[tone]}`}>
      <Icon size={16} strokeWidth={2} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
