/** The only source of the current time: injected, so that tests decide what time it is. */
export interface Clock {
  /** UTC milliseconds since 1970-01-01. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
