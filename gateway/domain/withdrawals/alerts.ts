/** What the operator is told once, however often it is found: until it has ended. In memory: another gateway tells it for itself. */
import type { Chain } from '../../adapters/chain/chain';
import type { LogFields, Logger } from '../../adapters/log';

const MAX_TOLD = 1_000;
const told = new WeakMap<Chain, Set<string>>();

/** @param about what it is that is told once */
export function alertOnce(log: Logger, chain: Chain, about: string, event: string, fields: LogFields): void {
  const known = told.get(chain) ?? new Set();
  told.set(chain, known);
  if (known.has(about)) return;
  if (known.size >= MAX_TOLD) known.clear();
  known.add(about);
  log.error(event, fields);
}

export function endAlert(chain: Chain, about: string): void {
  told.get(chain)?.delete(about);
}
