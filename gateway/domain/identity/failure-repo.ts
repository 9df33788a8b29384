/** Rows that count wrong passwords. */
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { loginFailures } from '../../db/schema/identity';
import type { Tx } from '../../db/transaction';
import { LOGIN_THROTTLE } from './figures';
import { NO_FAILURES, type Failures } from './throttle';

export type FailureKind = 'account' | 'address';

const isSubject = (kind: FailureKind, key: string) =>
  and(eq(loginFailures.kind, kind), eq(loginFailures.subjectKey, key));

const columns = { count: loginFailures.count, lastAt: loginFailures.lastAt };

export async function failuresOf(queries: Queries, kind: FailureKind, key: string): Promise<Failures> {
  const [row] = await queries.select(columns).from(loginFailures).where(isSubject(kind, key));
  return row ?? NO_FAILURES;
}

/** The counter, locked until the transaction ends; its row is made when there is none, so that there is one to lock. */
export async function lockFailures(tx: Tx, kind: FailureKind, key: string, now: number): Promise<Failures> {
  await tx.insert(loginFailures).values({ kind, subjectKey: key, count: 0, lastAt: now }).onConflictDoNothing();
  const [row] = await tx.select(columns).from(loginFailures).where(isSubject(kind, key)).for('update');
  return row ?? NO_FAILURES;
}

/** One more wrong password; after a quiet time the count starts anew. */
export async function countFailure(tx: Tx, kind: FailureKind, key: string, now: number): Promise<void> {
  const forgotten = new Date(now - LOGIN_THROTTLE.forgetAfterMs).toISOString();
  await tx
    .update(loginFailures)
    .set({
      count: sql`CASE WHEN ${loginFailures.lastAt} <= ${forgotten}::timestamptz THEN 0 ELSE ${loginFailures.count} END + 1`,
      lastAt: now,
    })
    .where(isSubject(kind, key));
}

export async function clearFailures(tx: Tx, kind: FailureKind, key: string): Promise<void> {
  await tx.delete(loginFailures).where(isSubject(kind, key));
}

export async function deleteFailuresBefore(queries: Queries, moment: number): Promise<void> {
  await queries.delete(loginFailures).where(lt(loginFailures.lastAt, moment));
}
