/**
 * The closed set of errors. Errors cross every boundary as values, never as thrown `Error`s: Comlink keeps only a
 * message, and a screen needs the code and its data (docs/architecture.md "The data's way").
 */
import * as z from 'zod/mini';
import { LINE_ERROR_NUMBERS } from './line-errors';

/**
 * Codes that the gateway answers with, and the number that travels in the envelope. 401, 300, 4900 and 4901 are the
 * spec's (section 8); the others are ours and all lead to "toast with the server's message" unless a screen handles them.
 */
export const GATEWAY_ERROR_NUMBERS = {
  ...LINE_ERROR_NUMBERS,
  'needs-trade-password': 300,
  'needs-authenticator': 4900,
  'needs-identity': 4901,

  'envelope-invalid': 400,
  'too-large': 413,
  'unknown-call': 404,
  'wrong-method': 405,
  'rate-limited': 429,
  /** The app is older than the least version that the gateway takes changes from (`app.leastVersion`). */
  'update-needed': 426,
  'clock-drift': 5030,

  'invalid-input': 422,
  'not-found': 4040,
  'not-open': 4041,
  'stale-version': 4090,
  'idempotency-conflict': 4091,
  'idempotency-missing': 4092,
  'idempotency-closed': 4093,
  /** The session is on another account than the one whose figures were confirmed. */
  'wrong-account': 4094,

  'wrong-credentials': 1001,
  'wrong-code': 1002,
  'invitation-invalid': 1003,
  'ticket-expired': 1004,
  'captcha-required': 1005,
  'resend-too-soon': 1006,
  'password-common': 1007,
  'trade-password-already-set': 1008,
  'needs-second-step': 1009,
  'wrong-trade-password': 1010,
  'trade-password-locked': 1011,
  'wrong-password': 1012,
  'password-locked': 1013,
  'wrong-authenticator-code': 1014,
  'authenticator-locked': 1015,
  'authenticator-code-used': 1016,
  'authenticator-already-bound': 1017,
  'setup-expired': 1018,
  'password-unchanged': 1019,
  'account-frozen': 1020,
  'identity-mismatch': 1021,

  'insufficient-funds': 2001,
  'amount-too-small': 2002,
  'capacity-full': 2003,
  'plan-closed': 2004,
  'order-closed': 2005,
  'remainder-too-small': 2006,
  'amount-too-large': 2007,
  'quote-expired': 2008,
  'quote-used': 2009,
  'price-too-old': 2010,
  'inventory-too-low': 2011,
  'withdrawals-closed': 2012,
  'withdrawals-paused': 2013,
  'method-waiting': 2014,
  'fee-changed': 2015,
  'network-closed': 2016,
  /** Nobody claimed the share in its time: it has gone back. */
  'claim-expired': 2041,
  'price-moved': 2031,
  'day-limit': 2032,
  /** None of this machine is left, or it is not on sale. */
  'sold-out': 2033,
  'tickets-short': 2034,
  /** The machine is not sold for this part of tickets and USDT. */
  'payment-refused': 2035,

  'image-refused': 3001,
  'identity-closed': 3002,
  'identity-incomplete': 3003,
  'holder-mismatch': 3004,
  'address-invalid': 3005,
  'address-other-network': 3006,
  'address-checksum': 3007,
  'address-look-alike': 3008,
  'method-exists': 3009,
  'limit-reached': 3010,
  'same-account': 3011,

  'market-halted': 5001,
  'price-out-of-band': 5002,
  'lot-taken': 5003,
  'own-order': 5004,
  'payee-missing': 5005,
  'not-now': 5006,
  'fill-too-small': 5021,
} as const;

export type GatewayErrorCode = keyof typeof GATEWAY_ERROR_NUMBERS;

/**
 * The gateway may refuse any call with these, besides the codes that the call declares: session, input, maintenance, an app
 * that is too old, a clock that is not believed, and the key of calls that move money. `rate-limited` is not among them: the
 * door applies its own limit before it knows the call, and a call with a limit of its own declares the code.
 */
export const GENERAL_ERROR_CODES = [
  'unauthorized',
  'unknown-call',
  'wrong-method',
  'not-open',
  'invalid-input',
  'idempotency-missing',
  'idempotency-conflict',
  'idempotency-closed',
  'wrong-account',
  'unavailable',
  'update-needed',
  'clock-drift',
  'internal',
] as const satisfies readonly GatewayErrorCode[];

/** Codes that only the worker or the bridge can give. */
export const LOCAL_ERROR_CODES = [
  /** No network: a read had nothing cached, or a money call was refused before anything was sent. */
  'offline',
  /** The deadline (60 s) passed on a call that moves no money. */
  'timeout',
  /** The gateway could not be reached, retries included. */
  'network',
  /** HTTP status other than 200 (docs/rules.md §19); `data.status` tells which. */
  'http-status',
  /** An image without a byte in it was to be sent. */
  'file-empty',
  /** An image in the format of iPhones, which this browser cannot decode. */
  'heic-unreadable',
  /** The answer did not fit the contract. */
  'bad-answer',
  /** A code number that this version does not know; `message` is the server's. */
  'unknown-code',
  /** The outcome of a money call is not known yet; ask `settle` before anything is sent again. */
  'outcome-unknown',
  /** The way to the gateway failed in the middle of a money call. Nothing was done, and nothing will be. */
  'not-carried-out',
  /** The device has no room for the note of a money call that comes before it: nothing was sent. */
  'storage-full',
  /** The worker died; reads are replayed, money calls are settled first. */
  'worker-lost',
  /** The call was made while logging out or after it. */
  'session-closed',
] as const;
export type LocalErrorCode = (typeof LOCAL_ERROR_CODES)[number];

