/**
 * Carries registrations and changes of custody to everybody above (docs/rules.md §7). [Note: Figures of the team] A call adds a mark of
 * its own member and touches no row above, so the calls of one line never wait for each other. The job takes marks up every few seconds,
 * reads what the marked members have, and moves all rows above by the sum of the differences, each once.
 */
import { toUnits } from '../../../contract/money';
import { TEAM_ASSET } from '../../../contract/calls/team';
import type { Tx } from '../../db/transaction';
import { dayOf } from '../accounts/equity';
import { announceToMany } from '../live/announce';
import { loadSettings } from '../settings/settings';
import type { Settings } from '../settings/figures';
import {
  basisOf,
  carryDaysUp,
  carryUp,
  changeBasis,
  lockFigures,
  moveDays,
  recompute,
  takeMarks,
  tryLockFigures,
} from './figures-repo';

export const FOLD_BATCH = 1_000;

/** @returns the least custody that counts, smallest units */
export const validFromOf = (settings: Settings): bigint => toUnits(settings['custody.validFrom'], TEAM_ASSET);

/**
 * Carries one batch upwards. Whose generations 1 and 2 have changed is told; those further above see it when they look next.
 * @returns how many marks it took up; null while the figures are recomputed
 */
export async function foldBatch(tx: Tx, now: number): Promise<number | null> {
  if (!(await tryLockFigures(tx))) return null;
  const validFrom = validFromOf(await loadSettings(tx));
  if ((await basisOf(tx)) !== validFrom) await changeBasis(tx, validFrom);
  await moveDays(tx, dayOf(now));
  const marked = await takeMarks(tx, FOLD_BATCH);
  if (marked.length === 0) return 0;
  const concerned = new Set([...(await carryUp(tx, marked, validFrom)), ...(await carryDaysUp(tx, marked))]);
  await announceToMany(
    tx,
    [...concerned].map((to) => ({ to, topics: ['team'] as const })),
    now,
  );
  return marked.length;
}

/** Computes all figures anew from the raw rows. @returns how many rows were wrong */
export async function recomputeTeam(tx: Tx): Promise<number> {
  await lockFigures(tx);
  return recompute(tx, validFromOf(await loadSettings(tx)));
}
