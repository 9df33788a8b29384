/** Digests. md5 is the wire format's (rules.md §11) and protects nothing; WebCrypto has none. */
import core from 'crypto-js/core';
import md5 from 'crypto-js/md5';
import type { Bytes } from './base64';

const encoder = new TextEncoder();

/** Lower-case hex md5 of the UTF-8 text. crypto-js would take the text itself, at almost twice the time. */
export function md5Hex(text: string): string {
  const bytes = encoder.encode(text);
  return md5(core.lib.WordArray.create(bytesToWords(bytes), bytes.length)).toString();
}

/** sha256 by WebCrypto, or by crypto-js outside secure contexts, where browsers hide `crypto.subtle`. */
export type Sha256 = (text: string) => Promise<Bytes>;

export function createSha256(subtle: SubtleCrypto | undefined): Sha256 {
  if (subtle) return async (text) => new Uint8Array(await subtle.digest('SHA-256', encoder.encode(text)));
  return async (text) => (await import('./crypto-js')).sha256(text);
}

/** crypto-js keeps bytes as big-endian 32-bit words. */
function bytesToWords(bytes: Bytes): number[] {
  const padded = new DataView(new ArrayBuffer(Math.ceil(bytes.length / 4) * 4));
  new Uint8Array(padded.buffer).set(bytes);
  const words: number[] = [];
  for (let offset = 0; offset < padded.byteLength; offset += 4) words.push(padded.getInt32(offset));
  return words;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
