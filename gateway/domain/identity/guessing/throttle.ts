/** Slows down tries by how many went wrong before (docs/rules.md §3). Pure: counts and times in, a decision out. */
import { CODE_RESEND_MS } from '../../../../contract/calls/session';
import { CAPTCHA, CODE, CODE_THROTTLE, LOGIN_THROTTLE } from '../figures';

/** Wrong passwords for one account or from one address; `lastAt` in UTC ms. */
export interface Failures {
  count: number;
  lastAt: number;
}

export type LoginDecision =
  | { allowed: true }
  | { allowed: false; because: 'rate-limited'; retryAfterMs: number }
  | { allowed: false; because: 'captcha-required'; difficultyBits: number };

export const NO_FAILURES: Failures = { count: 0, lastAt: 0 };

/** Wrong passwords that still count; after a quiet day none does. */
export function recentFailures(failures: Failures, now: number): number {
  return now - failures.lastAt >= LOGIN_THROTTLE.forgetAfterMs ? 0 : failures.count;
}

/** Returns how long the next try waits after the last wrong one, ms: nothing at first, then doubling up to the cap. */
export function delayAfterFailures(failures: number, freeTries: number): number {
  if (failures < freeTries) return 0;
  return Math.min(LOGIN_THROTTLE.maxDelayMs, LOGIN_THROTTLE.firstDelayMs * 2 ** Math.min(30, failures - freeTries));
}

/** A free try waits for nothing: the last one may be of a gateway whose clock is ahead, or of a request that came later. */
function openAfter(lastAt: number, delayMs: number): number {
  return delayMs === 0 ? 0 : lastAt + delayMs;
}

/** Returns the captcha's difficulty for an account with that many wrong passwords, bits: one more each time they double. */
export function captchaBitsFor(failures: number): number {
  const doublings = Math.floor(Math.log2(Math.max(1, failures / LOGIN_THROTTLE.account.captchaFrom)));
  return Math.min(CAPTCHA.maxBits, CAPTCHA.baseBits + doublings);
}

export interface StrangerTry {
  ofAccount: Failures;
  ofAddress: Failures;
  /** Strangers may try this account again from then on, UTC ms; null while its hour is not used up. */
  hourOpensAt: number | null;
  /** Difficulty of the captcha that came with the try, null without one. */
  solvedBits: number | null;
  now: number;
}

/**
 * Decides whether to look at a password from an unknown device. All strangers together have the account's hour, which
 * nothing opens early; within it a solved captcha that is hard enough opens the way. One bit less is accepted, because the
 * count may have grown while it was solved.
 */
export function decideStranger({ ofAccount, ofAddress, hourOpensAt, solvedBits, now }: StrangerTry): LoginDecision {
  if (hourOpensAt !== null && hourOpensAt > now) {
    return { allowed: false, because: 'rate-limited', retryAfterMs: hourOpensAt - now };
  }
  const byAccount = recentFailures(ofAccount, now);
  const byAddress = recentFailures(ofAddress, now);
  const neededBits = captchaBitsFor(Math.max(byAccount, byAddress));
  if (solvedBits !== null && solvedBits >= Math.max(CAPTCHA.baseBits, neededBits - 1)) return { allowed: true };
  if (byAccount >= LOGIN_THROTTLE.account.captchaFrom || byAddress >= LOGIN_THROTTLE.address.captchaFrom) {
    return { allowed: false, because: 'captcha-required', difficultyBits: neededBits };
  }
  const openAt = Math.max(
    openAfter(ofAccount.lastAt, delayAfterFailures(byAccount, LOGIN_THROTTLE.account.freeTries)),
    openAfter(ofAddress.lastAt, delayAfterFailures(byAddress, LOGIN_THROTTLE.address.freeTries)),
  );
  return openAt > now ? { allowed: false, because: 'rate-limited', retryAfterMs: openAt - now } : { allowed: true };
}

/**
 * Returns how long until another code can be asked for, ms: doubles with every code's worth of wrong tries beyond the free ones,
 * so that guessing codes stays hopeless while the owner waits some minutes at worst.
 * @param wrongTries wrong codes since the last right one
 */
export function resendDelayMs(wrongTries: number): number {
  const doublings = Math.floor(Math.max(0, wrongTries - CODE_THROTTLE.freeWrong) / CODE.tries);
  return Math.min(CODE_THROTTLE.maxResendMs, CODE_RESEND_MS * 2 ** Math.min(10, doublings));
}
