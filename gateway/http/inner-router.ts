/**
 * The calls without the envelope, for tests in the same process: never served to a network, since it asks for neither
 * time window nor handshake. GET takes `?params=<json>`, POST a JSON body.
 */
import { Hono } from 'hono';
import { numberOf, payloadOf, type Dispatcher } from './dispatcher';
import type { Deps } from '../domain/call-context';
import { callerOf, type GatewayEnv } from './request';

export function innerRouter(deps: Deps, dispatcher: Dispatcher): Hono<GatewayEnv> {
  const router = new Hono<GatewayEnv>();
  router.all('*', async (c) => {
    const text = c.req.method === 'GET' ? c.req.query('params') : await c.req.text();
    const answer = await dispatcher.dispatch(callerOf(c, deps, 0), {
      method: c.req.method,
      uri: c.req.path,
      params: JSON.parse(text || '{}'),
      idempotencyKey: c.req.header('idempotency-key') ?? null,
      accountId: c.req.header('account-id') ?? null,
    });
    return c.json({ code: numberOf(answer), data: payloadOf(answer) });
  });
  return router;
}
