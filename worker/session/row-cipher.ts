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
  return {
    isSealed: key !== null,
    async seal(context, value) {
      const text = JSON.stringify(value);
      if (!subtle || !key) return text;
      const iv = randomBytes(new Uint8Array(IV_BYTES));
      const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(context) };
      const sealed = new Uint8Array(await subtle.encrypt(algorithm, key, encoder.encode(text)));
      const body = new Uint8Array(IV_BYTES + sealed.length);
      body.set(iv);
      body.set(sealed, IV_BYTES);
      return body;
    },
    async open(context, body) {
      try {
        if (typeof body === 'string') return JSON.parse(body) as unknown;
        if (!subtle || !key) throw new UnreadableRowError('no key');
        const algorithm = { name: 'AES-GCM', iv: body.subarray(0, IV_BYTES), additionalData: encoder.encode(context) };
        const plain = await subtle.decrypt(algorithm, key, body.subarray(IV_BYTES));
        return JSON.parse(decoder.decode(plain)) as unknown;
      } catch (cause) {
        throw new UnreadableRowError('unreadable', { cause });
      }
    },
  };
}
