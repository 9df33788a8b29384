/** Once a UTC day: what part of OTC fees comes back to whom from then on (docs/rules.md §7). */
import { toUnits } from '../../contract/money';
import { DAY_MS, dayOf } from '../domain/accounts/equity';
import { saveRebateRates } from '../domain/fees/repo';
import { loadSettings } from '../domain/settings/settings';
import { jobState, saveJobState } from './repo';
import { exclusively, type JobDeps } from './run';

export const REBATES_JOB = 'rebates';
const VOLUME_DAYS = 30;

/** @returns how many people traded in the 30 days before; 0 where today's rates are there already */
export async function computeRebates(deps: JobDeps): Promise<number> {
  const day = dayOf(deps.clock.now());
  const done = await exclusively(deps, REBATES_JOB, async (tx) => {
    if ((await jobState(tx, REBATES_JOB)).day === day) return 0;
    const tiers = (await loadSettings(tx))['income.rebateTiers'].map(({ from, rate }) => ({
      from: toUnits(from, 'USDT'),
      rate,
    }));
    await saveJobState(tx, REBATES_JOB, { day });
    return saveRebateRates(tx, { from: day - VOLUME_DAYS * DAY_MS, day, tiers });
  });
  return done === 'busy' ? 0 : done;
}
