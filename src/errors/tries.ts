import type { CallError } from '../../contract/errors';

/** Returns the tries that a refused secret has left, and until when (UTC ms) it is locked, where the refusal tells it. */
export function triesOf({ data }: CallError): { triesLeft?: number; lockedUntilMs?: number } {
  if (data === undefined) return {};
  if ('triesLeft' in data) return { triesLeft: data.triesLeft };
  return 'lockedUntil' in data ? { lockedUntilMs: data.lockedUntil } : {};
}
