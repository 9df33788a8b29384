/** argon2id (docs/rules.md §3) on libuv's threads, so that hashing never holds up the event loop. */
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { limiter } from './concurrency';

/**
 * The owner of the password: somebody with a session or on a known device (`own`), or a stranger. Strangers have one place in the
 * pool and a queue of their own, so that a flood of guesses holds up nobody who confirms a payment.
 */
export type Lane = 'own' | 'stranger';

export interface PasswordHasher {
  /** @throws OverloadError when too many are waiting. */
  hash(password: string): Promise<string>;
  /** False for a wrong password. @param lane `own` when absent @throws OverloadError when too many are waiting in it. */
  verify(hash: string, password: string, lane?: Lane): Promise<boolean>;
  /**
   * The hash of `password` with the figures and the salt of another, whose own hash is not looked at.
   * @throws OverloadError when too many are waiting in the lane
   */
  hashLike(other: string, password: string, lane?: Lane): Promise<string>;
  /** Takes as long as `verify`, for an account that does not exist: timing must not tell. */
  dummyVerify(password: string, lane?: Lane): Promise<void>;
}

export interface HasherOptions {
  memoryKiB: number;
  passes: number;
  /** This many hashes run at once; the rest of libuv's four threads stays free for files and DNS. */
  maxRunning: number;
  maxWaiting: number;
  /** Waiting hashes of strangers; absent: `maxWaiting`. */
  maxStrangersWaiting?: number;
}

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. One core stays free for everything else. */
export const HASHER_DEFAULTS: HasherOptions = {
  memoryKiB: 19_456,
  passes: 2,
  maxRunning: Math.min(2, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 256,
  maxStrangersWaiting: 64,
};

const ENCODED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$/;

function figuresOf(encoded: string): Options {
  const [, memoryCost, timeCost, parallelism, salt] = ENCODED.exec(encoded) ?? [];
  if (salt === undefined) throw new Error('this is no hash of argon2id');
  return {
    memoryCost: Number(memoryCost),
    timeCost: Number(timeCost),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
  };
}

export function argon2Hasher(options: HasherOptions = HASHER_DEFAULTS): PasswordHasher {
  // The algorithm is left out: the library's default is argon2id (a test keeps it so).
  const argon2: Options = {
    memoryCost: options.memoryKiB,
    timeCost: options.passes,
    parallelism: 1,
  };
  const limited = limiter(options.maxRunning, options.maxWaiting);
  const strangers = limiter(1, options.maxStrangersWaiting ?? options.maxWaiting);
  const inLane = <T>(lane: Lane, work: () => Promise<T>): Promise<T> =>
    lane === 'stranger' ? strangers(() => limited(work)) : limited(work);
  let dummy: Promise<string> | undefined;
  return {
    hash: (password) => limited(() => hash(password, argon2)),
    verify: (stored, password, lane = 'own') => inLane(lane, () => verify(stored, password)),
    hashLike: (other, password, lane = 'own') => inLane(lane, () => hash(password, figuresOf(other))),
    async dummyVerify(password, lane = 'own') {
      dummy ??= hash('', argon2);
      const stored = await dummy;
      await inLane(lane, () => verify(stored, password));
    },
  };
}
