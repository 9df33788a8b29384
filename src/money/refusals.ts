/** Where a refused money call is told (docs/rules.md §1 "race-proof"). */
import type { ErrorCode } from '../../contract/errors';

/**
 * password: at the cells · code: at the code of an e-mail or authenticator that was entered before · form: back at the amount, beside the field · fresh: the order changed, show it as it is now ·
 * unknown: nobody knows yet whether it was done · elsewhere: `src/errors` leads to another screen · sheet: said above the cells.
 */
export type Place = 'password' | 'code' | 'form' | 'fresh' | 'unknown' | 'elsewhere' | 'sheet';

const PLACES: Partial<Record<ErrorCode, Place>> = {
  'wrong-trade-password': 'password',
  'trade-password-locked': 'password',
  'wrong-code': 'code',
  'wrong-authenticator-code': 'code',
  'authenticator-code-used': 'code',
  'authenticator-locked': 'code',
  'insufficient-funds': 'form',
  'amount-too-small': 'form',
  'amount-too-large': 'form',
  'remainder-too-small': 'form',
  'capacity-full': 'form',
  'plan-closed': 'form',
  'order-closed': 'form',
  'quote-expired': 'sheet',
  'quote-used': 'form',
  'price-too-old': 'form',
  'price-moved': 'sheet',
  'day-limit': 'form',
  'inventory-too-low': 'form',
  'withdrawals-closed': 'form',
  'withdrawals-paused': 'form',
  'account-frozen': 'form',
  'method-waiting': 'form',
  'network-closed': 'form',
  'fee-changed': 'sheet',
  'not-found': 'form',
  'invalid-input': 'form',
  'not-now': 'form',
  'market-halted': 'form',
  'lot-taken': 'form',
  'fill-too-small': 'form',
  'price-out-of-band': 'form',
  'own-order': 'form',
  'payee-missing': 'form',
  'limit-reached': 'form',
  'wrong-account': 'form',
  'stale-version': 'fresh',
  'outcome-unknown': 'unknown',
  'needs-trade-password': 'elsewhere',
  'needs-authenticator': 'elsewhere',
  'needs-identity': 'elsewhere',
  unauthorized: 'elsewhere',
  'session-closed': 'elsewhere',
};

export function placeOf(code: ErrorCode): Place {
  return PLACES[code] ?? 'sheet';
}

/** Every code that these sheets tell themselves; what is not here goes through `src/errors`. */
export const HANDLED: readonly ErrorCode[] = [
  ...(Object.keys(PLACES) as ErrorCode[]).filter((code) => PLACES[code] !== 'elsewhere'),
  'offline',
  'timeout',
  'network',
  'http-status',
  'bad-answer',
  'unknown-code',
  'worker-lost',
  'rate-limited',
  'internal',
  'unavailable',
  'clock-drift',
  'idempotency-conflict',
  'idempotency-closed',
  'not-carried-out',
  'storage-full',
];
