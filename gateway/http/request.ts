/** Reads the facts of an HTTP request that the doors need before anything in it is believed. */
import type { Context } from 'hono';
import { langCode, type LangCode } from '../../contract/ids';
import { releaseVersion } from '../../contract/release';
import type { Deps } from '../domain/call-context';
import type { Caller } from './dispatcher';

/** The Node server binding hands this over beside the request; absent for in-process requests. */
export interface NodeBindings {
  incoming?: { socket: { remoteAddress?: string }; httpVersion?: string };
}

export type GatewayEnv = { Bindings: NodeBindings };

/** A token, or the text that ends its session (contract/session-end.ts). */
const TOKEN = /^(?:end\.)?[A-Za-z0-9_-]{43}$/;
const MAX_USER_AGENT_CHARS = 300;
/** Chinese simplified is the default (docs/rules.md §15). */
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
    appVersion: releaseVersion.safeParse(c.req.header('app-version')).data ?? null,
    userAgent: (c.req.header('user-agent') ?? '').slice(0, MAX_USER_AGENT_CHARS),
    token: token !== undefined && TOKEN.test(token) ? token : null,
  };
}

/** The media type without its parameters, lower case. */
export function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
