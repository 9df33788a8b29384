import type { CallError } from '../../contract/errors';
import type { Detour } from '../app/return-to';
import type { Path } from '../app/paths';
import { DETOUR_DELAY_MS, policyOf } from './policy';

export interface TellDeps {
  toast: (error: CallError, effect: 'read' | 'write' | 'money') => void;
  /** Remembers the present address, and goes to the screen that solves the problem. */
  detour: (to: Path, detour: Detour) => void;
  /** Calls back once after `delayMs`; the answer cancels it. */
  after: (delayMs: number, callback: () => void) => () => void;
}

/**
 * Makes the function that carries out the policy for every refusal that no screen handles itself. Several reads refused for
 * the same reason lead to one detour.
 */
export function makeTeller(deps: TellDeps): (error: CallError, effect: 'read' | 'write' | 'money') => void {
  let isDetourDue = false;
  return (error, effect) => {
    const policy = policyOf(error.code);
    switch (policy.act) {
      case 'silent':
        return;
      case 'in-place':
        if (effect !== 'read') deps.toast(error, effect);
        return;
      case 'login':
      case 'toast':
        deps.toast(error, effect);
        return;
      case 'detour':
        if (isDetourDue) return;
        isDetourDue = true;
        deps.toast(error, effect);
        deps.after(DETOUR_DELAY_MS, () => {
          isDetourDue = false;
          deps.detour(policy.to, policy.detour);
        });
    }
  };
}
