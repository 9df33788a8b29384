/** Maps the contract's record of a deposit to the words and states of screens; pure (docs/rules.md §4). */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { DepositNetwork, Deposit } from '../../../contract/calls/wallet';
import type { StatusKind } from '../../components/StatusTag';

/** A screen asks again after this time while confirmations are coming. */
export const LIVE_MS = 3_000;

/** Names of the chains behind the networks; they are proper names, the same in every language. */
export const CHAIN_NAMES: Record<DepositNetwork['network'], string> = { BEP20: 'BNB Chain', TRC20: 'Tron' };

export const STATUS_KINDS: Record<Deposit['status'], StatusKind> = {
  confirming: 'progress',
  credited: 'done',
  'too-small': 'failed',
};

export const STATUS_NAMES: Record<Deposit['status'], MessageDescriptor> = {
  confirming: msg`Confirming`,
  credited: msg`Credited`,
  'too-small': msg`Not credited`,
};

/** Returns whether confirmations are still coming: a deposit that is too small is final as soon as it has them. */
export function isMoving({ status, confirmations, confirmationsNeeded }: Deposit): boolean {
  return status === 'confirming' || (status === 'too-small' && confirmations < confirmationsNeeded);
}
