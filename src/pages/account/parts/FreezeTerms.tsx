import { Trans } from '@lingui/react/macro';
import styles from './FreezeTerms.module.css';

/** Tells what a freeze closes and how it ends (docs/rules.md §3). @param isLink logs out all devices, this one included */
export function FreezeTerms({ isLink = false }: { isLink?: boolean }) {
  return (
    <ul className={styles['terms']}>
      <li>
        <Trans>
          Closed at once: withdrawals, trading, exchange, transfers, custody, and changes of withdrawal methods and
          passwords. Orders that wait are cancelled.
        </Trans>
      </li>
      <li>{isLink ? <Trans>Every device is logged out.</Trans> : <Trans>Every other device is logged out.</Trans>}</li>
      <li>
        <Trans>It ends only by your document number, a mailed code and a waiting time.</Trans>
      </li>
    </ul>
  );
}
