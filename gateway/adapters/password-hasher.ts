/** argon2id (rules.md §3) on libuv's threads, so that hashing never holds up the event loop. */
import { hash, verify, type Options } from '@node-rs/argon2';
import { limiter } from './limiter';

export interface PasswordHasher {
  /** @throws Overloaded when too many are waiting. */
  hash(password: string): Promise<string>;
  /** False for a wrong password. @throws Overloaded when too many are waiting. */
  verify(hash: string, password: string): Promise<boolean>;
  /** Takes as long as `verify`, for an account that does not exist: timing must not tell. */
  dummyVerify(password: string): Promise<void>;
}

export interface HasherOptions {
  memoryKiB: number;
  passes: number;
  /** At once; the rest of libuv's four threads stays free for files and DNS. */
  maxRunning: number;
  maxWaiting: number;
}

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
export const HASHER_DEFAULTS: HasherOptions = { memoryKiB: 19_456, passes: 2, maxRunning: 2, maxWaiting: 256 };

export function argon2Hasher(options: HasherOptions = HASHER_DEFAULTS): PasswordHasher {
  // The algorithm is left out: the library's default is argon2id (a test keeps it so).
  const argon2: Options = {
    memoryCost: options.memoryKiB,
    timeCost: options.passes,
    parallelism: 1,
  };
  const limited = limiter(options.maxRunning, options.maxWaiting);
  let dummy: Promise<string> | undefined;
  return {
    hash: (password) => limited(() => hash(password, argon2)),
    verify: (stored, password) => limited(() => verify(stored, password)),
    async dummyVerify(password) {
      dummy ??= hash('', argon2);
      const stored = await dummy;
      await limited(() => verify(stored, password));
    },
  };
}
