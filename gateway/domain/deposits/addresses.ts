/** The address of an account on a chain: made when it is first asked for, and its own for ever (rules.md §4). */
import type { Chain } from '../../adapters/chain/chain';
import type { Database } from '../../db/client';
import { withTransaction } from '../../db/transaction';
import { addressOf, insertAddress, lockNextIndex } from './repo';

/** @param now UTC ms */
export async function depositAddress(db: Database, chain: Chain, accountId: string, now: number): Promise<string> {
  const { network, keyId } = chain;
  const known = await addressOf(db.db, accountId, network, keyId);
  if (known !== null) return known;
  return withTransaction(db, async (tx) => {
    const derivationIndex = await lockNextIndex(tx, network, keyId);
    // Whoever had the lock before may have made it for this account.
    const made = await addressOf(tx, accountId, network, keyId);
    if (made !== null) return made;
    const address = chain.addressAt(derivationIndex);
    await insertAddress(tx, { network, address, accountId, keyId, derivationIndex, createdAt: now });
    return address;
  });
}
