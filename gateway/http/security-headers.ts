import type { MiddlewareHandler } from 'hono';
import { SECURITY_HEADERS } from '../../contract/security-headers';

/** Browsers heed it only over TLS, which a proxy in front provides. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** Puts `SECURITY_HEADERS` on every answer. */
export function securityHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    // A page of the build has brought its own policy.
    const policy = c.res.headers.get('Content-Security-Policy');
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
    if (policy !== null) c.res.headers.set('Content-Security-Policy', policy);
    if (c.req.header('x-forwarded-proto') === 'https') c.res.headers.set('Strict-Transport-Security', STRICT_TRANSPORT);
  };
}
