/** Compares wallets, ledger and the chain's counts by themselves, and halts payouts where they disagree (docs/rules.md §4). */
import type { Deps } from '../domain/call-context';
import { NoEndpointError } from '../domain/deposits/endpoints';
import { examine } from '../domain/withdrawals/examine';
import { guardLedger, guardWallet } from '../domain/withdrawals/guard';
import { pays } from '../domain/withdrawals/pay-out';
import type { PayDeps } from '../domain/withdrawals/send';
import { exclusively, neverStopping, type IsStopping } from './run';

export const PAYOUT_GUARD_JOB = 'payout-guard';

/** @returns 0: it halts or does not, and counts nothing */
export async function guardPayouts(
  deps: PayDeps & Pick<Deps, 'chains'>,
  isStopping: IsStopping = neverStopping,
): Promise<number> {
  const paying = deps.chains.filter(pays);
  if (paying.length === 0) return 0;
  await guardLedger(deps);
  for (const chain of paying) {
    if (isStopping()) return 0;
    try {
      await examine(deps, chain, (work) => exclusively(deps, `withdrawals-${chain.network}`, work));
      await guardWallet(deps, chain);
    } catch (error) {
      // The other jobs of the network tell its trouble.
      if (!(error instanceof NoEndpointError)) throw error;
      deps.log.warn('payout-guard-blind', { network: chain.network });
    }
  }
  return 0;
}
