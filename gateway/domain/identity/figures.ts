/** Figures of identity that the operator has no reason to change; the configurable ones are in the settings. */
import type { TicketPurpose } from '../../db/schema/identity';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Verification codes (docs/rules.md §3); when another can be asked for is in the contract. */
export const CODE = { ttlMs: 10 * MINUTE_MS, tries: 5 } as const;

/** The time within which a ticket (proof of a rightly entered code or password) can be spent. */
export const TICKET_TTL_MS = {
  register: 15 * MINUTE_MS,
  forget: 15 * MINUTE_MS,
  'second-step': 5 * MINUTE_MS,
} as const satisfies Record<TicketPurpose, number>;

/** The authenticator (docs/rules.md §3): how long an offered secret can be bound, and how many recovery codes come with it. */
export const AUTHENTICATOR = { setupTtlMs: 30 * MINUTE_MS, recoveryCodes: 10, resetWaitMs: 72 * HOUR_MS } as const;

/** After this long without a wrong try since the last lock, the next lock is as short as the first. */
export const LOCK_FORGET_MS = DAY_MS;

/** `last_seen_at` is written at most this often per session. */
export const SEEN_WRITE_MS = MINUTE_MS;

/** Known devices per user, and how long one that is not used stays known. */
export const DEVICE = { max: 50, unusedMs: 180 * DAY_MS } as const;

/** Sessions per user; a new one beyond them ends the oldest. */
export const MAX_SESSIONS = 50;

/** Log-in: how wrong passwords of devices that are not known slow the next try down, per account and per address. */
export const LOGIN_THROTTLE = {
  account: { freeTries: 3, captchaFrom: 5 },
  address: { freeTries: 10, captchaFrom: 20 },
  firstDelayMs: 2 * SECOND_MS,
  maxDelayMs: 15 * MINUTE_MS,
  /** After this long without a wrong try, the count starts anew. */
  forgetAfterMs: DAY_MS,
} as const;

/** Within the window, an account and an address can ask for so many messages before a captcha is needed. */
export const SEND_THROTTLE = { windowMs: HOUR_MS, accountFree: 3, addressFree: 20 } as const;

/** Links in security mail that freeze the account: how long they work, and tries of one address within the window. */
export const FREEZE_LINK = { ttlMs: 7 * DAY_MS, perAddress: { windowMs: HOUR_MS, points: 30 } } as const;

/** Document numbers that can be entered for a thaw within the window; then `rate-limited`. */
export const THAW_TRIES = { windowMs: DAY_MS, points: 5 } as const;

/** Codes for withdrawals that a user can ask for within the window; then `rate-limited`. */
export const WITHDRAW_CODES = { windowMs: HOUR_MS, points: 20 } as const;

/** Wrong codes and wrong invitation codes from one address within the window; then `rate-limited`. */
export const GUESS_THROTTLE = { windowMs: HOUR_MS, maxPerAddress: 60 } as const;

/** Wrong codes for one account: beyond the free ones the next code waits longer. */
export const CODE_THROTTLE = { freeWrong: 20, maxResendMs: 15 * MINUTE_MS, forgetAfterMs: DAY_MS } as const;

/**
 * Proof of work: about 2^bits hashes. A page solves 16 bits within a second or so, and the most within the challenge's time;
 * nothing but passwords of strangers asks for more than the least.
 */
export const CAPTCHA = { ttlMs: 10 * MINUTE_MS, baseBits: 16, maxBits: 24 } as const;

/** Sending: a claim that is not settled by then is taken over; texts live no longer than what they tell. */
export const DELIVERY = {
  claimMs: 2 * MINUTE_MS,
  firstRetryMs: 5 * SECOND_MS,
  maxRetryMs: 2 * MINUTE_MS,
  batch: 20,
  noticeTtlMs: DAY_MS,
  keepDoneMs: 7 * DAY_MS,
} as const;
