import { Trans, useLingui } from '@lingui/react/macro';
import { Headset, Settings } from 'lucide-react';
import { BrandMark } from '../../components/BrandMark';
import { hrefTo, isOpen, paths, type TabName } from '../paths';
import { TabLinks } from './TabLinks';
import styles from './Rail.module.css';

/** From 1024 px: mark, tabs, service and settings at the left. */
export function Rail({ active, path }: { active: TabName | undefined; path: string }) {
  const { t } = useLingui();
  const current = path === paths.settings ? 'page' : undefined;
  return (
    <nav className={styles['rail']} aria-label={t`Main`}>
      <div className={styles['brand']}>
        <BrandMark size={32} />
        <span>RAB</span>
      </div>
      <TabLinks active={active} className={styles['link']} iconClassName={styles['icon']} />
      <div className={styles['end']}>
        {isOpen(paths.service) && (
          <a className={styles['link']} href={hrefTo(paths.service)}>
            <Headset size={22} strokeWidth={1.75} aria-hidden="true" />
            <Trans>Customer service</Trans>
          </a>
        )}
        {isOpen(paths.settings) && (
          <a className={styles['link']} href={hrefTo(paths.settings)} aria-current={current}>
            <Settings size={22} strokeWidth={1.75} aria-hidden="true" />
            <Trans>Settings</Trans>
          </a>
        )}
      </div>
    </nav>
  );
}
