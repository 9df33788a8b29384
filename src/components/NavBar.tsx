import { useLingui } from '@lingui/react/macro';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton';
import { BelowTitleSlot } from './BelowTitle';
import styles from './NavBar.module.css';

export interface NavBarProps {
  title: ReactNode;
  onBack: () => void;
  /** At most two IconButtons. */
  actions?: ReactNode;
}

/** The 48 px bar of a sub-page. Its h1 takes the focus after a route change. */
export function NavBar({ title, onBack, actions }: NavBarProps) {
  const { t } = useLingui();
  return (
    <>
      <header className={styles['bar']}>
        <IconButton
          className={styles['back']}
          label={t`Back`}
          icon={<ChevronLeft size={26} strokeWidth={1.9} />}
          onClick={onBack}
        />
        <h1 className={styles['title']} tabIndex={-1} data-page-title>
          {title}
        </h1>
        <div className={styles['actions']}>{actions}</div>
      </header>
      <BelowTitleSlot />
    </>
  );
}
