import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './SectionTitle.module.css';

export interface SectionTitleProps {
  title: ReactNode;
  /** A link at the right end, e.g. "All". */
  action?: { label: ReactNode; href: string };
  /** A plain remark at the right end. */
  note?: ReactNode;
}

/** The 40 px heading of a section on the ground. */
export function SectionTitle({ title, action, note }: SectionTitleProps) {
  return (
    <div className={styles['section']}>
      <h2 className={styles['title']}>{title}</h2>
      {note !== undefined && <span className={styles['note']}>{note}</span>}
      {action && (
        <a className={styles['action']} href={action.href}>
          {action.label}
          <ChevronRight size={16} aria-hidden="true" />
        </a>
      )}
    </div>
  );
}
