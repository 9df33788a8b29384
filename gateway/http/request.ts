/** What the doors read from an HTTP request before anything in it is believed. */
import type { Context } from 'hono';
import { langCode, type LangCode } from '../../contract/ids';
import type { Deps } from '../domain/call-context';
import { Refusal } from '../domain/call-context';
import type { Caller } from './dispatcher';

/** What the Node server binding hands over beside the request; absent for in-process requests. */
export interface NodeBindings {
  incoming?: { socket: { remoteAddress?: string }; httpVersion?: string };
}

export type GatewayEnv = { Bindings: NodeBindings };

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const MAX_USER_AGENT_CHARS = 300;
/** Chinese simplified is the default (spec section 1). */
const DEFAULT_LANG: LangCode = 'CN';

/**
 * The caller's network address. Behind `trustedProxies` proxies it is what the outermost of them saw; a longer
 * X-Forwarded-For is the caller's invention and is not looked at.
 */
export function addressOf(c: Context<GatewayEnv>, trustedProxies: number): string {
  const direct = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
  if (trustedProxies === 0) return direct;
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  return forwarded.at(-trustedProxies) || direct;
}

export function langOf(c: Context<GatewayEnv>): LangCode {
  const lang = c.req.header('lang');
  return langCode.safeParse(lang).data ?? DEFAULT_LANG;
}

export function callerOf(c: Context<GatewayEnv>, deps: Deps, trustedProxies: number): Caller {
  const token = c.req.header('authorization');
  return {
    requestId: deps.ids.uuid(),
    lang: langOf(c),
    address: addressOf(c, trustedProxies),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, MAX_USER_AGENT_CHARS),
    token: token !== undefined && TOKEN.test(token) ? token : null,
  };
}

/** Beyond this multiple of a limit nobody is listened to any more; below, a client gets to read its refusal. */
const DISCARD_FACTOR = 4;

/**
 * The body, of which never more than `maxBytes` are kept: refused by its announced length, or as soon as more arrives.
 * What is too much is read on and thrown away, since most clients look at an answer only once they have sent everything.
 * @throws Refusal too-large
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = request.headers.get('content-length');
  const announcedBytes = announced === null ? 0 : Number(announced);
  if (!(announcedBytes <= DISCARD_FACTOR * maxBytes)) throw new Refusal('too-large');
  if (request.body === null) return new Uint8Array();
  const isTooLarge = announcedBytes > maxBytes;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > DISCARD_FACTOR * maxBytes) {
      await reader.cancel();
      break;
    }
    if (isTooLarge || size > maxBytes) chunks.length = 0;
    else chunks.push(value);
  }
  if (isTooLarge || size > maxBytes) throw new Refusal('too-large');
  return Buffer.concat(chunks, size);
}

/** The media type without its parameters, lower case. */
export function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
