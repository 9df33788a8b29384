/** Halts and resumes payouts. Each signing and each broadcast asks first whether a halt holds (docs/rules.md §4). */
import type { Network } from '../../../contract/calls/identity';
import { doubtOf, type Clock } from '../../adapters/clock';
import type { Queries } from '../../db/client';
import type { HaltCause } from '../../db/schema/payouts';
import type { Tx } from '../../db/transaction';
import { loadSettings } from '../settings/settings';
import { closeHalts, insertHalt, lockHalts, openHalts, type HaltRow, type NewHalt } from './halts-repo';

/** The actor of halts and resumptions that no operator causes. */
export const GATEWAY_ACTOR = 'gateway';

export type PayoutStop = HaltCause | 'maintenance' | 'clock';

/** Returns the reasons why nothing may be signed or sent over this network now; empty when it may. */
export async function payoutStops(queries: Queries, network: Network, clock: Clock): Promise<PayoutStop[]> {
  const stops: PayoutStop[] = (await openHalts(queries, network)).map(({ cause }) => cause);
  if ((await loadSettings(queries))['app.maintenance']) stops.push('maintenance');
  if (doubtOf(clock) !== null) stops.push('clock');
  return stops;
}

/** True if something may be signed and sent over this network now. */
export async function mayPayOut(queries: Queries, network: Network, clock: Clock): Promise<boolean> {
  return (await payoutStops(queries, network, clock)).length === 0;
}

/**
 * Money may have left that this database does not know of: what is approved must not go back to its user either, since it may
 * have been paid.
 */
const IN_DOUBT: ReadonlySet<HaltCause> = new Set<HaltCause>(['restored', 'unexplained']);

/** @returns whether this withdrawal may have been paid without this database's knowledge */
export async function isInDoubt(queries: Queries, { network }: { network: Network | null }): Promise<boolean> {
  return network !== null && (await openHalts(queries, network)).some(({ cause }) => IN_DOUBT.has(cause));
}

/** Holds from the caller's commit on, for signatures as well that are being made now. @returns false when it held already */
export async function beginHalt(tx: Tx, one: NewHalt): Promise<boolean> {
  await lockHalts(tx);
  return insertHalt(tx, one);
}

/** @returns those that held until now */
export async function endHalts(
  tx: Tx,
  which: { network: Network | null; causes: readonly HaltCause[]; by: string },
  now: number,
): Promise<HaltRow[]> {
  await lockHalts(tx);
  return closeHalts(tx, which, now);
}
