/** Calls that have shapes and no handler yet: they answer `not-open`. */
import type { CallName } from '../../contract/index';

export const NOT_OPEN = [] as const satisfies readonly CallName[];
export type NotOpen = (typeof NOT_OPEN)[number];

export function isOpen(name: string): boolean {
  return !NOT_OPEN.some((one) => one === name);
}
