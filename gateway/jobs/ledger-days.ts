/** Closes the ledger's days that have ended, also those of a time without a gateway, and prints their heads. */
import { closeDay, dayAfter, dayAt, endOf, firstJournalAt, horizon, lastBefore, lastDay } from '../ledger/days';
import type { LedgerDay } from '../ledger/days';
import type { Tx } from '../db/transaction';
import { jobState, saveJobState } from './repo';
import { exclusively, neverStopping, type IsStopping, type JobDeps } from './run';

export const LEDGER_DAYS_JOB = 'ledger-days';
/** A day is closed this long after its end, so that postings of its last moment are part of it. */
const SETTLE_MS = 600_000;

/** Names the next day to close; null while that day has not ended. */
async function nextDay(tx: Tx, now: number): Promise<{ day: string; after: string } | null> {
  const last = await lastDay(tx);
  const first = last === null ? await firstJournalAt(tx) : null;
  if (last === null && first === null) return null;
  const day = last === null ? dayAt(first ?? now) : dayAfter(last.day);
  return endOf(day) + SETTLE_MS > now ? null : { day, after: last?.throughId ?? '0' };
}

/**
 * One step towards closing the next day. Numbers are given before their transactions commit: where the day ends is noted first, and
 * it is closed in a later transaction, when every one that was under way at the note is over.
 */
async function step(tx: Tx, now: number): Promise<LedgerDay | 'noted' | null> {
  const next = await nextDay(tx, now);
  if (next === null) return null;
  const { day, throughId, under } = await jobState(tx, LEDGER_DAYS_JOB);
  const { oldest, next: newest } = await horizon(tx);
  // After a restore into another server its transactions are numbered anew.
  const isNoted =
    day === next.day && typeof throughId === 'string' && typeof under === 'string' && BigInt(under) <= newest;
  if (!isNoted) {
    const last = await lastBefore(tx, next.after, endOf(next.day));
    await saveJobState(tx, LEDGER_DAYS_JOB, { day: next.day, throughId: last, under: newest.toString() });
    return 'noted';
  }
  if (oldest < BigInt(under)) return null;
  return closeDay(tx, next.day, throughId, now);
}

/** @returns how many days it closed */
export async function closeLedgerDays(deps: JobDeps, isStopping: IsStopping = neverStopping): Promise<number> {
  for (let closed = 0; ;) {
    if (isStopping()) return closed;
    const done = await exclusively(deps, LEDGER_DAYS_JOB, (tx) => step(tx, deps.clock.now()));
    if (done === 'busy' || done === null) return closed;
    if (done === 'noted') continue;
    deps.log.info(`ledger-day ${done.day} ${done.head} ${done.journals}`);
    closed += 1;
  }
}
