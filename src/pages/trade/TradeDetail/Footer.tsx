import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { useConnection } from '../../../bridge/session';
import { Button } from '../../../components/Button';
import { NeedsConnection } from '../../../money/MoneyButton';
import type { TradeSheet } from './sheets';
import styles from './TradeDetail.module.css';

interface FooterProps {
  trade: UsdtTrade;
  /** A confirmation whose outcome nobody knows yet. */
  isUnsettled: boolean;
  onOpen: (sheet: TradeSheet) => void;
}

/** Offers the next action, always in reach; renders nothing where the person can only wait. */
export function Footer({ trade, isUnsettled, onOpen }: FooterProps) {
  const { isOnline } = useConnection();
  const { state, side } = trade;
  const isBuyer = side === 'buy';
  const action = (sheet: TradeSheet, text: ReactNode, variant: 'primary' | 'plain' = 'primary') => (
    <Button variant={variant} disabled={!isOnline || isUnsettled} onClick={() => onOpen(sheet)}>
      {text}
    </Button>
  );
  const buttons =
    state === 'awaiting-payment' && isBuyer ? (
      <>
        {action('cancel', <Trans>Cancel order</Trans>, 'plain')}
        {action('pay', <Trans>I have paid</Trans>)}
      </>
    ) : state === 'late-hold' && isBuyer ? (
      action('pay', <Trans>I have paid</Trans>)
    ) : state === 'paid' && !isBuyer ? (
      action('confirm', <Trans>Confirm receipt</Trans>)
    ) : state === 'dispute' ? (
      action('dispute', <Trans>Add evidence</Trans>)
    ) : null;
  if (buttons === null) return null;
  return (
    <div className={styles['footer']}>
      <div className={styles['buttons']}>{buttons}</div>
      {!isOnline && <NeedsConnection />}
    </div>
  );
}
