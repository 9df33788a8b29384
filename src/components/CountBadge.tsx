import styles from './CountBadge.module.css';

/** A count on an icon; 99+ from a hundred on, nothing at zero. The icon's own name says what is counted. */
export function CountBadge({ count, className }: { count: number; className: string | undefined }) {
  if (count === 0) return null;
  return (
    <span className={[styles['badge'], className].filter(Boolean).join(' ')} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}
