/**
 * The gateway's clock, by which all times of answers are: the device's, and how far the worker has found that to be off. Countdowns and
 * ages go by it.
 */
import { Signal } from './signal';

/** Ms by which the gateway's clock is ahead of the device's, as far as it is known. */
export const clockAhead = new Signal(0);

/** UTC ms. */
export function serverNow(): number {
  return Date.now() + clockAhead.get();
}

/**
 * Returns a clock that goes on from now, whatever becomes of the device's: one that is set back does not hold it up, and after a sleep,
 * which some engines leave out of the time that only grows, it is right as well.
 */
export function steadyServerClock(): () => number {
  const [server, date, uptime] = [serverNow(), Date.now(), performance.now()];
  return () => server + Math.max(Date.now() - date, performance.now() - uptime);
}
