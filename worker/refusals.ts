/** Reads the gateway's refusals by the table of all codes. A chunk of its own: `loadRefusals` in gateway-error.ts. */
import { errorBody, errorCodeOf, errorDataOf, type CallError } from '../contract/errors';
import { callError } from './call-errors';

/** The error that an envelope's code number and decrypted body stand for; data that does not fit its code is left out. */
export function refusalOf(number: number, body: unknown): CallError {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return callError('bad-answer');
  const code = errorCodeOf(number) ?? 'unknown-code';
  const { message, fields } = parsed.data;
  const data = errorDataOf(code, parsed.data.data);
  return callError(code, { message, ...(fields ? { fields } : {}), ...(data ? { data } : {}) });
}
