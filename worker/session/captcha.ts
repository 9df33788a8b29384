/**
 * Solves the gateway's proof of work: a decimal `nonce` so that sha256(`salt:nonce`) starts with `difficultyBits`
 * zero bits (contract/calls/session.ts). The worker has no screen, so it may take its time.
 */
import type { Sha256 } from '../envelope/digest';

/** Digests of one batch run side by side; between batches other calls get their turn. */
const BATCH = 256;

export interface Challenge {
  salt: string;
  difficultyBits: number;
}

export interface SolveOptions {
  sha256: Sha256;
  /** Gives way to other work. */
  pause: () => Promise<void>;
  /** Stop looking: the challenge is no longer worth anything. */
  isOver: () => boolean;
}

/** The smallest nonce that fits, or null when it took too long. */
export async function solveChallenge(challenge: Challenge, options: SolveOptions): Promise<string | null> {
  for (let first = 0; !options.isOver(); first += BATCH) {
    const nonces = Array.from({ length: BATCH }, (_, index) => String(first + index));
    const digests = await Promise.all(nonces.map((nonce) => options.sha256(`${challenge.salt}:${nonce}`)));
    const found = digests.findIndex((digest) => leadingZeroBits(digest) >= challenge.difficultyBits);
    if (found !== -1) return nonces[found] ?? null;
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
