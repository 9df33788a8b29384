/** What time does on the RAB market (rules.md §8): orders leave it at their end, and buyers who did not post the rest lose their deposit. */
import { lapse } from '../domain/otc/rab/lifecycle';
import { overdueOrders } from '../domain/otc/rab/orders-repo';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const OTC_RAB_JOB = 'otc-rab';
const BATCH = 50;

/**
 * Does what is due by the clock's now, also of a time in which no gateway ran. One order is one transaction; one that fails is
 * logged and does not keep the others from theirs. @returns how many orders it was done to
 */
export async function lapseRabOrders(deps: JobDeps, isStopping: IsStopping = neverStopping): Promise<number> {
  const now = deps.clock.now();
  let done = 0;
  let after = '0';
  for (;;) {
    const batch = await overdueOrders(deps.db.db, now, after, BATCH);
    for (const id of batch) {
      if (isStopping()) return done;
      try {
        const result = await exclusively(deps, OTC_RAB_JOB, (tx) => lapse(tx, id, now));
        if (result === 'busy') return done;
        if (result) done += 1;
      } catch (error) {
        deps.log.error('job.order-failed', { job: OTC_RAB_JOB, orderId: id, error });
      }
    }
    const last = batch.at(-1);
    if (last === undefined) return done;
    after = last;
  }
}
