/** Keyed hashes, token hashes and sealed texts. Keys are derived from the gateway's secret, one per use. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { networkOf } from './network';

export type SealUse = 'message' | 'authenticator' | 'setup' | 'document' | 'card' | 'older-key' | 'push' | 'push-key';
type KeyUse =
  | SealUse
  | 'account'
  | 'address'
  | 'range'
  | 'device'
  | 'code'
  | 'recovery'
  | 'password'
  | 'document-number'
  | 'card-number';

const SEAL_IV_BYTES = 12;
const SEAL_TAG_BYTES = 16;

function derivedKey(secret: Uint8Array, use: KeyUse): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), `rab-identity-${use}`, 32));
}

/** The key of one use, for those that outlive a secret (older-keys.ts). */
export function keyOfUse(secret: Uint8Array, use: 'password' | 'recovery'): Buffer {
  return derivedKey(secret, use);
}

function hashWith(key: Uint8Array, parts: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}

function keyedHash(secret: Uint8Array, use: KeyUse, parts: readonly string[]): string {
  return hashWith(derivedKey(secret, use), parts);
}

/** Hashes an e-mail address or phone number for places where only equality matters. */
export function accountKey(secret: Uint8Array, loginName: string): string {
  return keyedHash(secret, 'account', [loginName]);
}

/** Hashes a network address for counters. IPv6 counts per /64: one subscriber has all of it. */
export function addressKey(secret: Uint8Array, address: string): string {
  return keyedHash(secret, 'address', [networkOf(address)]);
}

/** Hashes a range of network addresses for counters. @param range as `rangeOf` makes it */
export function rangeKey(secret: Uint8Array, range: string): string {
  return keyedHash(secret, 'range', [range]);
}

/** A device's token, bound to a user: nobody can tell from it whether two users share a device. */
export function deviceHash(secret: Uint8Array, userId: string, token: string): string {
  return keyedHash(secret, 'device', [userId, token]);
}

/** A verification code, bound to its purpose, account and what else it is `about`: it fits nowhere else (docs/rules.md §3). */
export function codeHash(
  secret: Uint8Array,
  purpose: string,
  account: string,
  code: string,
  about: readonly string[] = [],
): string {
  return keyedHash(secret, 'code', [purpose, account, code, ...about]);
}

/** A recovery code, bound to its user. */
export function recoveryHash(secret: Uint8Array, userId: string, code: string): string {
  return keyedHash(secret, 'recovery', [userId, code]);
}

/** The same by a key of a former secret: codes are shown once, and outlive a rotation. */
export function recoveryHashBy(key: Uint8Array, userId: string, code: string): string {
  return hashWith(key, [userId, code]);
}

/** Hashes a document's number for places where only equality matters. */
export function documentKey(secret: Uint8Array, number: string): string {
  return keyedHash(secret, 'document-number', [number]);
}

/** Hashes a bank card's number for places where only equality matters. */
export function cardKey(secret: Uint8Array, number: string): string {
  return keyedHash(secret, 'card-number', [number]);
}

/** Makes a hash for the place of a code's hash where no code was sent: random, so that no code fits. */
export function unmatchableCodeHash(): string {
  return randomBytes(32).toString('base64url');
}

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a token or ticket. They have 256 random bits, so that no salt and no slow hash is needed. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Equality that takes the same time wherever the difference is. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Encrypts a text so that the database alone cannot tell it: base64url of iv, tag and AES-256-GCM ciphertext. */
export function seal(secret: Uint8Array, use: SealUse, text: string): string {
  const iv = randomBytes(SEAL_IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derivedKey(secret, use), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** The inverse of `seal`. @throws Error when it was made with another secret, for another use, or changed. */
export function unseal(secret: Uint8Array, use: SealUse, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(secret, use), bytes.subarray(0, SEAL_IV_BYTES));
  decipher.setAuthTag(bytes.subarray(SEAL_IV_BYTES, SEAL_IV_BYTES + SEAL_TAG_BYTES));
  return decipher.update(bytes.subarray(SEAL_IV_BYTES + SEAL_TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
