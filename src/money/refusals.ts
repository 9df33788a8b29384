/**
 * Decides where a refusal of what needs the trade password is told (docs/rules.md §1 "race-proof"): data, and complete by type. A new error code does
 * not compile until it has its place here.
 */
import type * as z from 'zod/mini';
import type { CallError, ErrorCode } from '../../contract/errors';

/** The part of a form that a refusal is about; a form that has no such field tells it above its fields. */
export type RefusalField = 'amount' | 'price' | 'choice' | 'target' | 'holder';

/**
 * password: at the cells · code: at the code of an e-mail or authenticator that was entered before · amount, price, choice, target, holder: back in
 * the form, at that field · form: back in the form, above its fields · record: so is what has ended or is not to be had just now · fresh: back in the
 * form, with the record as it is now · figures: new figures take the place of those that were confirmed, where the flow can ask for them ·
 * unknown: nobody knows yet whether it was done · sheet: above the cells · elsewhere: `src/errors` leads to another screen ·
 * app: `src/errors` tells it as well, because no money call is expected to be refused with it.
 */
export type RefusalHandling =
  | RefusalField
  | 'password'
  | 'code'
  | 'form'
  | 'record'
  | 'fresh'
  | 'figures'
  | 'unknown'
  | 'sheet'
  | 'elsewhere'
  | 'app';

const HANDLINGS: Record<ErrorCode, RefusalHandling> = {
  'wrong-trade-password': 'password',
  'trade-password-locked': 'password',

  'wrong-code': 'code',
  'wrong-authenticator-code': 'code',
  'authenticator-code-used': 'code',
  'authenticator-locked': 'code',

  'insufficient-funds': 'amount',
  'amount-too-small': 'amount',
  'amount-too-large': 'amount',
  'remainder-too-small': 'amount',
  'capacity-full': 'amount',
  'inventory-too-low': 'amount',
  'day-limit': 'amount',
  'fill-too-small': 'amount',
  'tickets-short': 'amount',
  'invalid-input': 'amount',

  'price-out-of-band': 'price',

  'method-waiting': 'choice',
  'network-closed': 'choice',
  'plan-closed': 'choice',
  'not-found': 'choice',
  'same-account': 'choice',
  'payment-refused': 'choice',

  'address-invalid': 'target',
  'address-other-network': 'target',
  'address-checksum': 'target',
  'address-look-alike': 'target',
  'method-exists': 'target',

  'holder-mismatch': 'holder',

  'quote-used': 'form',
  'price-too-old': 'form',
  'withdrawals-closed': 'form',
  'withdrawals-paused': 'form',
  'account-frozen': 'form',
  'market-halted': 'form',
  'lot-taken': 'form',
  'sold-out': 'form',
  'own-order': 'form',
  'payee-missing': 'form',
  'limit-reached': 'form',
  'wrong-account': 'form',
  'claim-expired': 'form',

  'order-closed': 'record',
  'not-now': 'record',

  'stale-version': 'fresh',

  'fee-changed': 'figures',
  'price-moved': 'figures',
  'quote-expired': 'figures',

  'outcome-unknown': 'unknown',

  offline: 'sheet',
  timeout: 'sheet',
  network: 'sheet',
  'http-status': 'sheet',
  'bad-answer': 'sheet',
  'unknown-code': 'sheet',
  'worker-lost': 'sheet',
  'rate-limited': 'sheet',
  internal: 'sheet',
  unavailable: 'sheet',
  'clock-drift': 'sheet',
  'idempotency-conflict': 'sheet',
  'idempotency-closed': 'sheet',
  'not-carried-out': 'sheet',
  'storage-full': 'sheet',

  'needs-trade-password': 'elsewhere',
  'needs-authenticator': 'elsewhere',
  'needs-identity': 'elsewhere',
  unauthorized: 'elsewhere',
  'session-closed': 'elsewhere',

  'envelope-invalid': 'app',
  'time-window': 'app',
  replayed: 'app',
  'too-large': 'app',
  'unknown-call': 'app',
  'wrong-method': 'app',
  'update-needed': 'app',
  'not-open': 'app',
  'idempotency-missing': 'app',
  'wrong-credentials': 'app',
  'invitation-invalid': 'app',
  'ticket-expired': 'app',
  'captcha-required': 'app',
  'resend-too-soon': 'app',
  'password-common': 'app',
  'trade-password-already-set': 'app',
  'needs-second-step': 'app',
  'wrong-password': 'app',
  'password-locked': 'app',
  'authenticator-already-bound': 'app',
  'setup-expired': 'app',
  'password-unchanged': 'app',
  'identity-mismatch': 'app',
  'image-refused': 'app',
  'identity-closed': 'app',
  'identity-incomplete': 'app',
  'file-empty': 'app',
  'heic-unreadable': 'app',
};

/** True for places in the form: the confirmation closes, because the person can mend it in the form behind. */
const IS_IN_FORM: Record<RefusalHandling, boolean> = {
  amount: true,
  price: true,
  choice: true,
  target: true,
  holder: true,
  form: true,
  record: true,
  fresh: true,
  password: false,
  code: false,
  figures: false,
  unknown: false,
  sheet: false,
  elsewhere: false,
  app: false,
};

export function handlingOf(code: ErrorCode): RefusalHandling {
  return HANDLINGS[code];
}

export function isInForm({ code }: CallError): boolean {
  return IS_IN_FORM[HANDLINGS[code]];
}

/** Every code that the money flows tell themselves; all others go through `src/errors`. */
export const HANDLED: readonly ErrorCode[] = (Object.keys(HANDLINGS) as ErrorCode[]).filter(
  (code) => HANDLINGS[code] !== 'elsewhere' && HANDLINGS[code] !== 'app',
);

/** Returns the present record, which comes with the refusal of a stale version; null where a refusal brings none. */
export function currentOf<T>(record: z.ZodMiniType<T>, error: CallError | null): T | null {
  if (error?.code !== 'stale-version') return null;
  const parsed = record.safeParse(error.data?.current);
  return parsed.success ? parsed.data : null;
}

/** For a flow's `fresh`: shows the present record, null where the refusal brings none. */
export function freshOf<T>(record: z.ZodMiniType<T>, show: (current: T | null) => void): (error: CallError) => void {
  return (error) => show(currentOf(record, error));
}
