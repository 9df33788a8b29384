/** POST /api/{gateway id}: the one address that every call goes through (docs/rules.md §11). */
import { Hono } from 'hono';
import { Refusal, type Deps } from '../domain/call-context';
import type { Dispatcher } from './dispatcher';
import { answerOrRefuse, sealed } from './door-answer';
import { openForm, readForm, type DoorOptions } from './open-form';
import { callerOf, type GatewayEnv } from './request';

export function envelopeDoor(deps: Deps, dispatcher: Dispatcher, options: DoorOptions): Hono<GatewayEnv> {
  const door = new Hono<GatewayEnv>();
  door.all(`/api/${options.profile.gatewayId}`, async (c) => {
    const caller = callerOf(c, deps, options.trustedProxies);
    const answer = await answerOrRefuse(deps, dispatcher, caller, async () => {
      if (c.req.method !== 'POST') throw new Refusal('wrong-method');
      const form = await readForm(deps, c.req.raw, options, caller);
      return dispatcher.dispatch(caller, await openForm(deps, options, form, caller));
    });
    return sealed(c, deps, caller, answer);
  });
  return door;
}
