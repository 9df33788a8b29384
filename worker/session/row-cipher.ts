/**
 * Cached records are encrypted at rest with a key that no script can read out (AES-GCM, non-extractable), where the
 * browser can keep such a key in IndexedDB. Elsewhere they are plain JSON, and the storage report says so.
 */
import type { Bytes } from '../envelope/base64';
import type { RandomBytes } from '../envelope/handshake';

const IV_BYTES = 12;

/** Corrupt, sealed with another key, or moved from another place: to be deleted and fetched again. */
export class UnreadableRowError extends Error {
  override name = 'UnreadableRowError';
}

export interface RowCipher {
  readonly isSealed: boolean;
  /** @param context names where the row belongs (additional data of the cipher); it opens only there. */
  seal(context: string, value: unknown): Promise<Bytes | string>;
  /** @throws UnreadableRowError */
  open(context: string, body: Bytes | string): Promise<unknown>;
  /** The same for what is bytes already; where there is no key, the bytes as they are. */
  sealBytes(context: string, bytes: Bytes): Promise<Bytes>;
  /** @throws UnreadableRowError */
  openBytes(context: string, body: Bytes): Promise<Bytes>;
}

export interface RowCipherTools {
  subtle: SubtleCrypto | undefined;
  randomBytes: RandomBytes;
  /** App lock seals a user's rows and the session with this key. It is in memory only, and gone while the app is locked. */
  lockKey?: CryptoKey | undefined;
}

export function generateRowKey(subtle: SubtleCrypto): Promise<CryptoKey> {
  return subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** @param key null: rows are kept plain. */
export function createRowCipher({ subtle, randomBytes }: RowCipherTools, key: CryptoKey | null): RowCipher {
  const algorithm = (iv: Bytes, context: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(context),
  });
  const cipher: RowCipher = {
    isSealed: key !== null,
    async seal(context, value) {
      const text = JSON.stringify(value);
      return subtle && key ? cipher.sealBytes(context, encoder.encode(text)) : text;
    },
    async open(context, body) {
      if (typeof body !== 'string' && !(subtle && key)) throw new UnreadableRowError('no key');
      try {
        return JSON.parse(
          typeof body === 'string' ? body : decoder.decode(await cipher.openBytes(context, body)),
        ) as unknown;
      } catch (cause) {
        throw new UnreadableRowError('unreadable', { cause });
      }
    },
    async sealBytes(context, bytes) {
      if (!subtle || !key) return bytes;
      const iv = randomBytes(new Uint8Array(IV_BYTES));
      const sealed = new Uint8Array(await subtle.encrypt(algorithm(iv, context), key, bytes));
      const body = new Uint8Array(IV_BYTES + sealed.length);
      body.set(iv);
      body.set(sealed, IV_BYTES);
      return body;
    },
    async openBytes(context, body) {
      if (!subtle || !key) return body;
      try {
        const iv = body.subarray(0, IV_BYTES);
        return new Uint8Array(await subtle.decrypt(algorithm(iv, context), key, body.subarray(IV_BYTES)));
      } catch (cause) {
        throw new UnreadableRowError('unreadable', { cause });
      }
    },
  };
  return cipher;
}
