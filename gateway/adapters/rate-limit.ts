/**
 * Rate limits without a state in the process: counters in the database hold across gateways and restarts. One statement of
 * our own instead of a library, because the libraries read the wall clock themselves, and tests move time.
 */
import { isIPv6 } from 'node:net';
import type { Database } from '../db/client';
import type { Clock } from './clock';

export interface RateLimitDeps {
  db: Database;
  clock: Clock;
}

export interface RateLimit {
  /** Allowed in one window. */
  points: number;
  /** The window starts with its first use. */
  windowMs: number;
}

export interface Consumption {
  isAllowed: boolean;
  /** Used in this window, this time included. */
  used: number;
  /** Ms until the window ends; a refusal tells it as `retryAfterMs`. */
  retryAfterMs: number;
}

/**
 * Counts `cost` against `key` and says whether that is within `limit`. What is over the limit is counted too.
 * Call it outside transactions: a counter must stand even when the transaction does not.
 * @param key purpose and subject, e.g. `upload:17`; an address or e-mail only as a keyed hash
 */
export async function consume(deps: RateLimitDeps, key: string, limit: RateLimit, cost = 1): Promise<Consumption> {
  const now = deps.clock.now();
  const { rows } = await deps.db.pool.query<{ points: number; resets_ms: number }>(
    'SELECT points, resets_ms FROM rate_consume($1, $2, $3, $4)',
    [key, cost, limit.windowMs, now],
  );
  const [row] = rows;
  if (!row) throw new Error('rate_consume answered no row');
  return {
    isAllowed: row.points <= limit.points,
    used: row.points,
    retryAfterMs: Math.max(0, Math.ceil(row.resets_ms - now)),
  };
}

/** Takes one use of the running window back. */
export async function giveBack(deps: RateLimitDeps, key: string): Promise<void> {
  await deps.db.pool.query(
    'UPDATE rate_limits SET points = greatest(0, points - 1) WHERE key = $1 AND resets_at > to_timestamp($2::bigint / 1000.0)',
    [key, deps.clock.now()],
  );
}

/** Forgets a counter, e.g. after the right password. */
export async function clearCounter(deps: RateLimitDeps, key: string): Promise<void> {
  await deps.db.pool.query('DELETE FROM rate_limits WHERE key = $1', [key]);
}

/** The network that is limited: an IPv4 address, or the /64 that one IPv6 customer has. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[0-9.]+$)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
