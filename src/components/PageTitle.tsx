import type { ReactNode } from 'react';
import { BelowTitleSlot } from './BelowTitle';
import styles from './PageTitle.module.css';

export interface PageTitleProps {
  title: ReactNode;
  /** IconButtons or an account switch. */
  actions?: ReactNode;
}

/** The left-hand title of a tab page. Its h1 takes the focus after a route change. */
export function PageTitle({ title, actions }: PageTitleProps) {
  return (
    <>
      <header className={styles['bar']}>
        <h1 className={styles['title']} tabIndex={-1} data-page-title>
          {title}
        </h1>
        <div className={styles['actions']}>{actions}</div>
      </header>
      <BelowTitleSlot />
    </>
  );
}
