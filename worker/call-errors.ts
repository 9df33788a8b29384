/** Errors as values (docs/architecture.md "The data's way"), made in one place. */
import * as z from 'zod/mini';
import type { CallError, ErrorCode } from '../contract/errors';

/** Trying the same again later may help, without the person changing anything. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'offline',
  'timeout',
  'network',
  'worker-lost',
  'not-carried-out',
  'time-window',
  'replayed',
  'rate-limited',
  'internal',
  'unavailable',
  'clock-drift',
  'resend-too-soon',
]);

export function callError<C extends ErrorCode>(
  code: C,
  details: Pick<CallError<C>, 'message' | 'fields' | 'data'> = {},
): CallError {
  return { code, ...details, retryable: RETRYABLE.has(code) } as CallError;
}

/** An HTTP status other than 200 that retries did not cure (docs/rules.md §19). */
export function httpStatusError(status: number, message: string, retryAfterMs: number | undefined): CallError {
  const data = { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  const retryable = status === 408 || status === 429 || status >= 500;
  return { code: 'http-status', ...(message ? { message } : {}), data, retryable };
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
