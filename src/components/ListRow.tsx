import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './ListRow.module.css';

export interface ListRowProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** An AssetMark or an icon. */
  leading?: ReactNode;
  /** Right: an Amount, a state. */
  value?: ReactNode;
  /** Below the value, small. */
  note?: ReactNode;
  /** Makes the whole row a link … */
  href?: string;
  /** … or a button. Either shows a chevron. */
  onClick?: () => void;
}

/** A row of a card (`<Card padded={false}>`), at least 56 px high; hairlines between rows come by themselves. */
export function ListRow({ title, subtitle, leading, value, note, href, onClick }: ListRowProps) {
  const content = (
    <>
      {leading}
      <span className={styles['text']}>
        <span className={styles['title']}>{title}</span>
        {subtitle !== undefined && <span className={styles['meta']}>{subtitle}</span>}
      </span>
      {(value !== undefined || note !== undefined) && (
        <span className={styles['value']}>
          <span className={styles['strong']}>{value}</span>
          {note !== undefined && <span className={styles['meta']}>{note}</span>}
        </span>
      )}
      {(href !== undefined || onClick) && <ChevronRight className={styles['chevron']} size={16} aria-hidden="true" />}
    </>
  );
  const look = `${styles['row']} ${leading === undefined ? '' : styles['inset']}`;
  if (href !== undefined) {
    return (
      <a className={`${look} ${styles['press']}`} href={href}>
        {content}
      </a>
    );
  }
  if (onClick) {
    return (
      <button type="button" className={`${look} ${styles['press']}`} onClick={onClick}>
        {content}
      </button>
    );
  }
  return <div className={look}>{content}</div>;
}
