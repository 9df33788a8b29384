/** Checks whether this gateway trusts the database to pay from: see [Note: The mark of payouts] in mark-rules.ts. */
import type { OutsideMark, PayoutMarkStore } from '../../adapters/payout-mark';
import { withTransaction, type Tx } from '../../db/transaction';
import type { Deps } from '../call-context';
import { GATEWAY_ACTOR, beginHalt } from './halts';
import { advanceMark, insertMark, isUnused, markState } from './mark-repo';
import { judgeMark, type MarkRow, type MarkVerdict } from './mark-rules';

export type MarkDeps = Pick<Deps, 'db' | 'clock' | 'payoutMark'>;

interface WatchedMark {
  /** The mark that this process saw last. */
  seen: Omit<MarkRow, 'lineage'> | null;
  isTrusted: boolean;
  /**
   * The latest signing of this process: signings run one after the other, so that the file names the token of the one that comes.
   */
  last: Promise<unknown>;
}
const watching = new WeakMap<PayoutMarkStore, WatchedMark>();

function watchingOf(store: PayoutMarkStore): WatchedMark {
  const known = watching.get(store) ?? { seen: null, isTrusted: false, last: Promise.resolve() };
  watching.set(store, known);
  return known;
}

const written = ({ epoch, number, token }: Omit<MarkRow, 'lineage'>): OutsideMark => ({
  epoch,
  number,
  token,
  next: null,
});

/** Begins the mark, in the file first: a gateway that dies before the database has it finds what it was about to write. */
async function begin({ db, clock, payoutMark }: MarkDeps): Promise<void> {
  const now = clock.now();
  const mark = { epoch: now, number: 0, token: crypto.randomUUID() };
  await payoutMark.write({ epoch: now, number: -1, token: '', next: mark.token });
  // Another gateway was first: this one cannot tell whose payouts those are.
  if (!(await withTransaction(db, (tx) => insertMark(tx, mark, now)))) await payoutMark.clear();
}

/** Each gateway that pays tells of it by itself (`pay-out.ts`). */
async function haltRestored({ db, clock }: MarkDeps): Promise<void> {
  const now = clock.now();
  const reason = 'the database is not the one that was paid from last: it was restored, promoted, or copied';
  await withTransaction(db, async (tx) => {
    // A row to raise the epoch of, where the database is from before the first payout.
    await insertMark(tx, { epoch: 1, number: 0, token: crypto.randomUUID() }, now);
    await beginHalt(tx, { network: null, cause: 'restored', reason, begunBy: GATEWAY_ACTOR, begunAt: now });
  });
}

/**
 * Compares the database's mark with this gateway's own. Halts every gateway's payouts when the database was put back, and takes
 * on what others have signed meanwhile.
 * @returns whether this gateway may pay from it
 */
export async function checkMark(deps: MarkDeps): Promise<Exclude<MarkVerdict, 'first'>> {
  const { db, payoutMark } = deps;
  const watch = watchingOf(payoutMark);
  // Waits for a signature of this process that is on its way.
  await watch.last.catch(() => undefined);
  const outside = await payoutMark.read();
  const { row, lineage } = await markState(db.db);
  const unused = row === null && (await isUnused(db.db));
  const verdict = judgeMark({ row, lineage, outside, watched: watch.seen, isUnused: unused });
  if (verdict === 'first') {
    await begin(deps);
    return checkMark(deps);
  }
  watch.isTrusted = verdict === 'trusted';
  if (verdict === 'restored') await haltRestored(deps);
  if (row === null) return verdict;
  if (verdict === 'trusted' && (outside?.token !== row.token || outside.next !== null))
    await payoutMark.write(written(row));
  watch.seen ??= row;
  if (verdict === 'trusted') watch.seen = row;
  return verdict;
}

/**
 * Runs a signing transaction that moves the mark. `alone` and `work` are as in the callers; what `work` writes commits with it.
 * @returns `overtaken` when another gateway has signed since the last look, or the database is another one: nothing is done
 */
export function withMark<T>(
  deps: MarkDeps,
  alone: <R>(work: (tx: Tx) => Promise<R>) => Promise<R | 'busy'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T | 'busy' | 'overtaken'> {
  const watch = watchingOf(deps.payoutMark);
  const run = async (): Promise<T | 'busy' | 'overtaken'> => {
    const { seen, isTrusted } = watch;
    if (seen === null || !isTrusted) return 'overtaken';
    const token = crypto.randomUUID();
    await deps.payoutMark.write({ ...written(seen), next: token });
    const result = await alone(async (tx) => {
      const isMoved = await advanceMark(tx, seen, token, deps.clock.now());
      return isMoved ? { value: await work(tx) } : 'overtaken';
    });
    if (result === 'busy' || result === 'overtaken') return result;
    const moved = { epoch: seen.epoch, number: seen.number + 1, token };
    watch.seen = moved;
    await deps.payoutMark.write(written(moved));
    return result.value;
  };
  const turn = watch.last.then(run, run);
  watch.last = turn;
  return turn;
}
