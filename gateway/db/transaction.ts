/** Transactions: one handle, retried when PostgreSQL says that trying again is the remedy. */
import { setTimeout as sleepMs } from 'node:timers/promises';
import type { Database, Scope } from './client';
import { NestedConnectionError, sqlFailure } from './errors';
import type { Tx } from './transaction-handle';

export type { Tx };

export interface TransactionOptions {
  /** Default `read committed`, which the ledger's posting needs; `repeatable read` shows one moment to many reads. */
  isolationLevel?: 'read committed' | 'repeatable read';
  /** A serialization failure or deadlock is tried again this often. Default 5. */
  retries?: number;
  /** In [0, 1): spreads the retries of transactions that collided. */
  random?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
}

/** serialization_failure, deadlock_detected */
const TRY_AGAIN = new Set(['40001', '40P01']);
const BACKOFF_BASE_MS = 10;
const BACKOFF_CAP_MS = 500;

/**
 * Runs `fn` in one transaction: its effects commit together or, when it throws, not at all. `fn` may run
 * again after a deadlock, so it must do nothing outside the database.
 * @throws whatever `fn` threw; NestedConnectionError inside another transaction.
 */
export async function withTransaction<T>(
  database: Database,
  fn: (tx: Tx) => Promise<T>,
  { isolationLevel = 'read committed', retries = 5, random = Math.random, sleep = sleepMs }: TransactionOptions = {},
): Promise<T> {
  const outer = database.scope.getStore();
  if (outer?.active) throw new NestedConnectionError();
  for (let attempt = 0; ; attempt += 1) {
    // Work that `fn` left running after its end is outside again: the mark goes out with the transaction.
    const mark: Scope = { ...outer, active: true };
    try {
      return await database.db.transaction(
        async (tx) => {
          try {
            // Awaited inside the scope: a query starts only when it is awaited.
            return await database.scope.run(mark, async () => {
              await mark.guard?.(tx);
              return await fn(tx);
            });
          } finally {
            mark.active = false;
          }
        },
        { isolationLevel },
      );
    } catch (error) {
      const failure = sqlFailure(error);
      if (attempt >= retries || failure === null || !TRY_AGAIN.has(failure.code)) throw error;
      await sleep(random() * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** attempt));
    }
  }
}

/** Runs `work` so that `guard` comes first in each transaction that it begins; what `guard` throws ends that transaction. */
export function withGuard<T>(database: Database, guard: (tx: Tx) => Promise<void>, work: () => Promise<T>): Promise<T> {
  return database.scope.run({ active: false, guard }, work);
}

/** Runs work that a call sets off and does not wait for: the call's guard does not watch over it. */
export function withoutGuard<T>(database: Database, work: () => T): T {
  return database.scope.exit(work);
}
