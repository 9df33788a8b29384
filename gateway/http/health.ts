/** /healthz: the process answers. /readyz: it can serve, i.e. its database answers and it is not closing. */
import { Hono, type Context } from 'hono';
import type { Deps } from '../domain/call-context';
import type { GatewayEnv } from './request';

const READY_TIMEOUT_MS = 3000;

export function health(deps: Deps, isClosing: () => boolean): Hono<GatewayEnv> {
  const routes = new Hono<GatewayEnv>();

  async function isDatabaseThere(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), READY_TIMEOUT_MS);
    });
    const answered = deps.db.pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const isThere = await Promise.race([answered, late]);
    clearTimeout(timer);
    return isThere;
  }

  const answer = (c: Context<GatewayEnv>, status: string, code: 200 | 503 = 200) => {
    c.header('Cache-Control', 'no-store');
    return c.json({ status }, code);
  };
  routes.get('/healthz', (c) => answer(c, 'ok'));
  routes.get('/readyz', async (c) => {
    if (isClosing()) return answer(c, 'closing', 503);
    return (await isDatabaseThere()) ? answer(c, 'ready') : answer(c, 'database unavailable', 503);
  });
  return routes;
}
