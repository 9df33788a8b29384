import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BookOpenText,
  CircleQuestionMark,
  FileClock,
  History,
  Languages,
  Landmark,
  ReceiptText,
  Repeat2,
  Settings,
  Smartphone,
} from 'lucide-react';
import { hrefTo, paths, type PathName } from '../../../app/paths';
import { isOpen } from '../../../routes';
import styles from './Shortcuts.module.css';

export interface Shortcut {
  screen: PathName;
  query?: Record<string, string>;
  label: MessageDescriptor;
  icon: typeof Landmark;
}

/** What is done most, as the round buttons under the total. */
const ACTIONS: readonly Shortcut[] = [
  { screen: 'deposit', label: msg`Deposit`, icon: ArrowDownToLine },
  { screen: 'withdraw', label: msg`Withdraw`, icon: ArrowUpFromLine },
  { screen: 'exchange', label: msg`Exchange`, icon: Repeat2 },
  { screen: 'custody', query: { sheet: 'place' }, label: msg`Place order`, icon: Landmark },
];

/** Every other area, in the order in which the grid fills. */
const AREAS: readonly Shortcut[] = [
  { screen: 'custodyOrders', label: msg`Custody orders`, icon: FileClock },
  { screen: 'custodyChanges', label: msg`Custody changes`, icon: History },
  { screen: 'cashStatement', query: { account: 'custody' }, label: msg`Custody statement`, icon: BookOpenText },
  { screen: 'custody', query: { sheet: 'help' }, label: msg`Custody guide`, icon: CircleQuestionMark },
  { screen: 'cashStatement', label: msg`Statement`, icon: ReceiptText },
  { screen: 'appearance', label: msg`Language and look`, icon: Languages },
  { screen: 'settings', label: msg`Settings`, icon: Settings },
  { screen: 'install', label: msg`Install app`, icon: Smartphone },
];

/** Only what has a screen today; a path without one is offered nowhere. */
function offered(shortcuts: readonly Shortcut[]): Shortcut[] {
  return shortcuts.filter((shortcut) => isOpen(paths[shortcut.screen]));
}

/** The round buttons; the first one is the primary. */
export function Actions() {
  const { t } = useLingui();
  return (
    <nav className={styles['actions']} aria-label={t`Actions`}>
      {offered(ACTIONS).map(({ screen, query, label, icon: Icon }) => (
        <a key={screen} className={styles['action']} href={hrefTo(paths[screen], query)}>
          <span className={styles['disc']}>
            <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
          </span>
          {t(label)}
        </a>
      ))}
    </nav>
  );
}

/** The grid of areas. */
export function AreaGrid() {
  const { t } = useLingui();
  return (
    <nav className={styles['grid']} aria-label={t`Areas`}>
      {offered(AREAS).map(({ screen, query, label, icon: Icon }) => (
        <a key={`${screen}${query ? '*' : ''}`} className={styles['area']} href={hrefTo(paths[screen], query)}>
          <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
          <span>{t(label)}</span>
        </a>
      ))}
    </nav>
  );
}
