/**
 * [Note: In step] After an outage, or when something changes for everybody, all devices would ask the gateway at the same
 * moment. What nobody has tapped for and what is not a person's own is spread over some time.
 */

/** Over so long, where it would be at once. */
export const EVERYBODY_MS = 3_000;

/** From half of it to half more: what is repeated gets out of step. @param random in [0, 1) */
export function spread(delayMs: number, random: () => number): number {
  return delayMs * (0.5 + random());
}
