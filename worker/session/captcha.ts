/**
 * Solves the gateway's proof of work: a decimal `nonce` so that sha256(`salt:nonce`) starts with `difficultyBits`
 * zero bits (contract/calls/session.ts). A chunk that comes with the first challenge.
 */
import { sha256 } from '@noble/hashes/sha2.js';

/** Digests in one go, some 5 ms; between batches other calls get their turn. (WebCrypto takes five times as long.) */
const BATCH = 1_000;

export interface Challenge {
  salt: string;
  difficultyBits: number;
}

export interface SolveOptions {
  /** Gives way to other work. */
  pause: () => Promise<void>;
  /** Stop looking: the challenge is no longer worth anything. */
  isOver: () => boolean;
}

const encoder = new TextEncoder();

/** The smallest nonce that fits, or null when it took too long. */
export async function solveChallenge(
  { salt, difficultyBits }: Challenge,
  options: SolveOptions,
): Promise<string | null> {
  for (let first = 0; !options.isOver(); first += BATCH) {
    for (let nonce = first; nonce < first + BATCH; nonce += 1) {
      const digest = sha256(encoder.encode(`${salt}:${nonce}`));
      if (leadingZeroBits(digest) >= difficultyBits) return String(nonce);
    }
    await options.pause();
  }
  return null;
}

export function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
