/** Pays approved withdrawals out over the chains (docs/rules.md §4): each network in transactions of its own lock. */
import type { Deps } from '../domain/call-context';
import { payOut } from '../domain/withdrawals/pay-out';
import type { PayDeps } from '../domain/withdrawals/send';
import { exclusively, neverStopping, type IsStopping } from './run';

/** Works on every network once, all at the same time. @returns withdrawals that came to their end */
export async function payWithdrawals(
  deps: PayDeps & Pick<Deps, 'chains'>,
  isStopping: IsStopping = neverStopping,
): Promise<number> {
  const ended = await Promise.all(
    deps.chains.map((chain) =>
      payOut(deps, chain, (work) => exclusively(deps, `withdrawals-${chain.network}`, work), isStopping),
    ),
  );
  return ended.reduce((sum, one) => sum + one, 0);
}
