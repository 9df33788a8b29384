/**
 * Stores login and trade passwords so that they are worthless without a key that is kept outside the database (docs/rules.md §2).
 * A trade password has six digits, so that no slow hash alone would hold it back from whoever has stolen the rows.
 *
 * [Note: Stored passwords]
 * - `k1:<key id>$argon2id$…` is argon2id of HMAC-SHA256(key, password).
 * - `k0w:<key id>$argon2id$…` is a row of before there was a key, wrapped at a start: the salt and figures of its argon2id, and
 *   in the place of the hash the HMAC of the row as it was. It needs no password to be made.
 * - `$argon2id$…` is a row of before that was not wrapped yet.
 * The key is derived from the gateway's secret. A row under an older key, or in an older form, becomes one under the current key
 * when its password is next entered right.
 */
import { createHmac } from 'node:crypto';
import { OverloadError } from '../../../adapters/concurrency';
import type { Lane } from '../../../adapters/password-hasher';
import type { Deps } from '../../call-context';
import { currentKey } from '../secrets/older-keys';
import type { PasswordKey, PasswordKeys } from './password-keys';
import { sameHash } from '../secrets/secrets';
import { plainHashes, replaceHash, type StoredHash } from './stored-passwords-repo';

type PasswordDeps = Pick<Deps, 'db' | 'passwords' | 'passwordKeys' | 'log'>;

/** Rows that one statement of `wrapPlainHashes` reads. */
const WRAP_BATCH = 500;
const STORED = /^(?:(k1|k0w):([0-9a-f]{8}))?(\$argon2id\$.+)$/;

/** @param older keys from before the secret was rotated (older-keys.ts) */
export function passwordKeysOf(secret: Uint8Array, older: readonly PasswordKey[] = []): PasswordKeys {
  return { current: currentKey(secret, 'password'), older };
}

/** The label keeps the HMAC of a password and that of a whole row apart. */
function keyed({ key }: PasswordKey, label: 'password' | 'row', text: string): string {
  return createHmac('sha256', key).update(`${label} ${text}`).digest('base64').replace('=', '');
}

function wrapped(key: PasswordKey, plainHash: string): string {
  const figuresAndSalt = plainHash.slice(0, plainHash.lastIndexOf('$'));
  return `k0w:${key.id}${figuresAndSalt}$${keyed(key, 'row', plainHash)}`;
}

/** Returns the text to store for a password. @throws OverloadError when too many are waiting */
export async function hashPassword(
  { passwords, passwordKeys: { current } }: Pick<Deps, 'passwords' | 'passwordKeys'>,
  password: string,
): Promise<string> {
  return `k1:${current.id}${await passwords.hash(keyed(current, 'password', password))}`;
}

async function isRightFor(
  { passwords, passwordKeys, log }: PasswordDeps,
  stored: string,
  password: string,
  lane: Lane,
) {
  const [, form, keyId, plain = ''] = STORED.exec(stored) ?? [];
  if (form === undefined) return passwords.verify(plain, password, lane);
  const key = [passwordKeys.current, ...passwordKeys.older].find(({ id }) => id === keyId);
  if (!key) {
    // As slow as a wrong one; the gateway's start compares secrets, so that only a key that was dropped leads here.
    log.error('password-key-missing', { code: keyId });
    await passwords.dummyVerify(password, lane);
    return false;
  }
  if (form === 'k1') return passwords.verify(plain, keyed(key, 'password', password), lane);
  return sameHash(wrapped(key, await passwords.hashLike(plain, password, lane)), stored);
}

/** Stores a password anew when its row is in an older form or under an older key. @returns what is stored now */
async function renewed(deps: PasswordDeps, own: StoredHash, password: string): Promise<string> {
  if (own.stored.startsWith(`k1:${deps.passwordKeys.current.id}$`)) return own.stored;
  try {
    return await replaceHash(deps.db.db, own, await hashPassword(deps, password));
  } catch (error) {
    // The password was right; the row is renewed another time.
    if (!(error instanceof OverloadError)) throw error;
    return own.stored;
  }
}

/**
 * Compares `password` with the stored one; a right one renews a row of an older form or key. Outside of transactions only.
 * @returns what is stored now when the password is right, else null
 * @throws OverloadError when too many are waiting in the lane
 */
export async function verifyPassword(
  deps: PasswordDeps,
  own: StoredHash,
  password: string,
  lane: Lane = 'own',
): Promise<string | null> {
  const isRight = await isRightFor(deps, own.stored, password, lane);
  return isRight ? renewed(deps, own, password) : null;
}

/**
 * Puts every row of before under the key, at a start: a password of six digits that is never entered again would stay as it
 * was. May run on two gateways at once. @returns how many hashes were wrapped
 */
export async function wrapPlainHashes({ db, passwordKeys: { current } }: PasswordDeps): Promise<number> {
  let count = 0;
  for (;;) {
    const batch = await plainHashes(db.db, WRAP_BATCH);
    if (batch.length === 0) return count;
    for (const own of batch) await replaceHash(db.db, own, wrapped(current, own.stored));
    count += batch.length;
  }
}
