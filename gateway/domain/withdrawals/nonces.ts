/** Judges the wallet's count on the chain by the database's own nonces (docs/rules.md §4). Pure. */

export interface NonceFacts {
  /** The database's own next nonce: all below it were given out, or explained. */
  next: number;
  /** The number of the wallet's transactions in the chain, as every endpoint says. */
  count: number;
  /** The same number with those in endpoints' pools. */
  pending: number;
  /** The number of nonces from `count` up to, but not including, `next`, whose transactions were signed and have not ended. */
  open: number;
  /** The number of the same nonces whose transactions have come to their end, or are explained. */
  ended: number;
}

/**
 * `fine`: whatever the chain lacks is on its way from here. `ahead`: the wallet has sent what nobody here knows; `pool`: such a
 * transaction waits for its block. `behind`: endpoints do not have what was final before. `gap`: below a signed transaction there are
 * nonces that nobody has, so that no block will take it.
 */
export type NonceVerdict = 'fine' | 'ahead' | 'pool' | 'behind' | 'gap';

export function judgeNonces({ next, count, pending, open, ended }: NonceFacts): NonceVerdict {
  if (count > next) return 'ahead';
  if (ended > 0) return 'behind';
  if (open < next - count) return 'gap';
  return pending > next ? 'pool' : 'fine';
}
