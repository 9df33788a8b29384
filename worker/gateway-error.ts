/** The gateway's refusals as errors. Their table of codes is a part of its own. */
import type { CallError, ErrorCode } from '../contract/errors';
import { LINE_ERROR_NUMBERS } from '../contract/line-errors';
import { callError } from './call-errors';

const LINE_ERRORS: ReadonlyMap<number, ErrorCode> = new Map(
  Object.entries(LINE_ERROR_NUMBERS).map(([code, number]) => [number, code as ErrorCode]),
);

/** Loads the table of all codes, with the first calls that are likely to be refused. Null where it cannot be loaded. */
export const loadRefusals = () => import('./refusals').catch(() => null);

/**
 * The error that an envelope's code number and decrypted body stand for. Without the table of codes, in a broken installation, the
 * gateway's text stands for a code.
 */
export async function gatewayError(number: number, body: unknown): Promise<CallError> {
  const refusals = await loadRefusals();
  if (refusals) return refusals.refusalOf(number, body);
  const { message } = (body ?? {}) as { message?: unknown };
  return callError(LINE_ERRORS.get(number) ?? 'unknown-code', typeof message === 'string' ? { message } : {});
}
