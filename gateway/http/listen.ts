/** The HTTP server: bound first, so that a port in use is known before any data is touched. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { GatewayEnv } from './request';
import { STARTING_PAGE_POLICY, startingPage } from './starting-page';

export interface ListeningServer {
  /** e.g. `http://127.0.0.1:8080` */
  origin: string;
  isLoopback: boolean;
  /** Sends requests to `app` from now on; before, the gateway answers them with 503. */
  serve(app: Hono<GatewayEnv>): void;
  /** Takes no new requests and gives those in flight `graceMs` to end. */
  close(graceMs: number): Promise<void>;
}

/** The gateway closes a connection that does not bring its request within these times. */
export interface Deadlines {
  /** Ms from the connection, or the request before, to the end of the headers. */
  headersMs: number;
  /** Ms to the end of the body: longer than the doors' own deadlines (app.ts), for requests to no door. */
  requestMs: number;
  /** The server looks at its connections this often, ms. */
  lookEveryMs: number;
}

const DEADLINES: Deadlines = { headersMs: 10_000, requestMs: 200_000, lookEveryMs: 1000 };

function starting(): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.all('*', (c) => {
    c.header('Retry-After', '1');
    c.header('Cache-Control', 'no-store');
    const isBrowser = c.req.method === 'GET' && (c.req.header('accept') ?? '').includes('text/html');
    if (isBrowser) {
      c.header('Content-Security-Policy', STARTING_PAGE_POLICY);
      return c.html(startingPage(c.req.header('accept-language') ?? ''), 503);
    }
    return c.json({ status: 'starting' }, 503);
  });
  return app;
}

/** @throws the system's error, e.g. with code EADDRINUSE */
export async function listen(host: string, port: number, deadlines = DEADLINES): Promise<ListeningServer> {
  let app = starting();
  const server = createAdaptorServer({
    fetch: (request, bindings) => app.fetch(request, bindings as GatewayEnv['Bindings']),
    serverOptions: {
      requestTimeout: deadlines.requestMs,
      headersTimeout: deadlines.headersMs,
      connectionsCheckingInterval: deadlines.lookEveryMs,
    },
  }) as Server;
  server.listen(port, host);
  await once(server, 'listening');
  const { address, family, port: bound } = server.address() as AddressInfo;
  const shown = family === 'IPv6' ? `[${address}]` : address;
  return {
    origin: `http://${shown === '0.0.0.0' ? '127.0.0.1' : shown === '[::]' ? '[::1]' : shown}:${bound}`,
    isLoopback: address === '::1' || address.startsWith('127.'),
    serve(next) {
      app = next;
    },
    async close(graceMs) {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
