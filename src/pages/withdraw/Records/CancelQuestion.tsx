import { Trans, useLingui } from '@lingui/react/macro';
import { cancelWithdrawal, type Withdrawal } from '../../../../contract/calls/withdrawals';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { AskSheet } from '../../../components/AskSheet';
import { toast } from '../../../components/toast';
import { amountName } from '../../../format/amount';

/** Asks before a withdrawal is taken back. */
export function CancelQuestion({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const { t } = useLingui();
  const { run, isRunning } = useWriteCall(cancelWithdrawal);
  const total = amountName(withdrawal.total, 'USDT');
  const cancel = async () => {
    const result = await run({ id: withdrawal.id }, { handles: ['order-closed'] });
    if (result.ok) toast.show(t`Cancelled; ${total} are available again`, { kind: 'success' });
    else if (result.error.code === 'order-closed') toast.show(t`It can no longer be cancelled`, { kind: 'error' });
    onClose();
  };
  return (
    <AskSheet
      title={t`Cancel this withdrawal?`}
      confirmLabel={t`Cancel it`}
      cancelLabel={t`Keep it`}
      busy={isRunning}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      <Trans>Amount and fee, {total}, are available again at once. Nothing is sent.</Trans>
    </AskSheet>
  );
}
