/** Builds of the app, each without one trick of the start, and sites that serve them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { listen } from '../../gateway/http/listen';
import type { GatewayEnv } from '../../gateway/http/request';
import { securityHeaders } from '../../gateway/http/security-headers';
import { staticApp } from '../../gateway/http/static-app';
import type { Trick } from '../../src/start/manifest';
import { freePort } from '../../tests/support/free-port';
import type { Site } from '../page/visits';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = 'dist/start';
const HOST = '127.0.0.1';
const GRACE_MS = 1_000;

export interface Variant extends Site {
  /** Left out; null: everything is there. */
  trick: Trick | null;
  /** Bytes of bodies that it has sent, as they travelled. */
  sentBytes(): number;
}

/** Builds the app without a trick, unless it is there. @returns its folder. @throws Error when it cannot be built */
export function build(trick: Trick | null): string {
  const folder = `${FOLDER}/${trick ?? 'everything'}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', '--app', folder], {
    cwd: ROOT,
    env: { ...process.env, START_WITHOUT: trick ?? '' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the app could not be built without ${trick}:\n${stdout}\n${stderr}`);
  return join(ROOT, folder);
}

/** Serves a build as the gateway does; its calls go to `gateway`. */
export async function serve(trick: Trick | null, folder: string, gateway: string): Promise<Variant> {
  let sent = 0;
  const app = new Hono<GatewayEnv>();
  app.use(securityHeaders());
  app.all('/api/*', (c) => proxy(`${gateway}${c.req.path}`, c.req));
  app.use(async (c, next) => {
    await next();
    sent += Number(c.res.headers.get('Content-Length') ?? 0);
  });
  app.route('/', await staticApp(folder));
  const listening = await listen(HOST, await freePort());
  listening.serve(app);
  let isOpen = true;
  return {
    trick,
    origin: listening.origin,
    sentBytes: () => sent,
    async stop() {
      if (isOpen) await listening.close(GRACE_MS);
      isOpen = false;
    },
  };
}
