/** Seals app lock's key by a PIN (argon2id) and by a passkey's PRF (HKDF), each for itself. */
import { argon2idAsync } from '@noble/hashes/argon2.js';
import type { NewLockProof, LockDelay, LockProof } from '../api';
import type { RowBody } from '../cache/schema';
import { fromBase64, toBase64, type Bytes } from '../envelope/base64';
import { createRowCipher, type RowCipher, type RowCipherTools } from '../session/row-cipher';

export const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Passes over the memory, and KiB of it. */
export interface PinCost {
  t: number;
  m: number;
}

/** About a second on a phone of the middle class. */
export const PIN_COST: PinCost = { t: 3, m: 8_192 };

export interface LockTools extends RowCipherTools {
  subtle: SubtleCrypto;
}

/** Row of the device's `meta` table. The key itself is nowhere. */
export interface LockRow {
  afterMs: LockDelay;
  /** Wrong PINs since the last right one: counted before each try. */
  tries: number;
  pin?: { salt: Bytes; cost: PinCost; wrapped: RowBody };
  passkey?: { credentialId: Bytes; salt: Bytes; wrapped: RowBody };
  /** Drafts under the new key, while the lock is being turned on. */
  drafts?: { form: string; body: RowBody }[];
  /** Names the copies of images that are under this lock's key (carried-images.ts). */
  lockId?: string;
  /** The session's token as it ends the session and does no more (contract/session-end.ts). */
  ending?: string;
  /** The lock is being turned off. */
  isEnding?: boolean;
}

export type ProgressListener = (fraction: number) => void;

const encoder = new TextEncoder();
const PIN_CONTEXT = 'app lock pin';
const PASSKEY_CONTEXT = 'app lock passkey';

export function importKey(subtle: SubtleCrypto, raw: Bytes): Promise<CryptoKey> {
  return subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

async function pinCipher(
  tools: LockTools,
  pin: string,
  { salt, cost }: { salt: Bytes; cost: PinCost },
  onProgress: ProgressListener,
): Promise<RowCipher> {
  const derived = await argon2idAsync(encoder.encode(pin), salt, { ...cost, p: 1, dkLen: KEY_BYTES, onProgress });
  return createRowCipher(tools, await importKey(tools.subtle, Uint8Array.from(derived)));
}

async function passkeyCipher(tools: LockTools, secret: Bytes): Promise<RowCipher> {
  const { subtle } = tools;
  const base = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode('RAB app lock') };
  const aes = { name: 'AES-GCM', length: 256 };
  return createRowCipher(tools, await subtle.deriveKey(how, base, aes, false, ['encrypt', 'decrypt']));
}

/** Seals the key for a new PIN or passkey. @returns the fields of the row that it changes */
export async function wrap(
  tools: LockTools,
  raw: Bytes,
  by: NewLockProof,
  cost: PinCost,
  onProgress: ProgressListener,
): Promise<Pick<LockRow, 'pin' | 'passkey'>> {
  const text = toBase64(raw);
  if ('pin' in by) {
    const salt = tools.randomBytes(new Uint8Array(SALT_BYTES));
    const cipher = await pinCipher(tools, by.pin, { salt, cost }, onProgress);
    return { pin: { salt, cost, wrapped: await cipher.seal(PIN_CONTEXT, text) } };
  }
  const { credentialId, salt, secret } = by;
  const cipher = await passkeyCipher(tools, secret);
  return { passkey: { credentialId, salt, wrapped: await cipher.seal(PASSKEY_CONTEXT, text) } };
}

/** @returns the key; null where this way in is not set up. @throws UnreadableRowError where the proof is wrong */
export async function unwrap(
  tools: LockTools,
  row: LockRow,
  proof: LockProof,
  onProgress: ProgressListener,
): Promise<Bytes | null> {
  if ('pin' in proof) {
    if (!row.pin) return null;
    const cipher = await pinCipher(tools, proof.pin, row.pin, onProgress);
    return fromBase64((await cipher.open(PIN_CONTEXT, row.pin.wrapped)) as string);
  }
  if (!row.passkey) return null;
  const cipher = await passkeyCipher(tools, proof.secret);
  return fromBase64((await cipher.open(PASSKEY_CONTEXT, row.passkey.wrapped)) as string);
}
