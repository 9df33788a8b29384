/** A push service on this machine: a real HTTP server that records what comes and answers as it is told; and the browsers behind it. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushTarget } from '../../../gateway/adapters/push';
import { pushMessage, type PushMessage } from '../../../contract/push';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type Reply = number | { status: number; headers?: Record<string, string> } | 'hang';

export interface PushService {
  origin: string;
  received: Received[];
  /** The next answers, in order; 201 when there is none. */
  replies: Reply[];
  /** The time to give this service, ms: little where it will not answer, else what a busy machine needs. */
  readonly timeoutMs: number;
  browser(): Browser;
  close(): Promise<void>;
}

export interface Browser {
  target: PushTarget;
  /** The pushes that came for this browser, decrypted. */
  messages(): PushMessage[];
}

/** RFC 8188 and 8291, from their text. */
export function decrypt(body: Buffer, own: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const ikm = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
  const sealed = body.subarray(21 + sender.length);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** The claims of a request's token, when the key that it names has signed it (RFC 8292). */
export function claimsOf({ headers }: Received): { key: string; claims: Record<string, unknown> } | null {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isSigned
    ? { key, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown> }
    : null;
}

export async function openPushService(): Promise<PushService> {
  const received: Received[] = [];
  const replies: Reply[] = [];
  const hanging = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      const reply = replies.shift() ?? 201;
      if (reply === 'hang') return void hanging.add(response);
      const { status, headers = {} } = typeof reply === 'number' ? { status: reply } : reply;
      response.writeHead(status, headers).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    replies,
    get timeoutMs() {
      return replies.includes('hang') ? 300 : 60_000;
    },
    browser() {
      const own = createECDH('prime256v1');
      own.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      return {
        target: {
          endpoint: `${origin}${path}`,
          p256dh: own.getPublicKey().toString('base64url'),
          auth: auth.toString('base64url'),
        },
        messages: () =>
          received
            .filter((one) => one.path === path)
            .map(({ body }) => pushMessage.parse(JSON.parse(decrypt(body, own, auth)))),
      };
    },
    async close() {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
