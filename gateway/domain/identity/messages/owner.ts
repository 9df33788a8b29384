/** Reaching the owner of an account: where, in which language, and with what (docs/rules.md §3). */
import type { LangCode } from '../../../../contract/ids';
import type { Tx } from '../../../db/transaction';
import { Refusal, type Deps } from '../../call-context';
import { announce } from '../../live/announce';
import { loadSettings } from '../../settings/settings';
import type { Settings } from '../../settings/figures';
import { issueFreezeLink } from './freeze-links';
import { queueMessage } from './messages';
import { securityNotice, type SecurityMessage } from './security-notices';
import { accountKey } from '../secrets/secrets';
import type { UserRow } from '../users/user-repo';

type ReachableUser = Pick<UserRow, 'id' | 'email' | 'phone' | 'lang'>;

/** Every address of the user. */
export function addressesOf({ email, phone }: Pick<UserRow, 'email' | 'phone'>): string[] {
  return [email, phone].filter((address) => address !== null);
}

/** Returns the address that the user's codes go to: the e-mail address, else the phone number. */
export function codeAddress(user: Pick<UserRow, 'email' | 'phone'>): string {
  const [address] = addressesOf(user);
  // Only the root user has none, and nobody is logged in as root.
  if (address === undefined) throw new Refusal('unauthorized');
  return address;
}

/** The keys that stand for the user's names in counters. */
export function accountKeysOf({ secret }: Pick<Deps, 'secret'>, user: Pick<UserRow, 'email' | 'phone'>): string[] {
  return addressesOf(user).map((address) => accountKey(secret, address));
}

/** The language of the user's last log-in or call, never that of whoever causes the message. */
export function languageOf(user: Pick<UserRow, 'lang'> | null, settings: Settings): LangCode {
  return user?.lang ?? settings['app.defaultLanguage'];
}

/**
 * Tells the owner of a security event: a notice, and mail at each address on file, in the owner's language, with the link that freezes
 * the account.
 */
export async function notifyOwner(
  tx: Tx,
  { deps, now }: { deps: Pick<Deps, 'secret'>; now: number },
  user: ReachableUser,
  kind: SecurityMessage,
): Promise<void> {
  const lang = user.lang ?? languageOf(user, await loadSettings(tx));
  const freezeToken = await issueFreezeLink(tx, user.id, now);
  for (const to of addressesOf(user))
    await queueMessage(tx, deps, { to, lang, message: { kind }, isSilent: false, freezeToken }, now);
  await announce(tx, [{ to: user.id, topics: [], notice: securityNotice(kind) }], now);
}
