import { HANDSHAKE_ALPHABET, HANDSHAKE_LENGTH } from '../../contract/envelope';
import type { Bytes } from './base64';

/** Fills the bytes from a secure source and returns them: `crypto.getRandomValues`. */
export type RandomBytes = (bytes: Bytes) => Bytes;

/** Bytes from here on are thrown away: they would make the first letters of the alphabet likelier. */
const FAIR_LIMIT = 256 - (256 % HANDSHAKE_ALPHABET.length);

/** 16 characters of A–Z a–z 0–9, each equally likely (docs/rules.md §11). */
export function createHandshake(randomBytes: RandomBytes): string {
  let handshake = '';
  while (handshake.length < HANDSHAKE_LENGTH) {
    for (const byte of randomBytes(new Uint8Array(HANDSHAKE_LENGTH))) {
      if (byte >= FAIR_LIMIT || handshake.length === HANDSHAKE_LENGTH) continue;
      handshake += HANDSHAKE_ALPHABET[byte % HANDSHAKE_ALPHABET.length];
    }
  }
  return handshake;
}
