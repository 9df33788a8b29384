/** Rows that count wrong passwords of devices that are not known. */
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/client';
import { loginFailures, loginTries } from '../../../db/schema/identity';
import type { Tx } from '../../../db/transaction';
import { LOGIN_THROTTLE } from '../figures';
import { NO_FAILURES, type Failures } from './throttle';

export type FailureKind = 'account' | 'address';

const isSubject = (kind: FailureKind, key: string) =>
  and(eq(loginFailures.kind, kind), eq(loginFailures.subjectKey, key));

const columns = { count: loginFailures.count, lastAt: loginFailures.lastAt };

/** Locks the counter until the transaction ends, and makes its row first when there is none. */
export async function lockFailures(tx: Tx, kind: FailureKind, key: string, now: number): Promise<Failures> {
  await tx.insert(loginFailures).values({ kind, subjectKey: key, count: 0, lastAt: now }).onConflictDoNothing();
  const [row] = await tx.select(columns).from(loginFailures).where(isSubject(kind, key)).for('update');
  return row ?? NO_FAILURES;
}

/**
 * Counts one more wrong password; after a quiet time both counts start anew, and the owner may be told again.
 * @returns wrong passwords since the last quiet time, and whether the owner was told of them
 */
export async function countFailure(
  tx: Tx,
  kind: FailureKind,
  key: string,
  now: number,
): Promise<{ episodeTries: number; isTold: boolean }> {
  const forgotten = new Date(now - LOGIN_THROTTLE.forgetAfterMs).toISOString();
  const isOver = sql`${loginFailures.lastAt} <= ${forgotten}::timestamptz`;
  const [row] = await tx
    .update(loginFailures)
    .set({
      count: sql`CASE WHEN ${isOver} THEN 0 ELSE ${loginFailures.count} END + 1`,
      episodeTries: sql`CASE WHEN ${isOver} THEN 0 ELSE ${loginFailures.episodeTries} END + 1`,
      toldAt: sql`CASE WHEN ${isOver} THEN NULL ELSE ${loginFailures.toldAt} END`,
      lastAt: now,
    })
    .where(isSubject(kind, key))
    .returning({ episodeTries: loginFailures.episodeTries, toldAt: loginFailures.toldAt });
  return { episodeTries: row?.episodeTries ?? 0, isTold: row !== undefined && row.toldAt !== null };
}

/** Takes a counted one back, whose password was right; the account's delays start anew with it. */
export async function uncountFailure(tx: Tx, kind: FailureKind, key: string): Promise<void> {
  const oneLess = sql`greatest(0, ${loginFailures.count} - 1)`;
  await tx
    .update(loginFailures)
    .set({ count: kind === 'account' ? 0 : oneLess, episodeTries: sql`greatest(0, ${loginFailures.episodeTries} - 1)` })
    .where(isSubject(kind, key));
}

/** False when the owner was told of this account's wrong passwords since the last quiet time. */
export async function markTold(tx: Tx, key: string, now: number): Promise<boolean> {
  const rows = await tx
    .update(loginFailures)
    .set({ toldAt: now })
    .where(and(isSubject('account', key), isNull(loginFailures.toldAt)))
    .returning({ kind: loginFailures.kind });
  return rows.length > 0;
}

/** Returns when the `limit`-th newest try since `since` was; null when there were fewer. Lock the account's counter before. */
export async function tryAtLimit(tx: Tx, key: string, since: number, limit: number): Promise<number | null> {
  const [row] = await tx
    .select({ triedAt: loginTries.triedAt })
    .from(loginTries)
    .where(and(eq(loginTries.accountKey, key), gt(loginTries.triedAt, since)))
    .orderBy(desc(loginTries.triedAt), desc(loginTries.id))
    .offset(limit - 1)
    .limit(1);
  return row?.triedAt ?? null;
}

/** @returns the try's id, to take it back with */
export async function insertTry(tx: Tx, key: string, now: number): Promise<string> {
  const [row] = await tx.insert(loginTries).values({ accountKey: key, triedAt: now }).returning({ id: loginTries.id });
  if (!row) throw new Error('the try was not inserted');
  return row.id;
}

export async function deleteTry(tx: Tx, id: string): Promise<void> {
  await tx.delete(loginTries).where(eq(loginTries.id, id));
}

/** Clears the counters after a new password: former tries say nothing about it. */
export async function clearAccountFailures(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx
    .delete(loginFailures)
    .where(and(eq(loginFailures.kind, 'account'), inArray(loginFailures.subjectKey, [...keys])));
  await tx.delete(loginTries).where(inArray(loginTries.accountKey, [...keys]));
}

export async function deleteFailuresBefore(queries: Queries, moment: number): Promise<void> {
  await queries.delete(loginFailures).where(lt(loginFailures.lastAt, moment));
}

export async function deleteTriesBefore(queries: Queries, moment: number): Promise<void> {
  await queries.delete(loginTries).where(lt(loginTries.triedAt, moment));
}
