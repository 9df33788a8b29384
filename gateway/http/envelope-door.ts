/** POST /api/{gateway id}: the one address that every call goes through (rules.md §11). */
import { Hono } from 'hono';
import { MAX_ENVELOPE_BYTES, type RequestForm } from '../../contract/envelope';
import { Refusal, type Deps } from '../domain/call-context';
import type { Dispatcher } from './dispatcher';
import { answerOrRefuse, sealed } from './door-answer';
import { EnvelopeInvalid } from './envelope';
import { openForm, parseForm, type DoorOptions } from './open-form';
import { callerOf, mediaType, readBody, type GatewayEnv } from './request';

async function readForm(request: Request): Promise<RequestForm> {
  const body = await readBody(request, MAX_ENVELOPE_BYTES);
  if (mediaType(request) !== 'application/x-www-form-urlencoded') throw new EnvelopeInvalid();
  return parseForm([...new URLSearchParams(Buffer.from(body).toString('latin1'))]);
}

export function envelopeDoor(deps: Deps, dispatcher: Dispatcher, options: DoorOptions): Hono<GatewayEnv> {
  const door = new Hono<GatewayEnv>();
  door.all(`/api/${options.profile.gatewayId}`, async (c) => {
    const caller = callerOf(c, deps, options.trustedProxies);
    const answer = await answerOrRefuse(deps, dispatcher, caller, async () => {
      if (c.req.method !== 'POST') throw new Refusal('wrong-method');
      const form = await readForm(c.req.raw);
      return dispatcher.dispatch(caller, await openForm(deps, options, form, caller));
    });
    return sealed(c, deps, caller, answer);
  });
  return door;
}
