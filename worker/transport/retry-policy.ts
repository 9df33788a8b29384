/** When a failed try is made again: data and two pure functions (ARCHITECTURE.md "The worker"). */
import type { Effect } from '../../contract/call';
import type { AttemptResult } from './attempt';

/** Deadline of one try (spec section 7). */
export const TRY_DEADLINE_MS = 60_000;
/** All tries of a call together; no try starts after it and the last one is cut at it. */
export const CALL_BUDGET_MS = 120_000;
export const MAX_TRIES = 4;
const BASE_DELAY_MS = 400;
const MAX_DELAY_MS = 8_000;

/** The gateway, or a proxy before it, says that it did not carry out the request. */
export const REFUSED_STATUSES: ReadonlySet<number> = new Set([408, 429, 503]);
/** The request may have been carried out. */
const AMBIGUOUS_STATUSES: ReadonlySet<number> = new Set([502, 504]);

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

/**
 * Exponential back-off with full jitter, ms; never sooner than the server asks for.
 * @param triesMade at least 1. @param random in [0, 1)
 */
export function retryDelayMs(result: AttemptResult, triesMade: number, random: number): number {
  const ceiling = Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (triesMade - 1));
  const askedFor = result.kind === 'status' ? (result.retryAfterMs ?? 0) : 0;
  return askedFor + random * ceiling;
}
