import { useLingui } from '@lingui/react/macro';
import type { Withdrawal } from '../../../contract/calls/withdrawals';
import { AddressText } from '../../components/AddressText';
import type { KeyValueRow } from '../../components/KeyValue';
import { NetworkName } from '../deposit/NetworkName';

/** Returns rows that show the target: the whole address and its network, or bank, card and holder. */
export function useTargetRows(): (target: Withdrawal['target']) => KeyValueRow[] {
  const { t } = useLingui();
  return ({ network, isTest, address, bankName, cardLast4, holderName }) => [
    ...(address === null ? [] : [{ label: t`Address`, value: <AddressText address={address} /> }]),
    ...(network === null ? [] : [{ label: t`Network`, value: <NetworkName network={{ network, isTest }} /> }]),
    ...(bankName === null ? [] : [{ label: t`Bank`, value: bankName }]),
    ...(cardLast4 === null
      ? []
      : [{ label: t`Card number`, value: <span className="rab-num">•••• {cardLast4}</span> }]),
    ...(holderName === null ? [] : [{ label: t`Card holder`, value: holderName }]),
  ];
}
