/** Sending pushes (RFC 8030) to browsers' push services. The addresses come from devices, so none may lead into our own network. */
import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { createPublicKey } from 'node:crypto';
import webPush from 'web-push';

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Push {
  target: PushTarget;
  payload: string;
  keys: { publicKey: string; privateKey: string };
  /** The push service keeps it so long for a device that is away. */
  ttlSeconds: number;
  isUrgent: boolean;
}

/** `gone`: the device has no such subscription any more; `refused`: this push is of no use, another one may be. */
export type PushOutcome =
  | { outcome: 'sent' | 'gone' }
  | { outcome: 'refused'; status: number }
  | { outcome: 'later'; afterMs: number | null };

export interface PushSender {
  /** Returns whether pushes can go to this target: its keys are keys, and its address is one of the open internet. */
  accepts(target: PushTarget): Promise<boolean>;
  /** Never throws: what cannot be sent now is `later`. */
  send(push: Push): Promise<PushOutcome>;
}

export interface PushOptions {
  /** Push services write here when something is wrong: `mailto:` and an address. */
  contact: string;
  /** For tests and closed networks: http and addresses of one's own network are admitted. */
  allowsPrivate: boolean;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Everything that is not the open internet. */
const closed = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, prefix, 'ipv4');

/** Of IPv6 only what is given out to the internet is open, but for what carries an IPv4 address inside. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const inside6 = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside6.addSubnet(net, prefix, 'ipv6');

export function isOpenAddress(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4');
  return isIP(address) === 6 && open6.check(address, 'ipv6') && !inside6.check(address, 'ipv6');
}

/** Resolves a name, and fails where any of its addresses is not open: the connection goes to what was looked at. */
const openLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '');
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isOpenAddress(address)))
      return callback(Object.assign(new Error('a closed address'), { code: 'EHOSTUNREACH' }), '');
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};

function urlOf(endpoint: string, allowsPrivate: boolean): URL | null {
  if (!URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return null;
  if (allowsPrivate) return /^https?:$/.test(url.protocol) ? url : null;
  if (url.protocol !== 'https:') return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || isOpenAddress(host) ? url : null;
}

/** An uncompressed point of P-256, and 16 bytes. */
function hasKeys({ p256dh, auth }: PushTarget): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/** @param header seconds, or a date */
function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined) return null;
  const ms = /^[0-9]{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms)) : null;
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): PushOutcome {
  if (statusCode >= 200 && statusCode < 300) return { outcome: 'sent' };
  if (statusCode === 404 || statusCode === 410) return { outcome: 'gone' };
  if (statusCode === 429 || statusCode >= 500)
    return { outcome: 'later', afterMs: retryAfterMs(headers['retry-after']) };
  return { outcome: 'refused', status: statusCode };
}

export function webPushSender({ contact, allowsPrivate, timeoutMs = TIMEOUT_MS }: PushOptions): PushSender {
  const post = (url: URL, headers: Record<string, string | number>, body: Buffer): Promise<PushOutcome> =>
    new Promise((resolve) => {
      const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(
        url,
        {
          method: 'POST',
          headers,
          signal: AbortSignal.timeout(timeoutMs),
          ...(allowsPrivate ? {} : { lookup: openLookup }),
        },
        // The answer's words are of no use, and may have no end. No redirection is followed.
        (answer) => {
          resolve(outcomeOf(answer));
          answer.destroy();
        },
      );
      request.on('error', () => resolve({ outcome: 'later', afterMs: null }));
      request.end(body);
    });
  return {
    accepts: async (target) => urlOf(target.endpoint, allowsPrivate) !== null && hasKeys(target),
    async send({ target, payload, keys, ttlSeconds, isUrgent }) {
      const url = urlOf(target.endpoint, allowsPrivate);
      if (!url) return { outcome: 'gone' };
      const { endpoint, p256dh, auth } = target;
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject: contact, ...keys },
        TTL: ttlSeconds,
        urgency: isUrgent ? 'high' : 'normal',
      });
      return post(url, headers as Record<string, string | number>, body as Buffer);
    },
  };
}
