/** /healthz: the process answers. /readyz: it can serve, i.e. its database answers and it is not closing. */
import { Hono } from 'hono';
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

  routes.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  routes.get('/healthz', (c) => c.json({ status: 'ok' }));
  routes.get('/readyz', async (c) => {
    if (isClosing()) return c.json({ status: 'closing' }, 503);
    return (await isDatabaseThere()) ? c.json({ status: 'ready' }) : c.json({ status: 'database unavailable' }, 503);
  });
  return routes;
}
