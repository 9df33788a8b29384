/**
 * Every answer carries these headers: the gateway sets them, and the service worker puts them on the files of a package,
 * which it serves in the gateway's place.
 */

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

/** The texts of a page's own `<style>` elements, as scripts/start/inline-style.ts writes them. */
export function inlineStyles(html: string): string[] {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
}

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy(),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), clipboard-write=(self), geolocation=(self), microphone=(), payment=(), usb=()',
};
