import { Trans, useLingui } from '@lingui/react/macro';
import { Headset, Settings } from 'lucide-react';
import { useSignal } from '../../bridge/signal';
import { BrandMark } from '../../components/BrandMark';
import { hrefTo, isOpen, paths, type TabName } from '../paths';
import { TabLinks } from './TabLinks';
import { serviceMark } from './tabs';
import styles from './Rail.module.css';

/** From 1024 px: mark, tabs, service and settings at the left. */
export function Rail({ active, path }: { active: TabName | undefined; path: string }) {
  const { t } = useLingui();
  const answers = useSignal(serviceMark);
  const current = path === paths.settings ? 'page' : undefined;
  return (
    <nav className={styles['rail']} aria-label={t`Main`}>
      <div className={styles['brand']}>
        <BrandMark size={32} />
        <span>RAB</span>
      </div>
      <TabLinks active={active} className={styles['link']} iconClassName={styles['icon']} />
      <div className={styles['end']}>
        <a className={styles['link']} href={hrefTo(isOpen(paths.service) ? paths.service : paths.chatRoom)}>
          <Headset size={22} strokeWidth={1.75} aria-hidden="true" />
          <Trans>Customer service</Trans>
          {answers}
        </a>
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
