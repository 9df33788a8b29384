/** Watches the chains for deposits (docs/rules.md §4): each network in transactions of its own lock. */
import type { Deps } from '../domain/call-context';
import { watchChain } from '../domain/deposits/watch';
import type { WatchDeps } from '../domain/deposits/watch-deps';
import { exclusively, neverStopping, type IsStopping } from './run';

/** Reads every network once, all at the same time: a network that stalls keeps no other waiting. @returns deposits credited */
export async function watchDeposits(
  deps: WatchDeps & Pick<Deps, 'chains'>,
  isStopping: IsStopping = neverStopping,
): Promise<number> {
  const credited = await Promise.all(
    deps.chains.map((chain) =>
      watchChain(deps, chain, (work) => exclusively(deps, `deposits-${chain.network}`, work), isStopping),
    ),
  );
  return credited.reduce((sum, one) => sum + one, 0);
}
