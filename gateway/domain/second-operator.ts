/** Decides when an amount needs two operators: by the sums of 24 hours, not by single amounts (docs/rules.md §12). Pure. */

export const SUM_MS = 86_400_000;

/** An amount, smallest units, and its moment, UTC ms. */
export interface DatedAmount {
  amount: bigint;
  at: number;
}

/** The largest sum of 24 hours that `one` is part of, itself included. */
export function largestDaySum(one: DatedAmount, others: readonly DatedAmount[]): bigint {
  const all = [one, ...others];
  // A window that ends at one of them: no other holds more.
  const ends = all.map(({ at }) => at).filter((end) => end >= one.at && end < one.at + SUM_MS);
  const sums = ends.map((end) =>
    all.reduce((sum, { at, amount }) => (at <= end && at > end - SUM_MS ? sum + amount : sum), 0n),
  );
  return sums.reduce((largest, sum) => (sum > largest ? sum : largest), one.amount);
}

export interface AmountDecision {
  /** The amount to decide about. */
  one: DatedAmount;
  /** The other amounts that the user asked for, or got. */
  ofUser: readonly DatedAmount[];
  /** The sum that this operator decided alone in the 24 hours before. */
  aloneByOperator: bigint;
  /** Sums above this take two operators. */
  limit: bigint;
}

/** Returns how many different operators the decision takes. */
export function operatorsNeeded({ one, ofUser, aloneByOperator, limit }: AmountDecision): 1 | 2 {
  return largestDaySum(one, ofUser) > limit || aloneByOperator + one.amount > limit ? 2 : 1;
}
