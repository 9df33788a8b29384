/** Computes the cost of the amount in the field as the gateway does; the gateway's quote is what counts (docs/rules.md §4). */
import { WITHDRAWAL_ASSET } from '../../../contract/calls/withdrawals';
import { mulDivDown, mulDivUp, RATE_SCALE, rateUnits, toAmount } from '../../../contract/money';
import { toUnits } from '../../format/units';

/** `feeFixed + amount × feeRate`, as decimal strings of `withdrawalConfig`. */
export interface FeeTerms {
  feeFixed: string;
  feeRate: string;
}

export interface Costs {
  amount: string;
  fee: string;
  /** The amount that is deducted. */
  total: string;
}

/** @param amount a decimal string that `amountProblem` has nothing against */
export function costsOf(amount: string, { feeFixed, feeRate }: FeeTerms): Costs {
  const units = toUnits(amount, WITHDRAWAL_ASSET);
  const fee = toUnits(feeFixed, WITHDRAWAL_ASSET) + mulDivUp(units, rateUnits(feeRate), RATE_SCALE);
  return {
    amount: toAmount(units, WITHDRAWAL_ASSET),
    fee: toAmount(fee, WITHDRAWAL_ASSET),
    total: toAmount(units + fee, WITHDRAWAL_ASSET),
  };
}

/** The largest amount that leaves enough for its own fee; null when not even the fee can be paid. */
export function largestAmount(available: string, { feeFixed, feeRate }: FeeTerms): string | null {
  const left = toUnits(available, WITHDRAWAL_ASSET) - toUnits(feeFixed, WITHDRAWAL_ASSET);
  if (left <= 0n) return null;
  // amount + ⌈amount × rate⌉ ≤ left exactly when amount × (1 + rate) ≤ left, for amounts are whole units.
  const amount = mulDivDown(left, RATE_SCALE, RATE_SCALE + rateUnits(feeRate));
  return amount === 0n ? null : toAmount(amount, WITHDRAWAL_ASSET);
}

export function exceeds(total: string, available: string): boolean {
  return toUnits(total, WITHDRAWAL_ASSET) > toUnits(available, WITHDRAWAL_ASSET);
}
