/** What screens say about a deposit; pure mapping from the contract's record (docs/rules.md §4). */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { DepositNetwork, Deposit } from '../../../contract/calls/wallet';
import type { StatusKind } from '../../components/StatusTag';

/** How often a screen asks while confirmations are coming. */
export const LIVE_MS = 3_000;

/** What the networks are called; the names of the chains are proper names. */
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

/** Whether its confirmations are still coming: a deposit that is too small stands as soon as it has them. */
export function isMoving({ status, confirmations, confirmationsNeeded }: Deposit): boolean {
  return status === 'confirming' || (status === 'too-small' && confirmations < confirmationsNeeded);
}
