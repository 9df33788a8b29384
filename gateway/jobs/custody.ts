/** Custody by itself: every completed day's interest, and the return of the principal at the end (docs/rules.md §5). */
import { dueOrders, lockDueOrder } from '../domain/custody/repo';
import { settleOrder } from '../domain/custody/settle';
import type { Keyset } from '../domain/paging';
import { incomeNotice } from '../domain/income/notice';
import { announceToAccounts } from '../domain/live/announce';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const CUSTODY_JOB = 'custody';
const BATCH = 50;

export interface CustodyRun {
  /** Days of interest that were credited. */
  days: number;
  /** Count of orders whose principal returned. */
  matured: number;
  /** Orders that could not be settled; they are tried again at the next run. */
  failed: number;
}

/**
 * Credits every day that is complete by the clock's now, also those of a time in which no gateway ran, and returns what is
 * at its end. One order is one transaction. An order that fails is logged and does not keep the others from theirs.
 */
export async function payDueInterest(deps: JobDeps, isStopping: IsStopping = neverStopping): Promise<CustodyRun> {
  const now = deps.clock.now();
  const run: CustodyRun = { days: 0, matured: 0, failed: 0 };
  let after: Keyset | null = null;
  for (;;) {
    const batch: Keyset[] = await dueOrders(deps.db.db, now, after, BATCH);
    for (const { id } of batch) {
      if (isStopping()) return run;
      if ((await settleOne(deps, id, now, run)) === 'busy') return run;
    }
    after = batch.at(-1) ?? null;
    if (after === null) return run;
  }
}

async function settleOne(deps: JobDeps, id: string, now: number, run: CustodyRun): Promise<'done' | 'busy'> {
  try {
    const result = await exclusively(deps, CUSTODY_JOB, async (tx) => {
      const order = await lockDueOrder(tx, id, now);
      if (!order) return { daysPaid: 0, matured: false };
      const settled = await settleOrder(tx, order, now);
      const notice = settled.daysPaid > 0 ? incomeNotice(now) : undefined;
      await announceToAccounts(tx, [order.accountId], ['cash', 'custody', 'income'], now, notice);
      return settled;
    });
    if (result === 'busy') return 'busy';
    run.days += result.daysPaid;
    run.matured += result.matured ? 1 : 0;
  } catch (error) {
    run.failed += 1;
    deps.log.error('job.order-failed', { job: CUSTODY_JOB, orderId: id, error });
  }
  return 'done';
}
