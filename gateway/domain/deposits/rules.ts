/** Computes what a transfer is worth, and when it counts (docs/rules.md §4). Pure. */
import { DEPOSIT_ASSET } from '../../../contract/calls/wallet';
import { ASSETS, toUnits } from '../../../contract/money';

/** Blocks on top of a deposit's own until it is credited (docs/rules.md §4). */
export const CONFIRMATIONS = 3;
/** Less is recorded, but neither credited nor given back (docs/rules.md §4). */
export const MINIMUM = toUnits('1', DEPOSIT_ASSET);
/** A chain that becomes another one is followed back by so many blocks at most. */
export const REORG_DEPTH = 12;
/** Fraction digits of the ledger's dust asset `USDT18`. */
export const DUST_DECIMALS = 18;

export interface Worth {
  /** The amount to credit: whole smallest units of USDT, rounded down. */
  amount: bigint;
  /** The rest, in units of 10^-18. */
  dust: bigint;
}

/** @param decimals fraction digits of `raw`, 6 to 18 */
export function worthOf(raw: bigint, decimals: number): Worth {
  const ours = ASSETS[DEPOSIT_ASSET].decimals;
  const scale = 10n ** BigInt(decimals - ours);
  const amount = raw / scale;
  const dust = (raw - amount * scale) * 10n ** BigInt(DUST_DECIMALS - decimals);
  return { amount, dust };
}

/** Counts the blocks on top of the deposit's, up to `CONFIRMATIONS`. @param scannedTo the last block that was read */
export function confirmationsOf(blockNumber: number, scannedTo: number): number {
  return Math.max(0, Math.min(CONFIRMATIONS, scannedTo - blockNumber));
}
