/** Decides when to make a failed try again: data and two pure functions (docs/architecture.md "The data's way"). */
import type { Effect } from '../../contract/call';
import type { AttemptResult } from './attempt';

/** Deadline of a call, tries included (docs/rules.md §11); the bridge counts on it. */
export const CALL_DEADLINE_MS = 60_000;
/** A connection that hangs on a phone is given up this early, where trying again is harmless; the next try has the rest. */
const FIRST_TRY_DEADLINE_MS = 20_000;
export const MAX_TRIES = 4;
const BASE_DELAY_MS = 400;
const MAX_DELAY_MS = 8_000;

/** The gateway, or a proxy before it, says that it did not carry out the request. */
export const REFUSED_STATUSES: ReadonlySet<number> = new Set([408, 429, 503]);
/** The request may have been carried out. */
export const AMBIGUOUS_STATUSES: ReadonlySet<number> = new Set([502, 504]);

/** Proxies answer these when no gateway does. */
export const UNREACHED_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** Envelope code of a gateway that cannot serve just now. */
const UNAVAILABLE = 503;

/**
 * Reads change nothing, and money calls carry an idempotency key: both may be sent again after any transport failure.
 * Other writes (a feedback, a code by SMS) would happen twice: they are sent again only when the answer says that
 * nothing was done.
 */
export function mayRetry(result: AttemptResult, effect: Effect): boolean {
  switch (result.kind) {
    case 'network':
    case 'timeout':
      return effect !== 'write';
    case 'status':
      return REFUSED_STATUSES.has(result.status) || (AMBIGUOUS_STATUSES.has(result.status) && effect !== 'write');
    case 'answer':
      return result.answer.code === UNAVAILABLE && effect !== 'write';
    case 'bad-answer':
    case 'aborted':
      return false;
  }
}

/** @param remainingMs until the call's deadline */
export function tryDeadlineMs(effect: Effect, triesMade: number, remainingMs: number): number {
  const isLast = effect === 'write' || triesMade > 0;
  return isLast ? remainingMs : Math.min(FIRST_TRY_DEADLINE_MS, remainingMs);
}

/**
 * Exponential back-off with full jitter, ms; never sooner than the server asks for.
 * @param triesMade at least 1. @param random in [0, 1)
 */
export function retryDelayMs(result: AttemptResult, triesMade: number, random: number): number {
  const ceiling = Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (triesMade - 1));
  const askedFor = result.kind === 'status' ? (result.retryAfterMs ?? 0) : 0;
  return askedFor + random * ceiling;
}
