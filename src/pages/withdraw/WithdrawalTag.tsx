import { useLingui } from '@lingui/react/macro';
import type { Withdrawal } from '../../../contract/calls/withdrawals';
import { StatusTag } from '../../components/StatusTag';
import { PHASE_KINDS, PHASE_NAMES, phaseOf } from './withdrawal';

/** Shows the status of a withdrawal; while it is being confirmed, also the number of confirmations. */
export function WithdrawalTag({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useLingui();
  const { txId, confirmations, confirmationsNeeded } = withdrawal;
  const phase = phaseOf(withdrawal);
  const far = phase === 'sending' && txId !== null ? ` ${confirmations}/${confirmationsNeeded}` : '';
  return (
    <StatusTag kind={PHASE_KINDS[phase]}>
      <span className="rab-num">
        {t(PHASE_NAMES[phase])}
        {far}
      </span>
    </StatusTag>
  );
}
