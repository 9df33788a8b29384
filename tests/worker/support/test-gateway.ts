/**
 * A small gateway that speaks the real envelope, written on Node's crypto: a second implementation, so that the worker
 * is not tested against itself. Faults are queued and happen to the requests that follow, one each.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { DEFAULT_PROFILE, TIME_WINDOW_MS } from '../../../contract/envelope';
import type { InnerRequest } from '../../../contract/request-envelope';
import { GATEWAY_ERROR_NUMBERS, type ErrorDataOf, type GatewayErrorCode } from '../../../contract/errors';

export interface Received {
  inner: InnerRequest;
  handshake: string;
  token: string | null;
  lang: string | null;
  keepalive: boolean;
  hasFile: boolean;
  file: Blob | null;
}

export interface Reply {
  code: number;
  body: unknown;
}

export type Handler = (request: Received) => Reply | Promise<Reply>;

export type Fault =
  /** The request does not arrive. */
  | { kind: 'lost' }
  /** The request is carried out, its answer does not arrive. */
  | { kind: 'answer-lost' }
  /** The connection breaks, and the request arrives all the same when the test says so. */
  | { kind: 'held-up'; until: Promise<unknown> }
  /** Nothing ever comes back; the request arrives or not. */
  | { kind: 'hangs'; isCarriedOut: boolean }
  | { kind: 'status'; status: number; headers?: Record<string, string>; text?: string; isCarriedOut?: boolean }
  | { kind: 'garbage'; text: string }
  /** Looks as if the handshake had been seen before. */
  | { kind: 'replayed' }
  /** Waits for the test before it answers. */
  | { kind: 'waits'; until: Promise<unknown> };

export function ok(body: unknown): Reply {
  return { code: 200, body };
}

/** A page of a list whose rows are given the newest first; cursors count rows. */
export function pageOf(rows: readonly unknown[], { inner }: Received): Reply {
  const { cursor = 'c0', limit = 20 } = inner.params as { cursor?: string; limit?: number };
  const end = Number(cursor.slice(1)) + limit;
  return ok({ items: rows.slice(end - limit, end), nextCursor: end < rows.length ? `c${end}` : null });
}

export function refusal<C extends GatewayErrorCode>(
  code: C,
  details: { data?: ErrorDataOf<C>; fields?: Record<string, string> } = {},
): Reply {
  return { code: GATEWAY_ERROR_NUMBERS[code], body: { message: `refused: ${code}`, ...details } };
}

export class TestGateway {
  readonly handlers = new Map<string, Handler>();
  /** Everything that was carried out or refused by a handler. */
  readonly received: Received[] = [];
  /** Requests that reached the door, faults included. */
  posts = 0;
  readonly faults: Fault[] = [];
  isReachable = true;
  /** A proxy answers everything with this status; null while the gateway does. */
  isProxied: number | null = null;
  /** The server's clock, UTC ms. */
  now: () => number;
  readonly #seen = new Set<string>();

  constructor(now: () => number) {
    this.now = now;
  }

  on(uri: string, handler: Handler): void {
    this.handlers.set(uri, handler);
  }

  /** The next request waits before it is answered. @returns what ends that */
  holdNext(): () => void {
    let release = () => {};
    this.faults.push({ kind: 'waits', until: new Promise<void>((resolve) => (release = resolve)) });
    return release;
  }

  /** Counts the times that a call was carried out. */
  countOf(uri: string): number {
    return this.received.filter(({ inner }) => inner.uri === uri).length;
  }

  fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    if (!this.isReachable) throw new TypeError('Failed to fetch');
    if (this.isProxied !== null) return new Response('', { status: this.isProxied });
    if (url.pathname === '/healthz') return new Response('ok');
    this.posts += 1;
    const fault = this.faults.shift();
    if (fault) return this.#faulty(fault, url, init ?? {});
    return this.#answer(url, init ?? {});
  };

  async #faulty(fault: Fault, url: URL, init: RequestInit): Promise<Response> {
    switch (fault.kind) {
      case 'lost':
        throw new TypeError('Failed to fetch');
      case 'answer-lost':
        await this.#answer(url, init);
        throw new TypeError('Failed to fetch');
      case 'held-up':
        void fault.until.then(() => this.#answer(url, init));
        throw new TypeError('Failed to fetch');
      case 'hangs':
        if (fault.isCarriedOut) await this.#answer(url, init);
        return untilAborted(init.signal ?? null);
      case 'status':
        if (fault.isCarriedOut) await this.#answer(url, init);
        return new Response(fault.text ?? '', {
          status: fault.status,
          headers: { 'content-type': 'text/plain', ...fault.headers },
        });
      case 'garbage':
        return new Response(fault.text);
      case 'replayed':
        return seal(refusal('replayed'));
      case 'waits':
        await Promise.race([fault.until, untilAborted(init.signal ?? null)]);
        return this.#answer(url, init);
    }
  }

  async #answer(url: URL, init: RequestInit): Promise<Response> {
    const isUpload = url.pathname === `/api/${DEFAULT_PROFILE.uploadId}`;
    if (!isUpload && url.pathname !== `/api/${DEFAULT_PROFILE.gatewayId}`) return new Response('', { status: 404 });
    const form = await new Request(url, { method: 'POST', body: init.body ?? '' }).formData();
    const field = (name: string) => String(form.get(name));
    const { handshake, timestamp, data } = {
      handshake: field('handshake'),
      timestamp: field('timestamp'),
      data: field('data'),
    };
    const sign = createHash('md5')
      .update(data + timestamp + handshake)
      .digest('hex');
    if (sign !== field('sign')) return seal(refusal('envelope-invalid'));
    if (Math.abs(Number(timestamp) - this.now()) > TIME_WINDOW_MS) {
      return seal(refusal('time-window', { data: { serverTime: this.now() } }));
    }
    if (this.#seen.has(handshake)) return seal(refusal('replayed'));
    this.#seen.add(handshake);
    const headers = new Headers(init.headers);
    const inner = JSON.parse(decrypt(handshake, data)) as InnerRequest;
    const file = form.get('file');
    const request: Received = {
      inner,
      handshake,
      token: headers.get('authorization'),
      lang: headers.get('lang'),
      keepalive: init.keepalive ?? false,
      hasFile: file instanceof Blob,
      file: file instanceof Blob ? file : null,
    };
    this.received.push(request);
    const handler = this.handlers.get(inner.uri);
    return seal(handler ? await handler(request) : refusal('not-open'));
  }
}

function untilAborted(signal: AbortSignal | null): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });
}

function decrypt(handshake: string, data: string): string {
  const key = Buffer.from(handshake, 'latin1');
  const decipher = createDecipheriv('aes-128-cbc', key, key);
  return Buffer.concat([decipher.update(data, 'base64'), decipher.final()]).toString('utf8');
}

/** An answer as it travels. */
export function seal({ code, body }: Reply): Response {
  const handshake = randomBytes(8).toString('hex');
  const key = Buffer.from(handshake, 'latin1');
  const cipher = createCipheriv('aes-128-cbc', key, key);
  const data = Buffer.concat([cipher.update(JSON.stringify(body), 'utf8'), cipher.final()]).toString('base64');
  return Response.json({ code, handshake, data });
}
