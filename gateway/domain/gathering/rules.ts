/** Chooses the deposit addresses to empty into the wallet that pays withdrawals (docs/rules.md §4). Pure. */

export interface AddressBalance {
  address: string;
  /** The token's own smallest units. */
  raw: bigint;
}

export interface WalletLimits {
  /** All in the token's own smallest units. The wallet holds this now, */
  holds: bigint;
  /** and should not hold more than this. */
  maximum: bigint;
  /** An address with less stays as it is. */
  minimum: bigint;
}

/**
 * The addresses to empty, the fullest first, so that the wallet stays at or below its maximum. An address is emptied whole or not
 * at all: each transfer costs the same gas.
 * @param most so many addresses at most
 */
export function chooseAddresses<A extends AddressBalance>(
  balances: readonly A[],
  { holds, maximum, minimum }: WalletLimits,
  most: number,
): A[] {
  const fullestFirst = balances
    .filter(({ raw }) => raw > 0n && raw >= minimum)
    .sort((a, b) => (a.raw === b.raw ? (a.address < b.address ? -1 : 1) : a.raw > b.raw ? -1 : 1));
  const chosen: A[] = [];
  let room = maximum - holds;
  for (const one of fullestFirst) {
    if (chosen.length === most) break;
    if (one.raw > room) continue;
    chosen.push(one);
    room -= one.raw;
  }
  return chosen;
}

/**
 * Returns what the wallet has above its maximum; operators move that to a wallet whose key is not on a gateway. 0 when nothing.
 */
export function excessOf({ holds, maximum }: Pick<WalletLimits, 'holds' | 'maximum'>): bigint {
  return holds > maximum ? holds - maximum : 0n;
}
