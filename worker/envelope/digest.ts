/** Digests. md5 is the wire format's (docs/rules.md §11) and protects nothing; WebCrypto has none. */
import { md5 } from '@noble/hashes/legacy.js';
import type { Bytes } from './base64';

const encoder = new TextEncoder();

/** Lower-case hex md5 of the UTF-8 text. By crypto-js it would add twice as much to the worker's first chunk. */
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
