/** The answers that the page gives itself when the worker gives none. */
import type { CallError, ErrorCode, LocalErrorCode } from '../../contract/errors';
import type { Answer } from '../../worker/api';
import type { Reply } from './link';
import type { AnyCall } from './types';

type MissingReply = Reply<never> & { ok: false };

const CODES: Record<MissingReply['why'], LocalErrorCode> = {
  lost: 'worker-lost',
  late: 'timeout',
  threw: 'bad-answer',
};

export function failed(code: LocalErrorCode): { ok: false; error: CallError } {
  return { ok: false, error: { code, retryable: true } as CallError };
}

export function notAnswered({ why }: MissingReply): { ok: false; error: CallError } {
  return failed(CODES[why]);
}

export function answerOf<T>(reply: Reply<Answer<T>>): Answer<T> {
  return reply.ok ? reply.value : notAnswered(reply);
}

/** Returns a read's own refusals, which the screen tells in place of the answer. The app handles those that lead elsewhere. */
export function toldInPlace({ errors }: AnyCall): ErrorCode[] {
  return errors.filter((code) => !code.startsWith('needs-'));
}
