/**
 * Ends what time ends on the RAB market (docs/rules.md §8): orders leave it at their end, and buyers who did not post the rest
 * lose their deposit.
 */
import { lapse, type LapseTimes } from '../domain/otc/rab/lifecycle';
import { overdueOrders } from '../domain/otc/rab/orders-repo';
import { loadSettings } from '../domain/settings/settings';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const OTC_RAB_JOB = 'otc-rab';
const BATCH = 50;

/** In maintenance a rest that is due within half of its time has all of it again, so that whoever could not post it can afterwards. */
async function timesNow({ db, clock }: JobDeps): Promise<LapseTimes> {
  const settings = await loadSettings(db.db);
  const [now, restMs] = [clock.now(), settings['otc.restMs']];
  return { now, longer: settings['app.maintenance'] ? { rests: now + restMs / 2, to: now + restMs } : null };
}

/**
 * Does what is due by the clock's now, also of a time in which no gateway ran. One order is one transaction; one that fails is
 * logged and does not keep the others from theirs. @returns how many orders it was done to
 */
export async function lapseRabOrders(deps: JobDeps, isStopping: IsStopping = neverStopping): Promise<number> {
  const times = await timesNow(deps);
  const due = { now: times.now, rests: times.longer?.rests ?? times.now };
  let done = 0;
  let after = '0';
  for (;;) {
    const batch = await overdueOrders(deps.db.db, due, after, BATCH);
    for (const id of batch) {
      if (isStopping()) return done;
      try {
        const result = await exclusively(deps, OTC_RAB_JOB, (tx) => lapse(tx, id, times));
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
