import type { Settings } from '../settings/figures';
import type { MethodRow } from './repo';

/** Returns from when on a method can be withdrawn to, UTC ms: a thief who adds one has to wait, and the owner is told. */
export function usableAt({ createdAt }: Pick<MethodRow, 'createdAt'>, settings: Settings): number {
  return createdAt + settings['security.methodWaitMs'];
}
