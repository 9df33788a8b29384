import type { CallDefinition } from './call';
import { GENERAL_ERROR_CODES, type GatewayErrorCode } from './errors';

/** Returns whether a handler may refuse this call with `code`: the call declares it, or any call can have it. */
export function mayRefuse(
  { errors, closedByFreeze }: Pick<CallDefinition, 'errors' | 'closedByFreeze'>,
  code: GatewayErrorCode,
): boolean {
  if (code === 'account-frozen' && closedByFreeze) return true;
  return errors.includes(code) || GENERAL_ERROR_CODES.some((general) => general === code);
}
