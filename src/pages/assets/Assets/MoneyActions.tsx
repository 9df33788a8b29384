import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { ArrowDownToLine, ArrowUpFromLine, Repeat2 } from 'lucide-react';
import { hrefTo, isOpen, paths, type PathName } from '../../../app/paths';
import { Button } from '../../../components/Button';
import styles from './MoneyActions.module.css';

interface MoneyAction {
  screen: PathName;
  label: MessageDescriptor;
  icon: typeof ArrowDownToLine;
}

const ACTIONS: readonly MoneyAction[] = [
  { screen: 'deposit', label: msg`Deposit`, icon: ArrowDownToLine },
  { screen: 'withdraw', label: msg`Withdraw`, icon: ArrowUpFromLine },
  { screen: 'exchange', label: msg`Exchange`, icon: Repeat2 },
];

/** The ways in and out of the cash account; the first one is the page's primary button. */
export function MoneyActions() {
  const { t } = useLingui();
  const offered = ACTIONS.filter(({ screen }) => isOpen(paths[screen]));
  return (
    <div className={styles['actions']}>
      {offered.map(({ screen, label, icon: Icon }, index) => (
        <Button
          key={screen}
          variant={index === 0 ? 'primary' : 'soft'}
          href={hrefTo(paths[screen])}
          icon={<Icon size={18} strokeWidth={2} aria-hidden="true" />}
        >
          {t(label)}
        </Button>
      ))}
    </div>
  );
}
