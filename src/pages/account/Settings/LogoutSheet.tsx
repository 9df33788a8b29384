import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { logout } from '../../../bridge/session';
import { AskSheet } from '../../../components/AskSheet';
import { clearFlows } from '../flow/flow';

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
    <AskSheet
      title={t`Log out?`}
      confirmLabel={t`Log out`}
      cancelLabel={t`Stay logged in`}
      busy={isBusy}
      onConfirm={() => void leave()}
      onClose={onClose}
    >
      <Trans>
        Everything of this account that is saved on this device is removed, drafts included. Your money and orders stay
        as they are.
      </Trans>
    </AskSheet>
  );
}
