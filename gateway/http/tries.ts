/** Counts requests before anything of them is read: also those that are refused afterwards cost something. */
import type { Clock } from '../adapters/clock';
import { Refusal } from '../domain/call-context';

const MINUTE_MS = 60_000;

/**
 * Counts tries by key, at most `max` of one in a minute. In this process alone, so that a try costs no trip to the database; `door_admit`
 * counts again, for all gateways together, what is well formed.
 * @returns counts one try; throws Refusal rate-limited
 */
export function triesPerMinute(max: number, clock: Clock): (key: string) => void {
  let counts = new Map<string, number>();
  let endsAt = 0;
  return (key) => {
    const now = clock.now();
    // A clock that went back starts anew, too.
    if (now >= endsAt || now < endsAt - MINUTE_MS) {
      counts = new Map();
      endsAt = now + MINUTE_MS;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > max) throw new Refusal('rate-limited', { data: { retryAfterMs: endsAt - now } });
  };
}
