/**
 * Solves the gateway's proof of work (contract/calls/session.ts) as often as the tests register somebody: 65,000 digests
 * each. A message of one block, of whose digest the first word alone is wanted, costs a quarter of a call to the library.
 */
import type { AnswerOf } from '../../contract/call';
import type { authCaptcha } from '../../contract/calls/session';

type Challenge = Pick<AnswerOf<typeof authCaptcha>, 'salt' | 'difficultyBits'>;

const BLOCK_WORDS = 16;
const ROUNDS = 64;
/** Room in the one block: a bit that ends the message and its length take the rest. */
const MAX_BYTES = 55;
/** Nonces all have this many digits, so that the block's layout never changes. */
const FIRST_NONCE = '10000000';
const [ZERO, NINE] = [0x30, 0x39];

/** The fractional parts of the square roots, or cube roots, of the first primes, as SHA-256 takes them: 32 bits each. */
function fractionsOfRoots(count: number, power: number): Uint32Array {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return Uint32Array.from(primes, (prime) => Math.floor((prime ** power % 1) * 2 ** 32));
}

const CONSTANTS = Int32Array.from(fractionsOfRoots(ROUNDS, 1 / 3));
const [H0 = 0, H1 = 0, H2 = 0, H3 = 0, H4 = 0, H5 = 0, H6 = 0, H7 = 0] = Int32Array.from(fractionsOfRoots(8, 1 / 2));

const schedule = new Int32Array(ROUNDS);

/** @returns the first word of the block's digest; the block is the first 16 words of `schedule` */
function firstWord(): number {
  for (let at = BLOCK_WORDS; at < ROUNDS; at += 1) {
    const early = schedule[at - 15]!;
    const late = schedule[at - 2]!;
    const a = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const b = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    schedule[at] = (schedule[at - 16]! + a + schedule[at - 7]! + b) | 0;
  }
  let a = H0;
  let b = H1;
  let c = H2;
  let d = H3;
  let e = H4;
  let f = H5;
  let g = H6;
  let h = H7;
  for (let at = 0; at < ROUNDS; at += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[at]! + schedule[at]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  return (H0 + a) >>> 0;
}

/** Counts up the decimal digits that end at `last`. */
function increment(digits: Uint8Array, last: number): void {
  let at = last;
  for (; digits[at] === NINE; at -= 1) digits[at] = ZERO;
  digits[at]! += 1;
}

/** @returns a nonce that fits; tests/gateway/identity/rules.test.ts holds it against the gateway's own check */
export function solveChallenge({ salt, difficultyBits }: Challenge): string {
  const bytes = new Uint8Array(BLOCK_WORDS * 4);
  const block = new DataView(bytes.buffer);
  const { written: length } = new TextEncoder().encodeInto(`${salt}:${FIRST_NONCE}`, bytes);
  if (length > MAX_BYTES) throw new Error('the salt does not fit into one block');
  bytes[length] = 0x80;
  block.setUint32(60, length * 8);
  for (let word = 0; word < BLOCK_WORDS; word += 1) schedule[word] = block.getInt32(word * 4);
  const from = length - FIRST_NONCE.length;
  for (;;) {
    if (firstWord() >>> (32 - difficultyBits) === 0) return new TextDecoder().decode(bytes.subarray(from, length));
    increment(bytes, length - 1);
    for (let word = from >> 2; word * 4 < length; word += 1) schedule[word] = block.getInt32(word * 4);
  }
}
