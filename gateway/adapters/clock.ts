/** The only source of the current time: injected, so that tests decide what time it is. */

/**
 * Reasons why the gateway does not believe the clock. `jumped`: it moved against the monotonic one; `database`: the database's
 * differs; `chain`: a live network's newest block does; `before-mark`, `after-mark`: at the start it was before, or long after, the last
 * time that this database saw; `before-build`: it is older than the program.
 */
export type ClockDoubt = 'jumped' | 'database' | 'chain' | 'before-mark' | 'after-mark' | 'before-build';

export interface Clock {
  /** UTC milliseconds since 1970-01-01. */
  now(): number;
  /** Tells why nothing may be judged by this clock now; null, or no such method, when it may. Costs nothing. */
  doubt?(): ClockDoubt | null;
  /** The machine's clock itself; differs from `now` after a jump, since `now` then goes on without that clock. */
  machine?(): number;
}

/** Tells why nothing may be judged by this clock now; null when it may. */
export function doubtOf(clock: Clock): ClockDoubt | null {
  return clock.doubt?.() ?? null;
}

export const systemClock: Clock = { now: () => Date.now() };
