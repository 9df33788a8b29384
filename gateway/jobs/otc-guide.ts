/** Keeps the guide price of RAB up, so that orders find it computed, and halts the market where it would go too far (docs/rules.md §8). */
import { marketDay } from '../domain/otc/rab/guide-price';
import { loadSettings } from '../domain/settings/settings';
import type { JobDeps } from './run';

export const OTC_GUIDE_JOB = 'otc-guide';

/** A guide price that is this new is kept: another gateway's job, or somebody who looked at it, has just computed it. */
const JUST_COMPUTED_MS = 1_000;

/** @returns 0: it counts nothing */
export async function keepGuide(deps: JobDeps): Promise<number> {
  await marketDay(deps, await loadSettings(deps.db.db), deps.clock.now(), JUST_COMPUTED_MS);
  return 0;
}
