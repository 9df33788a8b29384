/** Income by itself: shares of fees become incomes, and pools pay what waits (docs/rules.md §7). */
import { insertFeeIncomes, pendingPools, type PendingPool } from '../domain/income/engine-repo';
import { payPool } from '../domain/income/engine';
import { jobState, saveJobState } from './repo';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const INCOME_JOB = 'income';
const BATCH = 1_000;
/** No transaction that takes a fee lasts as long as this. */
const SETTLE_MS = 600_000;

/** Makes incomes of the fees that were taken since. @returns how many */
async function accrue(deps: JobDeps, isStopping: IsStopping): Promise<number> {
  for (let made = 0, from: string | null = null; ;) {
    if (isStopping()) return made;
    const now = deps.clock.now();
    const done = await exclusively(deps, INCOME_JOB, async (tx) => {
      const { feesThrough } = await jobState(tx, INCOME_JOB);
      const after: string = from ?? (typeof feesThrough === 'string' ? feesThrough : '0');
      const run = await insertFeeIncomes(tx, { after, settled: now - SETTLE_MS, limit: BATCH, now });
      if (BigInt(run.through) > BigInt(typeof feesThrough === 'string' ? feesThrough : 0))
        await saveJobState(tx, INCOME_JOB, { feesThrough: run.through });
      return run;
    });
    if (done === 'busy') return made;
    made += done.made;
    if (done.looked < BATCH) return made;
    from = done.last;
  }
}

async function pay(deps: JobDeps, pending: PendingPool, isStopping: IsStopping): Promise<number> {
  for (let credited = 0; ;) {
    if (isStopping()) return credited;
    const run = await exclusively(deps, INCOME_JOB, (tx) => payPool(tx, pending, deps.clock.now()));
    if (run === 'busy') return credited;
    credited += run.credited;
    if (run.short > 0)
      deps.log.error('income.pool-empty', { issues: [`${pending.pool} ${pending.asset}`], count: run.short });
    if (run.isDone) return credited;
  }
}

/** @returns how many incomes were made and credited */
export async function creditIncomes(deps: JobDeps, isStopping: IsStopping = neverStopping): Promise<number> {
  let count = await accrue(deps, isStopping);
  const pools = await exclusively(deps, INCOME_JOB, (tx) => pendingPools(tx));
  if (pools === 'busy') return count;
  for (const pending of pools) count += await pay(deps, pending, isStopping);
  return count;
}
