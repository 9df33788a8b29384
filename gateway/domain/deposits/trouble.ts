/** Alerts the operator to a network's trouble: at once where waiting makes nothing better, else after a while. */
import type { Chain, ChainTrouble } from '../../adapters/chain/chain';
import { lockScan, saveScan, scanOf } from './repo';
import type { ChainLock, WatchDeps } from './watch-deps';

/** An endpoint that fails for a moment is no news. */
const ALERT_AFTER_MS = 60_000;

const IS_GRAVE: Record<ChainTrouble, boolean> = {
  unreachable: false,
  'rate-limited': false,
  behind: false,
  inconsistent: false,
  refused: false,
  malformed: true,
  stalled: true,
  'wrong-chain': true,
  'too-deep': true,
};

interface FailureSeries {
  /** The first failure of an unbroken series, UTC ms. */
  since: number;
  /** The trouble that the operator was told of; null before any was. */
  told: ChainTrouble | null;
}
const failing = new WeakMap<Chain, FailureSeries>();

/** Alerts once, and writes the trouble into the network's row, where screens and `chain status` find it. */
export async function noteTrouble(
  { clock, log }: WatchDeps,
  chain: Chain,
  alone: ChainLock,
  code: ChainTrouble,
): Promise<void> {
  const now = clock.now();
  const state = failing.get(chain) ?? { since: now, told: null };
  failing.set(chain, state);
  if (!IS_GRAVE[code] && now - state.since < ALERT_AFTER_MS) return;
  const { network } = chain;
  // A network that was never read has no row, but the operator hears of it all the same.
  if (state.told !== code) log.error('chain-trouble', { network, code });
  state.told = code;
  await alone(async (tx) => {
    const scan = await lockScan(tx, network);
    if (!scan || scan.trouble === code) return;
    await saveScan(tx, network, { trouble: code, troubleSince: scan.troubleSince ?? state.since }, now);
  });
}

export async function endTrouble({ db, clock, log }: WatchDeps, chain: Chain, alone: ChainLock): Promise<void> {
  const { network } = chain;
  const wasTold = (failing.get(chain)?.told ?? null) !== null;
  failing.delete(chain);
  const isWritten = (await scanOf(db.db, network))?.trouble ?? null;
  if (isWritten !== null) {
    await alone((tx) => saveScan(tx, network, { trouble: null, troubleSince: null }, clock.now()));
  }
  if (wasTold || isWritten !== null) log.warn('chain-works-again', { network });
}

const MAX_DOUBTS = 1_000;
const doubted = new WeakMap<Chain, Set<string>>();

/** A deposit that is not credited for a doubt is told of once, however often it is looked at. */
export function noteDoubt(log: WatchDeps['log'], chain: Chain, depositId: string): void {
  const told = doubted.get(chain) ?? new Set();
  doubted.set(chain, told);
  if (told.has(depositId)) return;
  if (told.size >= MAX_DOUBTS) told.clear();
  told.add(depositId);
  log.error('deposit-doubtful', { network: chain.network, depositId });
}
