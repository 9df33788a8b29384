import { useLingui } from '@lingui/react/macro';
import type { TabName } from '../paths';
import { TabLinks } from './TabLinks';
import styles from './TabBar.module.css';

/** The bar at the bottom of tab pages; from 1024 px the rail stands in for it. */
export function TabBar({ active }: { active: TabName | undefined }) {
  const { t } = useLingui();
  return (
    <nav className={styles['bar']} aria-label={t`Main`}>
      <TabLinks active={active} className={styles['tab']} iconClassName={styles['icon']} />
    </nav>
  );
}