export type ErrorCode = GatewayErrorCode | LocalErrorCode;

/** A whole number: tries, or UTC ms where the name says so. */
const whole = z.int();
/** An amount that is never negative. Not money.ts's: all of that file would come with the worker's first one. */
const amount = z.string().check(z.regex(/^[0-9]+(\.[0-9]+)?$/));
const tries = z.object({ triesLeft: whole });
const lock = z.object({ lockedUntil: whole });
const wait = z.object({ retryAfterMs: whole });
const limit = z.object({ limit: amount });
const available = z.object({ available: amount });

/**
 * Declares once what a refusal tells beside its code; a code that is not here tells nothing. Data may be missing as a
 * whole, never in part: whoever refuses gives all of it, and whoever reads data that does not fit reads the code alone.
 * Amounts are decimal strings; `…Until` and `serverTime` are UTC ms.
 */
export const ERROR_DATA = {
  'time-window': z.object({ serverTime: whole }),
  'rate-limited': wait,
  /** The record as it is now. */
  'stale-version': z.object({ current: z.unknown() }),

  'wrong-code': tries,
  'resend-too-soon': wait,
  /** The second step of logging in spends it. */
  'needs-second-step': z.object({ ticket: z.string() }),
  'wrong-trade-password': tries,
  'trade-password-locked': lock,
  'wrong-password': tries,
  'password-locked': lock,
  /** Only while the account is about to thaw. */
  'account-frozen': wait,
  'wrong-authenticator-code': tries,
  'authenticator-locked': lock,

  'insufficient-funds': available,
  'amount-too-small': limit,
  /** `limit`: the capacity that is still free. */
  'capacity-full': limit,
  'remainder-too-small': limit,
  'amount-too-large': limit,
  'inventory-too-low': limit,
  /** The price as it is now, USDT. */
  'price-moved': z.object({ price: amount }),
  /** The limit of 24 hours, and the rest of it that is left, USDT. */
  'day-limit': z.object({ limit: amount, available: amount }),
  'tickets-short': available,
  'withdrawals-closed': wait,
  'withdrawals-paused': lock,
  'method-waiting': lock,

  'address-other-network': z.object({ network: z.string() }),
  /** The address on file that it resembles. */
  'address-look-alike': z.object({ known: z.string() }),
  /** `limit`: the highest number that is allowed. */
  'limit-reached': limit,

  'price-out-of-band': z.object({ lowest: amount, highest: amount }),
  'lot-taken': available,
  /** The least amount that is filled at the best price. */
  'fill-too-small': z.object({ limit: amount, asset: z.string() }),
  'not-now': wait,

  'http-status': z.object({ status: whole, retryAfterMs: z.optional(whole) }),
} as const satisfies Partial<Record<ErrorCode, z.core.$ZodObject>>;

export type ErrorCodeWithData = keyof typeof ERROR_DATA;

/** Data of a refusal with code `C`; undefined for a code that has none. */
export type ErrorDataOf<C extends ErrorCode> = C extends ErrorCodeWithData
  ? z.output<(typeof ERROR_DATA)[C]>
  : undefined;

type FieldIn<D> = D extends object ? keyof D : never;
type ValueIn<D, F extends PropertyKey> = D extends { [K in F]?: infer V } ? V : never;
/** Data of a refusal for readers that do not look at the code: any field may be missing. */
export type AnyErrorData = { [F in FieldIn<ErrorDataOf<ErrorCode>>]?: ValueIn<ErrorDataOf<ErrorCode>, F> };

/**
 * `data` as the code declares it, without fields that this version does not know; undefined when the code declares none
 * or the data does not fit.
 */
export function errorDataOf<C extends ErrorCode>(code: C, data: unknown): ErrorDataOf<C> | undefined {
  const schema: z.ZodMiniType | undefined = (ERROR_DATA as Partial<Record<ErrorCode, z.ZodMiniType>>)[code];
  return schema?.safeParse(data).data as ErrorDataOf<C> | undefined;
}

/** One message per input field, keyed by the field's path joined with dots. */
export const fieldErrors = z.record(z.string(), z.string());

/** The decrypted body of an answer whose code is not 200 (docs/rules.md §11); `errorDataOf` reads its `data`. */
export const errorBody = z.object({
  message: z.string(),
  fields: z.optional(fieldErrors),
  data: z.optional(z.unknown()),
});
export type ErrorBody = z.output<typeof errorBody> & { data?: AnyErrorData };

/**
 * An error as the UI gets it: its code tells which data it can have. `message` is the server's text in the user's
 * language, absent for local codes.
 */
export type CallError<C extends ErrorCode = ErrorCode> = C extends ErrorCode
  ? {
      code: C;
      message?: string;
      fields?: Record<string, string>;
      data?: ErrorDataOf<C>;
      retryable: boolean;
    }
  : never;

const codeByNumber = new Map<number, GatewayErrorCode>(
  Object.entries(GATEWAY_ERROR_NUMBERS).map(([code, number]) => [number, code as GatewayErrorCode]),
);

/** The error code for an envelope's number, or undefined when this version does not know it. */
export function errorCodeOf(number: number): GatewayErrorCode | undefined {
  return codeByNumber.get(number);
}
