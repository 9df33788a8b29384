/** Both doors answer by this: HTTP 200 and a sealed code, whatever happened (docs/rules.md §11). */
import type { Context } from 'hono';
import { Refusal, type Deps } from '../domain/call-context';
import type { Answer, Caller, Dispatcher } from './dispatcher';
import { numberOf, payloadOf } from './dispatcher';
import { InvalidEnvelopeError, sealAnswer } from './envelope';
import { BodyLateError } from './read-body';
import type { GatewayEnv } from './request';

/** Runs `work` and turns what it throws into a coded answer. */
export async function answerOrRefuse(
  deps: Deps,
  dispatcher: Dispatcher,
  caller: Caller,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (thrown) {
    const code =
      thrown instanceof InvalidEnvelopeError
        ? 'envelope-invalid'
        : thrown instanceof BodyLateError
          ? 'unavailable'
          : null;
    const refusal = code === null ? dispatcher.explain(thrown, caller, 'door') : new Refusal(code);
    deps.log.info('refused-at-door', { requestId: caller.requestId, code: refusal.code });
    return dispatcher.refuse(caller.lang, refusal);
  }
}

/** Seals with a fresh handshake of the server's own, so that an unreadable request has a readable answer too. */
export function sealed(c: Context<GatewayEnv>, deps: Deps, caller: Caller, answer: Answer): Response {
  const { ids, clock } = deps;
  c.header('Cache-Control', 'no-store');
  c.header('X-Request-Id', caller.requestId);
  // The worker corrects its clock with it; whole seconds are enough for a window of minutes.
  c.header('Date', new Date(clock.now()).toUTCString());
  const retryAfterMs = answer.ok ? undefined : answer.body.data?.retryAfterMs;
  if (retryAfterMs !== undefined) c.header('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
  return c.json(sealAnswer(numberOf(answer), payloadOf(answer), ids.handshake()));
}
