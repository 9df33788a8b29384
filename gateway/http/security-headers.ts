/** What every answer carries (ARCHITECTURE.md "Security posture"). */
import type { MiddlewareHandler } from 'hono';

/**
 * No inline script, no other origin, no inline style but the ones named by digest. Trusted Types: only the page's default
 * policy, which admits our own worker and asset addresses. `blob:` pictures are previews of what the user is about to
 * upload.
 * @param styleDigests of the page's own `<style>` elements, e.g. `sha256-…`
 */
export function contentSecurityPolicy(styleDigests: readonly string[] = []): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    ["style-src 'self'", ...styleDigests.map((digest) => `'${digest}'`)].join(' '),
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy(),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), clipboard-write=(self), geolocation=(self), microphone=(), payment=(), usb=()',
};

/** Browsers heed it only over TLS, which a proxy in front provides. */
const STRICT_TRANSPORT = 'max-age=31536000';

export function securityHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    // A page of the build has brought its own policy.
    const policy = c.res.headers.get('Content-Security-Policy');
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
    if (policy !== null) c.res.headers.set('Content-Security-Policy', policy);
    if (c.req.header('x-forwarded-proto') === 'https') c.res.headers.set('Strict-Transport-Security', STRICT_TRANSPORT);
  };
}
