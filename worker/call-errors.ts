/** Errors as values (ARCHITECTURE.md "Calls"), made in one place. */
import * as z from 'zod/mini';
import { errorBody, errorCodeOf, type CallError, type ErrorCode, type ErrorData } from '../contract/errors';

/** Trying the same again later may help, without the person changing anything. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'offline',
  'timeout',
  'network',
  'worker-lost',
  'time-window',
  'replayed',
  'rate-limited',
  'internal',
  'unavailable',
  'resend-too-soon',
]);

export function callError(code: ErrorCode, details: Omit<CallError, 'code' | 'retryable'> = {}): CallError {
  return { code, ...details, retryable: RETRYABLE.has(code) };
}

/** An HTTP status other than 200 that retries did not cure (spec section 8). */
export function httpStatusError(status: number, message: string, retryAfterMs: number | undefined): CallError {
  const data: ErrorData = { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  const retryable = status === 408 || status === 429 || status >= 500;
  return { code: 'http-status', ...(message ? { message } : {}), data, retryable };
}

/** The error that an envelope's code number and decrypted body stand for. */
export function gatewayError(number: number, body: unknown): CallError {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return callError('bad-answer');
  const { message, fields, data } = parsed.data;
  return callError(errorCodeOf(number) ?? 'unknown-code', {
    message,
    ...(fields ? { fields } : {}),
    ...(data ? { data } : {}),
  });
}

/**
 * Input that the contract refuses before anything is sent. Each field's message is the contract's own (an amount's
 * problem, say) or the kind of the issue; forms show their own texts, so these are seen by mistake only.
 */
export function invalidInput(issues: readonly z.core.$ZodIssue[]): CallError {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    fields[path] ??= issue.code === 'custom' ? issue.message : issue.code;
  }
  return callError('invalid-input', { fields });
}
