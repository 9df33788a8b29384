import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { CountBadge } from './CountBadge';
import styles from './IconButton.module.css';

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name and the tooltip. */
  label: string;
  /** A lucide icon of 20 to 24 px. */
  icon: ReactNode;
  /** An unread count; 99+ from a hundred on, nothing at zero. */
  badge?: number;
  /** Makes it a link of the same look. */
  href?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A 44 px button that is only an icon. */
export function IconButton({
  label,
  icon,
  badge = 0,
  href,
  className,
  type = 'button',
  ref,
  ...rest
}: IconButtonProps) {
  const look = [styles['button'], className].filter(Boolean).join(' ');
  const name = badge > 0 ? `${label} (${badge})` : label;
  const content = (
    <>
      {icon}
      <CountBadge count={badge} className={styles['badge']} />
    </>
  );
  if (href !== undefined) {
    return (
      <a className={look} href={href} aria-label={name} title={label}>
        {content}
      </a>
    );
  }
  return (
    <button {...rest} ref={ref} type={type} className={look} aria-label={name} title={label}>
      {content}
    </button>
  );
}
