/** Digests as the wire format and the cache write them. */
import type { Bytes } from './base64';
import { md5 } from './md5';

const encoder = new TextEncoder();

/** Lower-case hex md5 of the UTF-8 text (rules.md §11). */
export function md5Hex(text: string): string {
  return toHex(md5(encoder.encode(text)));
}

/** sha256 by WebCrypto, or by crypto-js outside secure contexts, where browsers hide `crypto.subtle`. */
export type Sha256 = (text: string) => Promise<Bytes>;

export function createSha256(subtle: SubtleCrypto | undefined): Sha256 {
  if (subtle) return async (text) => new Uint8Array(await subtle.digest('SHA-256', encoder.encode(text)));
  return async (text) => (await import('./crypto-js')).sha256(text);
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
