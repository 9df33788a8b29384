/** The part of Trusted Types that boot uses; TypeScript's own types do not have it. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
}

const OURS = /^\/(?:assets\/[\w.-]+\.js|service-worker\.js)$/;

/**
 * Admits our own files as scripts: under Trusted Types starting a worker from an address throws unless a policy admits it. Markup
 * and script text are admitted from nobody.
 */
export function admitOwnScripts(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      const url = new URL(address, location.href);
      if (url.origin !== location.origin || !OURS.test(url.pathname)) {
        throw new TypeError(`script not admitted: ${address}`);
      }
      return address;
    },
  });
}
