/** A real HTTP server that states prices, lies about them, stalls, and breaks off. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour = (response: ServerResponse) => void;

export interface PriceServer {
  url: string;
  /** Answers the next requests. */
  behave(behaviour: Behaviour): void;
  /** The time that a source should give this behaviour, ms: little where no answer comes, else what a busy machine needs. */
  readonly timeoutMs: number;
  /** Headers of every request so far. */
  readonly asked: readonly (string | undefined)[];
  close(): Promise<void>;
}

const OK = { 'content-type': 'application/json' };

export const says =
  (body: unknown, status = 200): Behaviour =>
  (response) =>
    void response.writeHead(status, OK).end(typeof body === 'string' ? body : JSON.stringify(body));

export const states = (...prices: { symbol: string; price: unknown; time: unknown }[]) => says({ prices });

/** Takes the request, and says nothing. */
export const stalls: Behaviour = () => {};

/** Begins, and never ends. */
export const dawdles: Behaviour = (response) => void response.writeHead(200, OK).write('{"prices": [');

/** Promises more than it sends, and hangs up. */
export const breaksOff: Behaviour = (response) => {
  const text = JSON.stringify({ prices: [{ symbol: 'BTC/USD', price: '100', time: 1 }] });
  response.writeHead(200, { ...OK, 'content-length': String(text.length) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
};

/** Half an answer that looks whole to HTTP. */
export const endsEarly = (body: unknown): Behaviour => {
  const text = JSON.stringify(body);
  return says(text.slice(0, text.length / 2));
};

/** Sends without an end. */
export const floods: Behaviour = (response) => {
  response.writeHead(200, OK);
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(16_384)));
  };
  response.on('drain', more);
  more();
};

const UNANSWERED: readonly Behaviour[] = [stalls, dawdles];

export async function openPriceServer(): Promise<PriceServer> {
  let current: Behaviour = stalls;
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization);
    current(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prices`,
    behave: (behaviour) => void (current = behaviour),
    get timeoutMs() {
      return UNANSWERED.includes(current) ? 300 : 60_000;
    },
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
