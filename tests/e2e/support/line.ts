/** The line between the browser and a gateway, on which a test can hold one call: before it arrives, or its answer. */
import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import type { InnerRequest } from '../../../contract/request-envelope';
import { openAnswer } from '../../support/envelope-client';
import { ok, seal } from '../../worker/support/test-gateway';

type Held = 'request' | 'answer';

interface Hold {
  uri: string;
  held: Held;
  reached: () => void;
  answered: () => void;
  released: Promise<void>;
}

export interface Line {
  origin: string;
  /** Tokens of every session that has called. */
  tokens: ReadonlySet<string>;
  /**
   * The next call to `uri` is held. `reached` resolves when it is there; a held request goes on to the gateway when it is
   * released, whether or not anybody still waits for its answer. `answered` resolves when the gateway has answered it.
   * Released before any call came, it holds none.
   */
  hold(uri: string, held: Held): { reached: Promise<void>; release: () => void; answered: Promise<void> };
  /** Every call to `uri` is answered here, and the gateway hears nothing of it. */
  answer(uri: string, answerTo: (params: Record<string, unknown>) => unknown): void;
  close(): Promise<void>;
}

/** Opens an envelope; null for anything else. */
function innerOf(body: Buffer): InnerRequest | null {
  const form = new URLSearchParams(body.toString());
  const [handshake, data] = [form.get('handshake'), form.get('data')];
  if (handshake === null || data === null) return null;
  return openAnswer({ code: 0, handshake, data }).data as InnerRequest;
}

export async function openLine(target: string): Promise<Line> {
  const holds: Hold[] = [];
  const answers = new Map<string, (params: Record<string, unknown>) => unknown>();
  const tokens = new Set<string>();
  const to = new URL(target);

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const inner = request.method === 'POST' ? innerOf(body) : null;
    const answerTo = inner && answers.get(inner.uri);
    if (inner && answerTo) {
      response.setHeader('content-type', 'application/json');
      return void response.end(await seal(ok(answerTo(inner.params))).text());
    }
    const hold = holds.find((one) => one.uri === inner?.uri);
    if (hold) holds.splice(holds.indexOf(hold), 1);
    const wait = async (held: Held): Promise<void> => {
      if (hold?.held !== held) return;
      hold.reached();
      await hold.released;
    };
    await wait('request');
    const { method, headers, url: path } = request;
    if (headers.authorization) tokens.add(headers.authorization);
    const onward = forward({ host: to.hostname, port: to.port, path, method, headers });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    hold?.answered();
    await wait('answer');
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    // A stream that nobody reads any more ends at the gateway too.
    pipeline(answer, response, () => {});
  }

  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    hold(uri, held) {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      let answer = () => {};
      const answered = new Promise<void>((resolve) => (answer = resolve));
      let reach = () => {};
      const reached = new Promise<void>((resolve) => (reach = resolve));
      const hold = { uri, held, reached: reach, answered: answer, released };
      holds.push(hold);
      const letGo = () => {
        if (holds.includes(hold)) holds.splice(holds.indexOf(hold), 1);
        release();
      };
      return { reached, release: letGo, answered };
    },
    answer(uri, answerTo) {
      answers.set(uri, answerTo);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
