import { Trans, useLingui } from '@lingui/react/macro';
import { ShieldAlert } from 'lucide-react';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { Card } from '../../../components/Card';
import { groupsOfFour } from '../../../format/address';
import { CopyRow } from './CopyRow';
import styles from './TradeDetail.module.css';

/** Shows the payee, each part to copy; the order's number; and the rule that keeps both sides safe. */
export function PayeeCard({ trade }: { trade: UsdtTrade }) {
  const { t } = useLingui();
  const { id, side, payees, payerName } = trade;
  return (
    <>
      <Card>
        {payees.map(({ holderName, bankName, branch, cardNumber }) => (
          <dl key={cardNumber} className={`${styles['rows']} ${styles['payee']}`}>
            <CopyRow label={t`Payee`} value={holderName} copy={holderName} />
            <CopyRow
              label={bankName}
              value={<span className="rab-num">{groupsOfFour(cardNumber).join(' ')}</span>}
              copy={cardNumber}
            />
            {branch !== null && <CopyRow label={t`Branch`} value={branch} copy={branch} />}
          </dl>
        ))}
        <dl className={`${styles['rows']} ${payees.length > 0 ? styles['payee'] : ''}`}>
          {payerName !== null && <CopyRow label={t`Payer’s verified name`} value={payerName} copy={payerName} />}
          <CopyRow label={t`Order number`} value={<span className="rab-num">{id}</span>} copy={id} />
        </dl>
      </Card>
      {payees.length > 0 && (
        <p className={styles['note']}>
          <ShieldAlert size={16} strokeWidth={1.75} aria-hidden="true" />
          {side === 'buy' ? (
            <Trans>Pay only from an account in your own verified name, and never outside of this order.</Trans>
          ) : (
            <Trans>Take only money that comes from the payer’s verified name; refuse any other.</Trans>
          )}
        </p>
      )}
    </>
  );
}
