/** Custody by itself: every completed day's interest, and the return of the principal at the end (docs/rules.md §5). */
import { dueOrders, lockDueOrders } from '../domain/custody/repo';
import { settleOrders } from '../domain/custody/settle';
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
 * at its end. A batch of orders is one transaction. Where it fails, each of its orders gets one of its own: an order that
 * fails is logged and does not keep the others from theirs.
 * @param limit orders in a batch
 */
export async function payDueInterest(
  deps: JobDeps,
  isStopping: IsStopping = neverStopping,
  limit = BATCH,
): Promise<CustodyRun> {
  const now = deps.clock.now();
  const run: CustodyRun = { days: 0, matured: 0, failed: 0 };
  for (let after: Keyset | null = null; ;) {
    const due: Keyset[] = await dueOrders(deps.db.db, now, after, limit);
    if (due.length === 0 || isStopping()) return run;
    const looked = await settleBatch(
      deps,
      due.map(({ id }) => id),
      { now, run, isStopping },
    );
    if (looked === 'busy') return run;
    after = due[looked - 1] ?? null;
  }
}

interface Round {
  now: number;
  run: CustodyRun;
  isStopping: IsStopping;
}

/** @returns how many of the first orders it has looked at; `busy` when this run is over */
async function settleBatch(deps: JobDeps, ids: readonly string[], round: Round): Promise<number | 'busy'> {
  try {
    return await settleTogether(deps, ids, round);
  } catch (error) {
    const [orderId] = ids;
    if (ids.length > 1) return settleOneByOne(deps, ids, round);
    round.run.failed += 1;
    deps.log.error('job.order-failed', { job: CUSTODY_JOB, orderId, error });
    return 1;
  }
}

async function settleOneByOne(deps: JobDeps, ids: readonly string[], round: Round): Promise<number | 'busy'> {
  for (const id of ids) {
    if (round.isStopping() || (await settleBatch(deps, [id], round)) === 'busy') return 'busy';
  }
  return ids.length;
}

async function settleTogether(deps: JobDeps, ids: readonly string[], { now, run }: Round): Promise<number | 'busy'> {
  const done = await exclusively(deps, CUSTODY_JOB, async (tx) => {
    const locked = await lockDueOrders(tx, ids, now);
    const settled = await settleOrders(tx, locked, now);
    const accounts = new Set(settled.orders.map(({ accountId }) => accountId));
    const notice = settled.daysPaid > 0 ? incomeNotice(now) : undefined;
    await announceToAccounts(tx, [...accounts], ['cash', 'custody', 'income'], now, notice);
    return { ...settled, next: locked[settled.orders.length] };
  });
  if (done === 'busy') return 'busy';
  run.days += done.daysPaid;
  run.matured += done.matured;
  return done.next ? ids.indexOf(done.next.id) : ids.length;
}
