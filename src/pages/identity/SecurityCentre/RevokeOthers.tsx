import { Trans, useLingui } from '@lingui/react/macro';
import { revokeOtherSessions } from '../../../../contract/calls/identity';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { AskSheet } from '../../../components/AskSheet';
import { toast } from '../../../components/toast';

/** Asks before every device but this one is logged out. */
export function RevokeOthers({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { run, isRunning } = useWriteCall(revokeOtherSessions);
  const revoke = async () => {
    const result = await run({});
    if (result.ok) toast.show(t`Other devices are logged out`, { kind: 'success' });
    onClose();
  };
  return (
    <AskSheet
      title={t`Log out other devices?`}
      confirmLabel={t`Log out other devices`}
      cancelLabel={t`Cancel`}
      busy={isRunning}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <Trans>Every device but this one has to log in again.</Trans>
    </AskSheet>
  );
}
