/** Runs a round of paying out over a chain: sees what became of sent transactions, sends on, and signs what is approved. */
import type { Chain } from '../../adapters/chain/chain';
import { HALT_CAUSES } from '../../db/schema/payouts';
import { NoEndpointError } from '../deposits/endpoints';
import type { ChainLock, WatchDeps } from '../deposits/watch-deps';
import { loadSettings } from '../settings/settings';
import { alertOnce, endAlert } from './alerts';
import { returnHold } from './close';
import { confirmSent } from './confirm';
import { examine, haltOnUnknown } from './examine';
import { payoutStops } from './halts';
import { openHalts } from './halts-repo';
import { checkMark } from './mark';
import { broadcastFillers, reissueAsked } from './reissue';
import { lockWithdrawal } from './repo';
import { broadcastSigned, replaceStuck, ROUND, signApproved, type PayDeps, type PayingChain } from './send';
import { approvedFor, approvedSince, sentOver, type SentWithdrawal } from './transactions-repo';

/**
 * Ends withdrawals that were signed for another chain. A test network that was made anew is another chain: a transaction for the
 * former one is worth nothing, and the money goes back. On a real network that is a mistake of the settings: the operator is
 * alerted, and nothing else happens.
 */
async function endStranded({ db, clock, log }: WatchDeps, chain: PayingChain, alone: ChainLock): Promise<void> {
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

/** True if withdrawals can be paid over the chain now. */
export function pays(chain: Chain): chain is PayingChain {
  return chain.sender !== null && chain.sender.endpoints.length > 0 && chain.readers.length > 0;
}

/** An approved withdrawal that this gateway does not pay is the operator's matter when no other one pays it either. */
const UNPAID_MS = 60_000;

const CAUSES = [...HALT_CAUSES, 'maintenance', 'clock', 'unsure'] as const;

/**
 * True if this gateway signs and sends now. Alerts the operator once to each reason why not, until it has ended; maintenance is
 * no news, and the clock's doubt is told elsewhere.
 */
async function mayBegin(deps: PayDeps, chain: PayingChain): Promise<boolean> {
  const { db, clock, log } = deps;
  const { network } = chain;
  const verdict = await checkMark(deps);
  const stops = await payoutStops(db.db, network, clock);
  const causes: (typeof CAUSES)[number][] = verdict === 'unsure' ? [...stops, 'unsure'] : stops;
  for (const cause of CAUSES) if (!causes.includes(cause)) endAlert(chain, `stop ${cause}`);
  for (const code of stops)
    if (code !== 'maintenance' && code !== 'clock')
      alertOnce(log, chain, `stop ${code}`, 'withdrawals-halted', { network, code });
  const since = causes.includes('unsure') ? await approvedSince(db.db, network) : null;
  if (since !== null && clock.now() - since >= UNPAID_MS)
    alertOnce(log, chain, 'stop unsure', 'withdrawals-not-trusted', { network });
  return verdict === 'trusted' && stops.length === 0;
}

/** True if anything waits for this chain: approved or sent withdrawals, or a halt that has to be explained. */
async function hasWork({ db }: PayDeps, { network }: PayingChain, sent: readonly SentWithdrawal[]): Promise<boolean> {
  if (sent.length > 0 || (await approvedFor(db.db, network, 1)).length > 0) return true;
  return (await openHalts(db.db, network)).some(({ cause }) => cause === 'unexplained');
}

/** Looks at the wallet, and signs and sends what may be. */
async function pay(deps: PayDeps, chain: PayingChain, alone: ChainLock, isStopping: () => boolean): Promise<void> {
  const isOpen = await mayBegin(deps, chain);
  // Signed bytes go to whichever endpoint takes them; only new signatures need an answer of all endpoints.
  if (isOpen) await broadcastSigned(deps, chain, alone, isStopping);
  const { verdict, wallet } = await examine(deps, chain, alone);
  if (wallet === null || !isOpen || !(await mayBegin(deps, chain))) return;
  const { 'withdrawals.replaceAfterMs': replaceAfterMs } = await loadSettings(deps.db.db);
  await reissueAsked(deps, chain, alone, wallet);
  await broadcastFillers(deps, chain, wallet);
  await replaceStuck(deps, chain, alone, wallet, replaceAfterMs);
  if (verdict === 'fine') await signApproved(deps, chain, alone, wallet, isStopping);
  await broadcastSigned(deps, chain, alone, isStopping);
}

/** @returns how many withdrawals came to their end. An endpoint's failure ends the round and is told to the operator. */
export async function payOut(
  deps: PayDeps,
  chain: Chain,
  alone: ChainLock,
  isStopping: () => boolean,
): Promise<number> {
  if (!pays(chain)) return 0;
  const { db, log } = deps;
  const { network } = chain;
  let ended = 0;
  try {
    await endStranded(deps, chain, alone);
    const sent = await sentOver(db.db, chain, 'this-chain', ROUND);
    ended = await confirmSent(deps, chain, alone, sent, isStopping);
    await haltOnUnknown(deps, chain, alone);
    if (await hasWork(deps, chain, sent)) await pay(deps, chain, alone, isStopping);
    else await mayBegin(deps, chain);
    endAlert(chain, 'trouble');
  } catch (error) {
    if (!(error instanceof NoEndpointError)) throw error;
    if (error.last) alertOnce(log, chain, 'trouble', 'withdrawals-trouble', { network, code: error.last.code });
  }
  return ended;
}
