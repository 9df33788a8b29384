import { Trans } from '@lingui/react/macro';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../components/Button';
import { useConnection } from '../bridge/session';
import styles from './MoneyButton.module.css';

/** A button that leads to moving money. Without a connection it is disabled and says why, in text. */
export function MoneyButton({ disabled, children, ...rest }: ButtonProps & { children: ReactNode }) {
  const { isOnline } = useConnection();
  return (
    <div className={styles['box']}>
      <Button {...rest} block disabled={disabled || !isOnline}>
        {children}
      </Button>
      {!isOnline && <NeedsConnection />}
    </div>
  );
}

/** The reason, once for a group of buttons. */
export function NeedsConnection() {
  return (
    <p className={styles['reason']}>
      <Info size={15} strokeWidth={1.75} aria-hidden="true" />
      <Trans>Moving money needs a connection</Trans>
    </p>
  );
}
