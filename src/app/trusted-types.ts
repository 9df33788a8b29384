/**
 * Under Trusted Types (ARCHITECTURE.md "Security posture") starting a worker from an address throws unless a policy
 * admits it. This default policy admits our own worker and assets and nothing more;
 * markup and script text are admitted from nobody.
 */
interface TrustedTypesFactory {
  createPolicy(name: 'default', rules: { createScriptURL: (url: string) => string }): unknown;
}

/** Built files, the service worker, and in development Vite's own source addresses. */
const ADMITTED = import.meta.env.DEV
  ? /^\/(?:assets\/|worker\/|src\/|node_modules\/|@|service-worker\.js$|dev-sw\.js)/
  : /^\/(?:assets\/[\w.-]+\.js$|service-worker\.js$)/;

/** @throws for any address that is not one of ours */
export function admitScriptUrl(url: string, base: string = location.href): string {
  const { origin, pathname } = new URL(url, base);
  if (origin !== new URL(base).origin || !ADMITTED.test(pathname)) throw new TypeError(`script not admitted: ${url}`);
  return url;
}

/** Makes the policy. Call before anything starts a worker. */
export function admitOwnScripts(): void {
  const factory = (window as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
  factory?.createPolicy('default', { createScriptURL: (url) => admitScriptUrl(url) });
}
