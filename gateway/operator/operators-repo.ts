/** Rows of operators, their keys, the code that enrols the first one, and the nonces that were seen. */
import { and, asc, count, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Queries } from '../db/client';
import { operatorCode, operatorKeys, operatorNonces, operators } from '../db/schema/operators';
import type { Tx } from '../db/transaction';

export type OperatorRow = typeof operators.$inferSelect;

/** Finds the key's owner; the key may be revoked. */
export async function operatorOfKey(
  queries: Queries,
  publicKey: string,
): Promise<{ operator: OperatorRow; isKeyRevoked: boolean } | null> {
  const [row] = await queries
    .select({ operator: operators, keyRevokedAt: operatorKeys.revokedAt })
    .from(operatorKeys)
    .innerJoin(operators, eq(operators.id, operatorKeys.operatorId))
    .where(eq(operatorKeys.publicKey, publicKey));
  return row ? { operator: row.operator, isKeyRevoked: row.keyRevokedAt !== null } : null;
}

/** Until the transaction ends nobody revokes or changes this operator. */
export async function holdOperator(tx: Tx, id: string): Promise<OperatorRow | null> {
  const [row] = await tx.select().from(operators).where(eq(operators.id, id)).for('share');
  return row ?? null;
}

export async function findOperator(queries: Queries, name: string): Promise<OperatorRow | null> {
  const [row] = await queries.select().from(operators).where(eq(operators.name, name));
  return row ?? null;
}

/** The operator, locked until the transaction ends. */
export async function lockOperator(tx: Tx, name: string): Promise<OperatorRow | null> {
  const [row] = await tx.select().from(operators).where(eq(operators.name, name)).for('update');
  return row ?? null;
}

/** Lists operators in order of enrolment, each with the key that counts. */
export function listOperators(queries: Queries) {
  return queries
    .select({ operator: operators, publicKey: operatorKeys.publicKey })
    .from(operators)
    .leftJoin(operatorKeys, and(eq(operatorKeys.operatorId, operators.id), isNull(operatorKeys.revokedAt)))
    .orderBy(asc(operators.id));
}

/** Counts every operator who was ever enrolled. */
export async function countOperators(queries: Queries): Promise<number> {
  const [row] = await queries.select({ n: count() }).from(operators);
  return row?.n ?? 0;
}

/** Every key that ever counted, and whose it is. */
export async function namesOfKeys(queries: Queries): Promise<Map<string, string>> {
  const rows = await queries
    .select({ publicKey: operatorKeys.publicKey, name: operators.name })
    .from(operatorKeys)
    .innerJoin(operators, eq(operators.id, operatorKeys.operatorId));
  return new Map(rows.map(({ publicKey, name }) => [publicKey, name]));
}

/** @returns false when somebody has or had this name, this key or this account */
export async function insertOperator(
  tx: Tx,
  { publicKey, at, ...row }: Pick<OperatorRow, 'name' | 'role' | 'userId'> & { publicKey: string; at: number },
): Promise<boolean> {
  const [inserted] = await tx
    .insert(operators)
    .values({ ...row, enrolledAt: at })
    .onConflictDoNothing()
    .returning({ id: operators.id });
  return inserted !== undefined && insertKey(tx, inserted.id, publicKey, at);
}

/** Gives an operator a key. @returns false when the key is or was somebody's */
async function insertKey(tx: Tx, operatorId: string, publicKey: string, at: number): Promise<boolean> {
  const rows = await tx
    .insert(operatorKeys)
    .values({ publicKey, operatorId, addedAt: at })
    .onConflictDoNothing()
    .returning({ publicKey: operatorKeys.publicKey });
  return rows.length > 0;
}

async function revokeKey(tx: Tx, operatorId: string, at: number): Promise<void> {
  await tx
    .update(operatorKeys)
    .set({ revokedAt: at })
    .where(and(eq(operatorKeys.operatorId, operatorId), isNull(operatorKeys.revokedAt)));
}

/** Replaces the operator's key. @returns false when the new key is or was somebody's */
export async function replaceKey(tx: Tx, operatorId: string, publicKey: string, at: number): Promise<boolean> {
  await revokeKey(tx, operatorId, at);
  return insertKey(tx, operatorId, publicKey, at);
}

export async function revokeOperator(tx: Tx, id: string, at: number): Promise<void> {
  await revokeKey(tx, id, at);
  await tx.update(operators).set({ revokedAt: at }).where(eq(operators.id, id));
}

export async function saveRole(tx: Tx, id: string, role: OperatorRow['role']): Promise<void> {
  await tx.update(operators).set({ role }).where(eq(operators.id, id));
}

/** False when this nonce was seen. Those of before `forgetBefore` are forgotten. */
export async function insertNonce(tx: Tx, nonce: string, now: number, forgetBefore: number): Promise<boolean> {
  await tx.delete(operatorNonces).where(lt(operatorNonces.seenAt, forgetBefore));
  const rows = await tx
    .insert(operatorNonces)
    .values({ nonce, seenAt: now })
    .onConflictDoNothing()
    .returning({ nonce: operatorNonces.nonce });
  return rows.length > 0;
}

/** Takes the lock for making a code; anybody else who makes one waits for the end of this transaction. */
export async function lockCode(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('operator-code', 0))`);
}

/** The hash of the code that enrols without another operator; null when there is none. */
export async function codeHash(queries: Queries): Promise<string | null> {
  const [row] = await queries.select({ hash: operatorCode.hash }).from(operatorCode);
  return row?.hash ?? null;
}

/** The latest code is the one that counts. */
export async function saveCodeHash(queries: Queries, hash: string, at: number): Promise<void> {
  await queries
    .insert(operatorCode)
    .values({ hash, at })
    .onConflictDoUpdate({ target: operatorCode.isOnly, set: { hash, at } });
}

/** Uses the code up. @returns false when it is not the one that counts */
export async function takeCode(tx: Tx, hash: string): Promise<boolean> {
  const rows = await tx.delete(operatorCode).where(eq(operatorCode.hash, hash)).returning({ hash: operatorCode.hash });
  return rows.length > 0;
}

/** No code counts any more. */
export async function dropCode(queries: Queries): Promise<void> {
  await queries.delete(operatorCode);
}
