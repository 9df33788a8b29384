/** Tells requests that were made on this machine, for this machine, from all others. */
import type { Context } from 'hono';
import type { GatewayEnv } from './request';

/** Headers that proxies, tunnels and CDNs add: somebody is behind the peer. */
const FORWARDING =
  /^(forwarded|via|cdn-loop|(x-)?forwarded-.*|x-forwarded|x-(real|client|cluster-client|original|proxyuser|true-client)-.*|true-client-ip|(cf|fastly|fly|x-envoy|x-amzn|x-amz-cf|x-arr|x-azure|x-appengine|x-vercel|x-nf|ngrok)-.*)$/;

const LOOPBACK_PEER = /^(::1|(::ffff:)?127(\.[0-9]{1,3}){3})$/i;
const LOOPBACK_HOST = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?$/i;
const LOOPBACK_ORIGIN = /^https?:\/\/(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?$/i;

/**
 * True only for a loopback peer that names a loopback host (another name that leads here is DNS rebinding), that no proxy
 * speaks for, and that no other site's page asks through. A bare nginx adds no header and names a loopback host; HTTP/1.0 gives
 * it away. Unknown peers are not local.
 */
export function isLocalRequest(c: Context<GatewayEnv>): boolean {
  const incoming = c.env?.incoming;
  if (!LOOPBACK_PEER.test(incoming?.socket.remoteAddress ?? '')) return false;
  if (incoming?.httpVersion === '1.0') return false;
  if (!LOOPBACK_HOST.test(c.req.header('host') ?? '')) return false;
  if (Object.keys(c.req.header()).some((name) => FORWARDING.test(name.toLowerCase()))) return false;
  const origin = c.req.header('origin');
  if (origin !== undefined && !LOOPBACK_ORIGIN.test(origin)) return false;
  return ['none', 'same-origin'].includes(c.req.header('sec-fetch-site') ?? 'none');
}
