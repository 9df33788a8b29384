/** Alerts the operator once to each trouble, until it has ended. Keeps this in memory: another gateway alerts for itself. */
import type { Chain } from '../../adapters/chain/chain';
import type { LogFields, Logger } from '../../adapters/log';

const MAX_TOLD = 1_000;
const told = new WeakMap<Chain, Set<string>>();

/** @param about names the trouble: the operator hears of it once */
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
