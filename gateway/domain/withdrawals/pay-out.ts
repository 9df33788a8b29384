/** One round of paying out over a chain: see what became of what was sent, send on, sign what is approved. */
import type { Chain } from '../../adapters/chain/chain';
import { NoEndpointError } from '../deposits/endpoints';
import type { Alone, WatchDeps } from '../deposits/watch';
import { loadSettings } from '../settings/settings';
import { alertOnce, endAlert } from './alerts';
import { returnHold } from './close';
import { confirmSent } from './confirm';
import { lockWithdrawal } from './repo';
import { broadcastSigned, replaceStuck, ROUND, signApproved, type PayingChain } from './send';
import { sentOver } from './transactions-repo';

/**
 * What was signed for another chain. A test network that was made anew is another one: what was signed for the one before is
 * worth nothing, and goes back. Of a real one that is a mistake of the settings, and nothing is done.
 */
async function endStranded({ db, clock, log }: WatchDeps, chain: PayingChain, alone: Alone): Promise<void> {
  for (const { row } of await sentOver(db.db, chain, 'another', ROUND)) {
    if (!chain.isTest || !row.isTest) {
      alertOnce(log, chain, `other-chain ${row.id}`, 'withdrawal-of-other-chain', { withdrawalId: row.id });
      continue;
    }
    await alone(async (tx) => {
      const locked = await lockWithdrawal(tx, row.id);
      if (locked?.state !== 'sending') return;
      await returnHold(tx, locked, { state: 'failed', reason: 'chain-gone' }, clock.now());
    });
  }
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
    await endStranded(deps, chain, alone);
    const sent = await sentOver(db.db, chain, 'this-chain', ROUND);
    const ended = await confirmSent(deps, chain, alone, sent, isStopping);
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
