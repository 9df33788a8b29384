/** The app's action for each error (docs/rules.md §19), in one table. */
import type { ErrorCode, GatewayErrorCode, LocalErrorCode } from '../../contract/errors';
import type { Detour } from '../app/return-to';
import { paths, type Path } from '../app/paths';

export type Policy =
  /** The worker has removed the token already; the shell goes to the login page. */
  | { act: 'login' }
  /** Tell the reason, then go to the screen that solves it; it returns afterwards. */
  | { act: 'detour'; to: Path; detour: Detour }
  /** Toast with the server's message. */
  | { act: 'toast' }
  /** A read shows the error in place of its answer; a toast tells the error of an action that the person has just begun. */
  | { act: 'in-place' }
  /** The app tells nothing: nobody waits for the answer any more. */
  | { act: 'silent' };

/** The app shows the reason for this long before a detour begins (docs/rules.md §19). */
export const DETOUR_DELAY_MS = 1_500;

const toast: Policy = { act: 'toast' };
const inPlace: Policy = { act: 'in-place' };

/** Local codes are exhaustive by type. A code of the gateway that is not here is told in the gateway's own words. */
const POLICIES: Record<LocalErrorCode, Policy> & Partial<Record<GatewayErrorCode, Policy>> = {
  unauthorized: { act: 'login' },
  'needs-trade-password': { act: 'detour', to: paths.firstTradePassword, detour: 'trade-password' },
  'needs-authenticator': { act: 'detour', to: paths.authenticator, detour: 'authenticator' },
  'needs-identity': { act: 'detour', to: paths.identity, detour: 'identity' },

  'file-empty': inPlace,
  'heic-unreadable': inPlace,
  offline: inPlace,
  timeout: inPlace,
  network: inPlace,
  'http-status': toast,
  'bad-answer': inPlace,
  'unknown-code': toast,
  'outcome-unknown': toast,
  'not-carried-out': toast,
  'storage-full': toast,
  'worker-lost': inPlace,
  'session-closed': { act: 'silent' },
};

/** Returns the app's action for `code` where no screen handles the code itself. */
export function policyOf(code: ErrorCode): Policy {
  return POLICIES[code] ?? toast;
}
