/**
 * The link in security mail that freezes the account (docs/rules.md §3): a random token of its own in each mail, which does nothing
 * else. It can be used again until it expires, because it also takes a thaw back.
 */
import { FREEZE_LINK_PATH } from '../../../../contract/freeze-link';
import type { Queries } from '../../../db/client';
import type { Tx } from '../../../db/transaction';
import { FREEZE_LINK } from '../figures';
import { insertFreezeLink, userOfFreezeLink } from './freeze-links-repo';
import { newToken, tokenHash } from '../secrets/secrets';

/** @param userId null for a name that nobody has: as much is done for it @returns the token, which only the mail has */
export async function issueFreezeLink(tx: Tx, userId: string | null, now: number): Promise<string> {
  const token = newToken();
  await insertFreezeLink(tx, { tokenHash: tokenHash(token), userId, expiresAt: now + FREEZE_LINK.ttlMs });
  return token;
}

/** Returns the user whose account the link freezes; null for a link that was never issued or no longer counts. */
export function ownerOfFreezeLink(queries: Queries, token: string, now: number): Promise<string | null> {
  return userOfFreezeLink(queries, tokenHash(token), now);
}

/**
 * The address in the mail. The token is behind the `#`: it reaches no server's log, and a scanner that opens the page freezes nothing,
 * because the page asks first.
 */
export function freezeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/#${FREEZE_LINK_PATH}?link=${token}`;
}
