/** One point of equity per trading account and UTC day, for the curve on Assets. */
import { DAY_MS, dayOf, EQUITY_DAYS } from '../domain/accounts/equity';
import { snapshotBatch } from '../domain/accounts/repo';
import { rabGuidePrice } from '../domain/otc/rab/guide-price';
import { loadSettings } from '../domain/settings/settings';
import { jobState, saveJobState } from './repo';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const EQUITY_JOB = 'equity';
const BATCH = 200;
/** A day is recorded this long after its end, so that postings of its last moment have committed. */
const SETTLE_MS = 60_000;

interface Progress {
  /** The UTC day that is being recorded, ms. */
  day: number;
  /** Accounts up to this one have it. */
  afterId: string;
}

/** Resumes at the job's own mark, but never further back than a chart shows. */
function progressOf(state: Record<string, unknown>, yesterday: number): Progress {
  const oldest = yesterday - (EQUITY_DAYS - 1) * DAY_MS;
  const { day, afterId } = state;
  if (typeof day !== 'number' || typeof afterId !== 'string' || day < oldest) return { day: oldest, afterId: '0' };
  return { day, afterId };
}

/** Records every day that has ended and is not recorded yet. @returns how many batches it took */
export async function snapshotEquity(deps: JobDeps, isStopping: IsStopping = neverStopping): Promise<number> {
  const yesterday = dayOf(deps.clock.now() - SETTLE_MS) - DAY_MS;
  const { db } = deps.db;
  for (let batches = 0; ; batches += 1) {
    if (isStopping()) return batches;
    const { price } = await rabGuidePrice(deps, await loadSettings(db), deps.clock.now());
    const result = await exclusively(deps, EQUITY_JOB, async (tx) => {
      const { day, afterId } = progressOf(await jobState(tx, EQUITY_JOB), yesterday);
      if (day > yesterday) return 'up-to-date';
      const last = await snapshotBatch(tx, { day, dayEnd: day + DAY_MS, price, afterId, limit: BATCH });
      const next: Progress = last === null ? { day: day + DAY_MS, afterId: '0' } : { day, afterId: last };
      await saveJobState(tx, EQUITY_JOB, { ...next });
      return 'recorded';
    });
    if (result !== 'recorded') return batches;
  }
}
