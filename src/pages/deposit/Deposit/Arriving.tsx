import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Deposit } from '../../../../contract/calls/wallet';
import { Amount } from '../../../components/Amount';
import { AssetMark } from '../../../components/AssetMark';
import { Card } from '../../../components/Card';
import { amountName } from '../../../format/amount';
import { hrefTo, paths } from '../../../app/paths';
import { Confirmations } from '../Confirmations';
import { isMoving } from '../deposit';
import { DepositTag } from '../DepositTag';
import styles from './Deposit.module.css';

/** The most that is shown at once; the records have all of them. */
const SHOWN = 3;

/**
 * Shows deposits that are on their way, or have come since this page was opened: so an awaited deposit does not vanish once it is
 * there, and is seen also when it was credited between two looks.
 */
export function Arriving({ deposits }: { deposits: readonly Deposit[] | undefined }) {
  const { t } = useLingui();
  /** Ids of the deposits that were finished when the page opened; null until the first answer. */
  const [former, setFormer] = useState<ReadonlySet<string> | null>(null);
  if (former === null && deposits) {
    setFormer(new Set(deposits.filter((deposit) => !isMoving(deposit)).map(({ id }) => id)));
  }
  const shown = (deposits ?? []).filter(({ id }) => former?.has(id) === false).slice(0, SHOWN);
  const newest = shown[0];
  return (
    <>
      {shown.map((deposit) => (
        <Card key={deposit.id}>
          <a className={styles['arriving']} href={hrefTo(paths.deposits, { id: deposit.id })}>
            <AssetMark asset="USDT" size={22} />
            <span className={styles['amount']}>
              <Amount value={deposit.amount} asset="USDT" precision="full" unit hideable={false} />
            </span>
            <DepositTag deposit={deposit} />
          </a>
          <Confirmations deposit={deposit} />
        </Card>
      ))}
      <p className="rab-sr" role="status">
        {newest && announcement(newest)}
      </p>
    </>
  );

  function announcement({ amount, confirmations, confirmationsNeeded, status }: Deposit): string {
    const name = amountName(amount, 'USDT');
    if (status === 'credited') return t`${name} credited`;
    return t`${name}: ${confirmations} of ${confirmationsNeeded} confirmations`;
  }
}
