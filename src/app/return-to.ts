/**
 * Remembers where a detour (login, first trade password, authenticator, real name) goes back to, as long as the page lives. What logging in
 * leads to outlives a reload as well: for the authenticator's code one leaves the app, and the system may end its page meanwhile.
 */
import { keepForm, takeForm } from '../update/kept-forms';

interface Target {
  address: string;
  /** The person whose address it is, where that is known: nobody else is led there. */
  userId?: string | undefined;
}

const targets = new Map<Detour, Target>();

export type Detour = 'login' | 'trade-password' | 'authenticator' | 'identity';

const FORM = 'return';

/** Remembers the address that a detour starts from. @param userId whose it is; absent for one that anybody may open */
export function rememberReturn(detour: Detour, address: string, userId?: string): void {
  targets.set(detour, { address, userId });
}

/**
 * Returns the address to go back to, once; undefined when the person came here directly, or somebody else did.
 * @param userId of who has logged in
 */
export function takeReturn(detour: Detour, userId?: string): string | undefined {
  const target = targets.get(detour);
  targets.delete(detour);
  if (target?.userId === undefined || target.userId === userId) return target?.address;
  forgetReturns();
  return undefined;
}

/** Returns whether the person came here by a detour: then the screen says why they are here. */
export function hasReturn(detour: Detour): boolean {
  return targets.has(detour);
}

/** Forgets all targets: no address of one person may lead the next one. */
export function forgetReturns(): void {
  targets.clear();
}

/** Takes up what a reload in the middle of logging in has left, which a launch does not; call it once, after the kept forms. */
export function startReturns(isLaunch: boolean): void {
  const { address, userId } = takeForm(FORM, null) ?? {};
  if (address && !isLaunch) rememberReturn('login', address, userId || undefined);
  keepForm(FORM, () => {
    const target = targets.get('login');
    return target ? { address: target.address, userId: target.userId ?? '' } : null;
  });
}
