/** The answers that the page gives itself when the worker gives none. */
import type { CallError, LocalErrorCode } from '../../contract/errors';
import type { Answer } from '../../worker/api';
import type { Reply } from './link';

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
