/** Reads the terms for somebody's order: the figures of this moment, with the fee of their level. */
import type { Queries } from '../../../db/client';
import { userById } from '../../identity/users/user-repo';
import type { Settings } from '../../settings/figures';
import { loadSettings } from '../../settings/settings';
import { feeRateOf } from '../fees';
import { guideForOrder, type GuideDeps } from './guide-price';
import type { OrderTerms } from './plan';

/** V0 to V5 (docs/rules.md §7). */
export async function levelOf(queries: Queries, userId: string): Promise<number> {
  return (await userById(queries, userId))?.level ?? 0;
}

export function rabFeeRate(settings: Settings, level: number): string {
  return feeRateOf(settings['otc.rabFeeRate'], level, settings);
}

/** Call it outside of transactions (see `guideForOrder`). @param now UTC ms */
export async function termsNow(deps: GuideDeps, userId: string, now: number): Promise<OrderTerms> {
  const { db } = deps.db;
  const [settings, level] = [await loadSettings(db), await levelOf(db, userId)];
  return {
    settings,
    guide: await guideForOrder(deps, settings, now),
    feeRate: rabFeeRate(settings, level),
    depositRate: settings['otc.depositRate'],
    smallestFill: settings['otc.smallestFill'],
  };
}
