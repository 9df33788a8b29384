/** Computes what a withdrawal costs, and names its state for clients (docs/rules.md §4). Pure. */
import type { WithdrawalStatus } from '../../../contract/calls/withdrawals';
import { WITHDRAWAL_ASSET } from '../../../contract/calls/withdrawals';
import { ASSETS, mulDivUp, RATE_SCALE, rateUnits, toUnits } from '../../../contract/money';
import { WITHDRAWAL_STATES, type WithdrawalState } from '../../db/schema/withdrawals';
import type { Settings } from '../settings/figures';

export interface WithdrawalTerms {
  /** The amount that arrives, smallest units. */
  amount: bigint;
  fee: bigint;
  /** Amount and fee: the account pays this. */
  total: bigint;
}

/** fee = fixed + amount × rate, rounded up (docs/rules.md §2: fees up). */
export function termsOf(amount: bigint, settings: Settings): WithdrawalTerms {
  const fixed = toUnits(settings['withdrawals.feeFixed'], WITHDRAWAL_ASSET);
  const fee = fixed + mulDivUp(amount, rateUnits(settings['withdrawals.feeRate']), RATE_SCALE);
  return { amount, fee, total: amount + fee };
}

/** Returns the sum that one operator may approve alone, in 24 hours and of one user, smallest units. */
export function aloneLimit(settings: Settings): bigint {
  return toUnits(settings['withdrawals.secondOperatorAbove'], WITHDRAWAL_ASSET);
}

const STATUS: Record<WithdrawalState, WithdrawalStatus> = {
  requested: 'pending',
  approved: 'pending',
  sending: 'pending',
  success: 'success',
  rejected: 'failed',
  cancelled: 'failed',
  failed: 'failed',
};

export function statusOf(state: WithdrawalState): WithdrawalStatus {
  return STATUS[state];
}

/** The states that users see as `status`. */
export function statesOf(status: WithdrawalStatus): WithdrawalState[] {
  return WITHDRAWAL_STATES.filter((state) => STATUS[state] === status);
}

/** Nothing was signed: it can be taken back. */
export function isOpenToReturn(state: WithdrawalState): boolean {
  return state === 'requested' || state === 'approved';
}

/** @param decimals the token's fraction digits, at least the ledger's */
export function rawOf(amount: bigint, decimals: number): bigint {
  return amount * 10n ** BigInt(decimals - ASSETS[WITHDRAWAL_ASSET].decimals);
}
