/** Lists the networks over which this gateway pays withdrawals (docs/rules.md §4). Pure. */
import type { Network } from '../../../contract/calls/identity';
import type { Deps } from '../call-context';
import type { MethodRow } from './repo';

/** The networks with a wallet to pay from, as this process is configured. */
export function servedNetworks({ chains }: Pick<Deps, 'chains'>): { network: Network; isTest: boolean }[] {
  return chains.filter(({ sender }) => sender !== null).map(({ network, isTest }) => ({ network, isTest }));
}

/** True if a withdrawal to this method can be paid at all: to a bank card by hand, to an address over its network. */
export function isServed(deps: Pick<Deps, 'chains'>, { kind, network }: Pick<MethodRow, 'kind' | 'network'>): boolean {
  return kind === 'bank' || servedNetworks(deps).some((one) => one.network === network);
}
