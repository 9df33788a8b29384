/** Devices that get pushes: each belongs to a log-in and ends with it (docs/rules.md §13). */
import * as z from 'zod/mini';
import type { ParsedInputOf } from '../../../contract/call';
import { MAX_PUSH_DEVICES, type subscribePush } from '../../../contract/calls/telling';
import type { PushTarget } from '../../adapters/push';
import { Refusal, type Deps, type UserContext } from '../call-context';
import { seal, tokenHash, unseal } from '../identity/secrets/secrets';
import { sessionById } from '../identity/sessions/session-repo';
import { runWriteCall } from '../write-call';
import { deleteOfLine, saveSubscription } from './subscriptions-repo';

const targetSchema: z.ZodMiniType<PushTarget> = z.strictObject({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
});

/** @throws Error when another secret sealed it */
export function openTarget({ secret }: Pick<Deps, 'secret'>, sealed: string): PushTarget {
  return z.parse(targetSchema, JSON.parse(unseal(secret, 'push', sealed)));
}

/** @throws Refusal invalid-input for an endpoint that no push service has */
export async function subscribe(context: UserContext, target: ParsedInputOf<typeof subscribePush>): Promise<void> {
  const { deps, session, lang, now } = context;
  if (!(await deps.push.accepts(target))) throw new Refusal('invalid-input', { fields: { endpoint: 'endpoint' } });
  await runWriteCall(context, async (tx) => {
    const own = await sessionById(tx, session.sessionId);
    if (!own) throw new Refusal('unauthorized');
    const row = {
      userId: session.userId,
      lineId: own.lineId,
      endpointHash: tokenHash(target.endpoint),
      sealed: seal(deps.secret, 'push', JSON.stringify(target)),
      lang,
      createdAt: now,
    };
    await saveSubscription(tx, row, MAX_PUSH_DEVICES);
  });
}

export async function unsubscribe(context: UserContext): Promise<void> {
  await runWriteCall(context, async (tx) => {
    const own = await sessionById(tx, context.session.sessionId);
    if (own) await deleteOfLine(tx, own.lineId);
  });
}
