import { useLingui } from '@lingui/react/macro';
import type { Deposit } from '../../../contract/calls/wallet';
import { StatusTag } from '../../components/StatusTag';
import { STATUS_KINDS, STATUS_NAMES } from './deposit';

/** Shows the status of a deposit; while it is being confirmed, also the number of confirmations. */
export function DepositTag({ deposit }: { deposit: Deposit }) {
  const { t } = useLingui();
  const { status, confirmations, confirmationsNeeded } = deposit;
  const far = status === 'confirming' ? ` ${confirmations}/${confirmationsNeeded}` : '';
  return (
    <StatusTag kind={STATUS_KINDS[status]}>
      <span className="rab-num">
        {t(STATUS_NAMES[status])}
        {far}
      </span>
    </StatusTag>
  );
}
