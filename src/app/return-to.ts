/** Remembers where a detour (login, first trade password, authenticator, real name) goes back to, as long as the page lives. */

const targets = new Map<Detour, string>();

export type Detour = 'login' | 'trade-password' | 'authenticator' | 'identity';

/** Remembers the address that a detour starts from. */
export function rememberReturn(detour: Detour, address: string): void {
  targets.set(detour, address);
}

/** Returns the address to go back to, once; undefined when the person came here directly. */
export function takeReturn(detour: Detour): string | undefined {
  const address = targets.get(detour);
  targets.delete(detour);
  return address;
}

/** Returns whether the person came here by a detour: then the screen says why they are here. */
export function hasReturn(detour: Detour): boolean {
  return targets.has(detour);
}

/** Forgets all targets: no address of one person may lead the next one. */
export function forgetReturns(): void {
  targets.clear();
}
