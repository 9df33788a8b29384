import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { logout } from '../../../bridge/session';
import { Button } from '../../../components/Button';
import { Sheet } from '../../../components/Sheet';
import { clearFlows } from '../flow/flow';
import styles from './Settings.module.css';

/** Asks before everything of the account is removed from this device. Works without a connection. */
export default function LogoutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    clearFlows();
    // The shell goes to the login page when the session is closed, and this sheet goes with its page.
    await logout();
  };
  return (
    <Sheet open onClose={onClose} title={t`Log out?`} busy={isBusy}>
      <p className={styles['text']}>
        <Trans>
          Everything of this account that is saved on this device is removed, drafts included. Your money and orders
          stay as they are.
        </Trans>
      </p>
      <div className={styles['actions']}>
        <Button variant="danger" block loading={isBusy} onClick={() => void leave()}>
          <Trans>Log out</Trans>
        </Button>
        <Button variant="plain" block disabled={isBusy} onClick={onClose}>
          <Trans>Stay logged in</Trans>
        </Button>
      </div>
    </Sheet>
  );
}
