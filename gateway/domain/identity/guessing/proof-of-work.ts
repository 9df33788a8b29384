/** The captcha's check: sha256(`salt:nonce`) starts with that many zero bits (contract/calls/session.ts). */
import { createHash } from 'node:crypto';

export function isSolved(salt: string, nonce: string, difficultyBits: number): boolean {
  const digest = createHash('sha256').update(`${salt}:${nonce}`).digest();
  let zeroBits = 0;
  for (const byte of digest) {
    zeroBits += Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return zeroBits >= difficultyBits;
}
