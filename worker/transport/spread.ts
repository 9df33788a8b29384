/**
 * [Note: In step] After an outage, or when something changes for everybody, all devices would ask the gateway at the same
 * moment. Requests that nobody has tapped for, and that are not about a person's own things, are spread over some time.
 */

/** Requests that all devices would make at once are spread over so long, ms. */
export const EVERYBODY_MS = 3_000;

/** Returns between half and one and a half of the delay, so that repeats get out of step. @param random in [0, 1) */
export function spread(delayMs: number, random: () => number): number {
  return delayMs * (0.5 + random());
}
