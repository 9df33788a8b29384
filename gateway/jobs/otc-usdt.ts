/**
 * Moves trades on the USDT market at their times (docs/rules.md §8): late payments, late holds that end, payments that nobody
 * confirmed.
 */
import { advance } from '../domain/otc/usdt/timers';
import { dueTrades, lockDueTrade } from '../domain/otc/usdt/trades-repo';
import type { Keyset } from '../domain/paging';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const OTC_USDT_JOB = 'otc-usdt';
const BATCH = 50;

/**
 * Does what is due by the clock's now, also of a time in which no gateway ran. One trade is one transaction; one that fails is
 * logged and does not keep the others from theirs. @returns how many trades it was done to
 */
export async function advanceUsdtTrades(deps: JobDeps, isStopping: IsStopping = neverStopping): Promise<number> {
  const now = deps.clock.now();
  let done = 0;
  let after: Keyset | null = null;
  for (;;) {
    const batch: Keyset[] = await dueTrades(deps.db.db, now, after, BATCH);
    for (const { id } of batch) {
      if (isStopping()) return done;
      try {
        const result = await exclusively(deps, OTC_USDT_JOB, async (tx) => {
          const trade = await lockDueTrade(tx, id, now);
          return trade ? (await advance(tx, trade, now)).version !== trade.version : false;
        });
        if (result === 'busy') return done;
        if (result) done += 1;
      } catch (error) {
        deps.log.error('job.order-failed', { job: OTC_USDT_JOB, orderId: id, error });
      }
    }
    after = batch.at(-1) ?? null;
    if (after === null) return done;
  }
}
