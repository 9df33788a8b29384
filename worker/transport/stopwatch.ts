import type { Environment } from '../environment';

/**
 * Tells how long ago it was made, ms, by the clock that saw more pass: the monotonic one stands still while some devices
 * sleep, the other one can be set back.
 */
export function stopwatch({ now, uptime }: Pick<Environment, 'now' | 'uptime'>): () => number {
  const [nowMs, uptimeMs] = [now(), uptime()];
  return () => Math.max(now() - nowMs, uptime() - uptimeMs);
}
