import type { LucideIcon } from 'lucide-react';
import styles from './identity.module.css';

/** The icon at the start of a row. */
export function Tile({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className={styles['tile']}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}
