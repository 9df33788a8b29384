/** When a network's trouble becomes the operator's: at once where waiting makes nothing better, else after a while. */
import type { Chain, ChainTrouble } from '../../adapters/chain/chain';
import { lockScan, saveScan, scanOf } from './repo';
import type { Alone, WatchDeps } from './watch';

/** An endpoint that fails for a moment is no news. */
const ALERT_AFTER_MS = 60_000;

const IS_GRAVE: Record<ChainTrouble, boolean> = {
  unreachable: false,
  'rate-limited': false,
  behind: false,
  inconsistent: false,
  malformed: true,
  stalled: true,
  'wrong-chain': true,
  'too-deep': true,
};

/** Since when each chain has failed without a break, UTC ms. */
const failingSince = new WeakMap<Chain, number>();

/** Writes the trouble into the network's row, where screens and `chain status` find it, and alerts once. */
export async function noteTrouble(
  { clock, log }: WatchDeps,
  chain: Chain,
  alone: Alone,
  code: ChainTrouble,
): Promise<void> {
  const now = clock.now();
  const since = failingSince.get(chain) ?? now;
  failingSince.set(chain, since);
  if (!IS_GRAVE[code] && now - since < ALERT_AFTER_MS) return;
  const { network } = chain;
  const isNews = await alone(async (tx) => {
    const scan = await lockScan(tx, network);
    if (!scan || scan.trouble === code) return false;
    await saveScan(tx, network, { trouble: code, troubleSince: scan.troubleSince ?? since }, now);
    return true;
  });
  if (isNews === true) log.error('chain-trouble', { network, code });
}

export async function endTrouble({ db, clock, log }: WatchDeps, chain: Chain, alone: Alone): Promise<void> {
  failingSince.delete(chain);
  const { network } = chain;
  if (!(await scanOf(db.db, network))?.trouble) return;
  await alone((tx) => saveScan(tx, network, { trouble: null, troubleSince: null }, clock.now()));
  log.warn('chain-works-again', { network });
}
