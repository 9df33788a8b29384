/** The line between the browser and a gateway on which packages can be spoiled, held and counted. */
import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { calledUri, openAnswer, sealForm } from '../../support/envelope-client';
import type { Announcement } from '../../support/release';

const VERSION_URI = '/api/v1/common/version';

/** Changes the answer to a path below /releases/. */
export type Spoil = (path: string, body: Buffer) => Buffer | 'cut' | null;

export interface ReleaseLine {
  origin: string;
  /** Every path below /releases/ that was asked for. */
  asked: string[];
  /** Null leaves an answer as it is; `cut` ends the connection. */
  spoil: Spoil;
  /** Returns the promise that an answer waits for; undefined: none. */
  hold: (path: string) => Promise<void> | undefined;
  /** Replaces fields of the gateway's announcement; null changes nothing. */
  announced: Partial<Announcement> | null;
  /** No connection at all. */
  isDown: boolean;
  close(): Promise<void>;
}

const UNPACK: Record<string, (body: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export async function openReleaseLine(target: string): Promise<ReleaseLine> {
  const to = new URL(target);

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (line.isDown) return void response.destroy();
    const body = await bodyOf(request);
    const { method, headers, url: path = '/' } = request;
    const onward = forward({ host: to.hostname, port: to.port, path, method, headers });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const sent = await bodyOf(answer);
    if (path.startsWith('/releases/')) return release(path, answer, sent, response);
    const isVersion = method === 'POST' && line.announced !== null && calledUri(body.toString()) === VERSION_URI;
    const { 'content-length': _length, ...kept } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, isVersion ? kept : answer.headers);
    response.end(isVersion ? announcing(sent) : sent);
  }

  function announcing(sent: Buffer): string {
    const { data } = openAnswer(JSON.parse(sent.toString()) as Parameters<typeof openAnswer>[0]);
    const sealed = sealForm({ ...(data as Announcement), ...line.announced }, 0);
    return JSON.stringify({ code: 200, handshake: sealed.get('handshake'), data: sealed.get('data') });
  }

  async function release(path: string, answer: IncomingMessage, sent: Buffer, response: ServerResponse): Promise<void> {
    line.asked.push(path);
    const { 'content-encoding': encoding = '', ...headers } = answer.headers;
    const plain = UNPACK[encoding]?.(sent) ?? sent;
    await line.hold(path);
    const spoiled = line.spoil(path, plain);
    if (spoiled === 'cut') return void response.destroy();
    const body = spoiled ?? plain;
    response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': body.length });
    response.end(body);
  }

  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line: ReleaseLine = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    spoil: () => null,
    hold: () => undefined,
    announced: null,
    isDown: false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return line;
}
