/** The address of an account on a chain: made when it is first asked for, and its own for ever (docs/rules.md §4). */
import { sha256 } from '@noble/hashes/sha2.js';
import type { Chain } from '../../adapters/chain/chain';
import type { Database } from '../../db/client';
import { withTransaction } from '../../db/transaction';
import { accountOrigin, addressOf, insertAddress, type AccountOrigin } from './repo';

/** The branch beside BIP-44's 0 (receiving) and 1 (change): old addresses are at `0/0`, `0/1`, … */
const BRANCH = 2;
/** Larger ones are of hardened keys, which an extended public key does not have. */
const INDEX_BITS = 0x7fff_ffff;

/**
 * Derives the account's path below the extended key: `2/a/b`, with 31 bits each of a digest of what is the account's own.
 * An account whose row a restore has lost shares its number with one that is registered later, but neither the moment nor the
 * user's random invitation code: so that nobody gets an address that somebody else was given.
 */
export function addressPath({ accountId, createdAt, invitationCode }: AccountOrigin): number[] {
  const text = `deposit-address\n${accountId}\n${createdAt}\n${invitationCode}`;
  const digest = Buffer.from(sha256(Buffer.from(text)));
  return [BRANCH, digest.readUInt32BE(0) & INDEX_BITS, digest.readUInt32BE(4) & INDEX_BITS];
}

/** @param now UTC ms */
export async function depositAddress(db: Database, chain: Chain, accountId: string, now: number): Promise<string> {
  const { network, keyId } = chain;
  const known = await addressOf(db.db, accountId, network, keyId);
  if (known !== null) return known;
  return withTransaction(db, async (tx) => {
    const path = addressPath(await accountOrigin(tx, accountId));
    const address = chain.addressAt(path);
    const row = { network, address, accountId, keyId, derivationPath: path.join('/'), createdAt: now };
    // A call at the same moment makes the same address.
    await insertAddress(tx, row);
    return (await addressOf(tx, accountId, network, keyId)) ?? address;
  });
}
