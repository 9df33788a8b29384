/** One round of paying out over a chain: see what became of what was sent, send on, sign what is approved. */
import type { Chain } from '../../adapters/chain/chain';
import { NoEndpointError } from '../deposits/endpoints';
import type { Alone, WatchDeps } from '../deposits/watch';
import { loadSettings } from '../settings/settings';
import { alertOnce, endAlert } from './alerts';
import { returnHold } from './close';
import { confirmSent } from './confirm';
import { lockWithdrawal, type WithdrawalRow } from './repo';
import { broadcastSigned, replaceStuck, ROUND, signApproved, type PayingChain } from './send';
import { noncesOf, withdrawalsIn } from './transactions-repo';

/**
 * Those that were signed for this chain. A test network that was made anew is another chain: what was signed for the one before
 * is worth nothing, and goes back. Of a real one that is a mistake of the settings, and nothing is done.
 */
async function ofThisChain(
  { db, clock, log }: WatchDeps,
  chain: PayingChain,
  alone: Alone,
  rows: readonly WithdrawalRow[],
): Promise<WithdrawalRow[]> {
  const ids = rows.map(({ id }) => id);
  const nonces = await noncesOf(db.db, ids);
  const here: WithdrawalRow[] = [];
  for (const row of rows) {
    if (nonces.get(row.id)?.chainId === chain.chainId) {
      here.push(row);
    } else if (chain.isTest && row.isTest) {
      await alone(async (tx) => {
        const locked = await lockWithdrawal(tx, row.id);
        if (locked?.state === 'sending')
          await returnHold(tx, locked, { state: 'failed', reason: 'chain-gone' }, clock.now());
      });
    } else {
      alertOnce(log, chain, `other-chain ${row.id}`, 'withdrawal-of-other-chain', { withdrawalId: row.id });
    }
  }
  return here;
}

function pays(chain: Chain): chain is PayingChain {
  return chain.sender !== null && chain.sender.endpoints.length > 0 && chain.readers.length > 0;
}

/** @returns how many withdrawals came to their end. An endpoint's failure ends the round and is told to the operator. */
export async function payOut(deps: WatchDeps, chain: Chain, alone: Alone, isStopping: () => boolean): Promise<number> {
  if (!pays(chain)) return 0;
  const { db, log } = deps;
  const { network } = chain;
  try {
    const sent = await withdrawalsIn(db.db, network, 'sending', ROUND);
    const ended = await confirmSent(deps, chain, alone, await ofThisChain(deps, chain, alone, sent), isStopping);
    if (sent.length > 0)
      await replaceStuck(deps, chain, alone, (await loadSettings(db.db))['withdrawals.replaceAfterMs']);
    await signApproved(deps, chain, alone, isStopping);
    await broadcastSigned(deps, chain, alone, isStopping);
    endAlert(chain, 'trouble');
    return ended;
  } catch (error) {
    if (!(error instanceof NoEndpointError)) throw error;
    if (error.last) alertOnce(log, chain, 'trouble', 'withdrawals-trouble', { network, code: error.last.code });
    return 0;
  }
}
