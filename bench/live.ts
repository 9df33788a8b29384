/** Live: times an event for everybody, from the query of the database until all of 1,000 streams have it, beside bare Node. */
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handlers } from '../gateway/api/handlers';
import { createApp } from '../gateway/app';
import { openDatabase } from '../gateway/db/client';
import { withTransaction } from '../gateway/db/transaction';
import { announce } from '../gateway/domain/live/announce';
import { MAX_STREAMS_PER_USER } from '../gateway/domain/live/feed';
import { listen } from '../gateway/http/listen';
import { populate } from '../tests/gateway/crash/population';
import { testDeps } from '../tests/gateway/world';
import { startPostgres } from '../tests/gateway/support/postgres-server';
import { STREAM_DOOR, streamRequest } from '../tests/support/live-client';
import { compare, type Side } from './measure';
import type { Part } from './part';

const STREAMS = 1_000;
const QUICK_STREAMS = 60;

/** An event of the real stream has about so many bytes. */
const BARE_EVENT = `id: 1000\ndata: ${'x'.repeat(300)}\n\n`;

interface Source {
  /** Makes the request that opens one stream. */
  headers: (index: number) => { path: string; method: string; headers: Record<string, string>; body: string };
  origin: string;
  /** Tells everybody once. */
  tell: () => Promise<void>;
  close: () => Promise<void>;
}

async function bareSource(): Promise<Source> {
  const open = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(BARE_EVENT);
    open.add(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    headers: () => ({ path: '/', method: 'POST', headers: {}, body: '' }),
    tell: async () => {
      for (const response of open) response.write(BARE_EVENT);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function gatewaySource(url: string, streams: number): Promise<Source> {
  const config = { kind: 'postgres', url } as const;
  const members = await populate(config, Math.ceil(streams / MAX_STREAMS_PER_USER));
  const database = await openDatabase(config);
  const { deps, time } = testDeps(database, Date.now());
  let turn = () => {};
  const { app, feed } = await createApp(deps, {
    handlers,
    appDir: null,
    releasesDir: null,
    mailboxDir: null,
    callsPerMinute: 1_000_000,
    // The wait between two questions is a setting, and no work.
    setTimer: (callback) => {
      turn = callback;
      return () => {};
    },
  });
  const listening = await listen('127.0.0.1', 0);
  listening.serve(app);
  return {
    origin: listening.origin,
    headers: (index) => {
      const token = members[index % members.length]?.token;
      return { path: STREAM_DOOR, ...streamRequest({ token, nowMs: time.now }) };
    },
    async tell() {
      // The gateway tells everybody at most once a second.
      time.now += 1_000;
      await withTransaction(database, (tx) => announce(tx, [{ to: 'everybody', topics: ['news'] }], time.now));
      turn();
    },
    async close() {
      feed.close();
      await listening.close(1_000);
      await database.close();
    },
  };
}

/** Opens the streams, each on a connection of its own. @returns what tells once and waits for the last one */
async function openStreams({ origin, headers, tell }: Source, streams: number): Promise<() => Promise<number>> {
  let arrived = 0;
  let onAll = () => {};
  const arrivals = () => new Promise<void>((resolve) => (onAll = resolve));
  const opened = arrivals();
  for (let index = 0; index < streams; index += 1) {
    const { body, ...options } = headers(index);
    const asked = request(origin, { ...options, agent: false }, (response) => {
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('data:')) arrived += 1;
        if (arrived === streams) onAll();
      });
    });
    // Streams that are still open at the end are cut off.
    asked.on('error', () => {});
    asked.end(body);
    if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
  }
  await opened;
  return async () => {
    arrived = 0;
    const all = arrivals();
    const startedAt = performance.now();
    await tell();
    await all;
    return performance.now() - startedAt;
  };
}

export const live: Part = async ({ isQuick, say }) => {
  const streams = isQuick ? QUICK_STREAMS : STREAMS;
  const server = await startPostgres({ isDurable: true });
  const sources: Source[] = [];
  try {
    const [bare, ours] = [await bareSource(), await gatewaySource(`${server.url}postgres`, streams)];
    sources.push(bare, ours);
    say(`opening ${2 * streams} streams`);
    const limit: Side = { name: 'bare node:http', round: await openStreams(bare, streams) };
    const measured: Side = { name: 'from announce to the last', round: await openStreams(ours, streams) };
    const rounds = { rounds: isQuick ? 3 : 15, warmUps: 2 };
    const subject = `${streams} streams, one event for all`;
    return {
      comparisons: await compare(subject, 'ms', [limit], [measured], rounds),
      ranOn: 'server and clients in one process',
    };
  } finally {
    for (const source of sources) await source.close();
    await server.stop();
  }
};
