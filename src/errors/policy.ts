/** What the app does about each error (product spec §8). One table, exhaustive by type. */
import type { ErrorCode } from '../../contract/errors';
import type { Detour } from '../app/return-to';
import { paths, type Path } from '../app/paths';

export type Policy =
  /** The worker has removed the token already; the shell goes to the login page. */
  | { act: 'login' }
  /** Tell the reason, then go to the screen that solves it; it returns afterwards. */
  | { act: 'detour'; to: Path; detour: Detour }
  /** Toast with the server's message. */
  | { act: 'toast' }
  /** A read says it in place of what failed; what a person has just set off is told by a toast. */
  | { act: 'in-place' }
  /** Nobody is waiting for it any more. */
  | { act: 'silent' };

/** How long the reason is shown before a detour begins (product spec §8, §9). */
export const DETOUR_DELAY_MS = 1_500;

const toast: Policy = { act: 'toast' };
const inPlace: Policy = { act: 'in-place' };

export const POLICIES: Record<ErrorCode, Policy> = {
  unauthorized: { act: 'login' },
  'needs-trade-password': { act: 'detour', to: paths.firstTradePassword, detour: 'trade-password' },
  'needs-authenticator': { act: 'detour', to: paths.authenticator, detour: 'authenticator' },
  'needs-identity': { act: 'detour', to: paths.identity, detour: 'identity' },

  'envelope-invalid': toast,
  'time-window': toast,
  replayed: toast,
  'too-large': toast,
  'unknown-call': toast,
  'wrong-method': toast,
  'rate-limited': toast,
  internal: toast,
  unavailable: toast,

  'invalid-input': toast,
  'not-found': toast,
  'not-open': toast,
  'stale-version': toast,
  'idempotency-conflict': toast,
  'idempotency-missing': toast,

  'wrong-credentials': toast,
  'wrong-code': toast,
  'invitation-invalid': toast,
  'ticket-expired': toast,
  'captcha-required': toast,
  'resend-too-soon': toast,
  'password-common': toast,
  'trade-password-already-set': toast,
  'wrong-trade-password': toast,
  'trade-password-locked': toast,
  'needs-second-step': toast,
  'wrong-password': toast,
  'password-locked': toast,
  'wrong-authenticator-code': toast,
  'authenticator-locked': toast,
  'authenticator-code-used': toast,
  'authenticator-already-bound': toast,
  'setup-expired': toast,
  'password-unchanged': toast,

  'insufficient-funds': toast,
  'amount-too-small': toast,
  'capacity-full': toast,
  'plan-closed': toast,
  'order-closed': toast,
  'remainder-too-small': toast,
  'amount-too-large': toast,
  'quote-expired': toast,
  'quote-used': toast,
  'price-too-old': toast,
  'inventory-too-low': toast,
  'withdrawals-closed': toast,
  'withdrawals-paused': toast,
  'method-waiting': toast,
  'fee-changed': toast,
  'network-closed': toast,

  'image-refused': toast,
  'identity-closed': toast,
  'identity-incomplete': toast,
  'holder-mismatch': toast,
  'address-invalid': toast,
  'address-other-network': toast,
  'address-checksum': toast,
  'address-look-alike': toast,
  'method-exists': toast,
  'limit-reached': toast,
  'same-account': toast,

  'market-halted': toast,
  'price-out-of-band': toast,
  'lot-taken': toast,
  'own-order': toast,
  'payee-missing': toast,
  'not-now': toast,

  'file-empty': inPlace,
  'heic-unreadable': inPlace,
  offline: inPlace,
  timeout: inPlace,
  network: inPlace,
  'http-status': toast,
  'bad-answer': inPlace,
  'unknown-code': toast,
  'outcome-unknown': toast,
  'worker-lost': inPlace,
  'session-closed': { act: 'silent' },
};
