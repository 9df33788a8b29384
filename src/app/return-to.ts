/** Where a detour (login, first trade password, authenticator, real name) goes back to. Lives as long as the page. */

const targets = new Map<Detour, string>();

export type Detour = 'login' | 'trade-password' | 'authenticator' | 'identity';

/** Remembers the address that a detour starts from. */
export function rememberReturn(detour: Detour, address: string): void {
  targets.set(detour, address);
}

/** The address to go back to, once; undefined when one came here directly. */
export function takeReturn(detour: Detour): string | undefined {
  const address = targets.get(detour);
  targets.delete(detour);
  return address;
}

/** Whether one came here by a detour: the screen says why one is here. */
export function hasReturn(detour: Detour): boolean {
  return targets.has(detour);
}

/** Nothing of one person may lead the next one. */
export function forgetReturns(): void {
  targets.clear();
}
