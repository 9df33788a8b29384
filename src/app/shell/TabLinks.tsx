import { useLingui } from '@lingui/react';
import type { MouseEvent } from 'react';
import { bridge } from '../../bridge/bridge';
import { useSignal } from '../../bridge/signal';
import { appHistory } from '../navigation';
import { hrefTo, paths, TABS, type TabName } from '../paths';
import { TAB_LOOKS, tradeMark } from './tabs';

export interface TabLinksProps {
  active: TabName | undefined;
  /** Looks of one link; the active one has `aria-current="page"`. */
  className: string | undefined;
  iconClassName: string | undefined;
}

/** The five tabs. The active one scrolls to the top, then refreshes. */
export function TabLinks({ active, className, iconClassName }: TabLinksProps) {
  const { _ } = useLingui();
  const mark = useSignal(tradeMark);
  const onTap = (tab: TabName) => (event: MouseEvent) => {
    // With a modifier the browser opens its own tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (tab !== active) return appHistory.open(paths[tab]);
    scrollTo({ top: 0, behavior: 'smooth' });
    void bridge().refreshShown();
  };
  return TABS.map((tab) => {
    const { label, icon: Icon } = TAB_LOOKS[tab];
    const isActive = tab === active;
    const current = isActive ? 'page' : undefined;
    return (
      <a key={tab} className={className} href={hrefTo(paths[tab])} aria-current={current} onClick={onTap(tab)}>
        <span className={iconClassName}>
          <Icon size={24} strokeWidth={isActive ? 2 : 1.75} aria-hidden="true" />
          {tab === 'trade' && mark}
        </span>
        <span>{_(label)}</span>
      </a>
    );
  });
}
