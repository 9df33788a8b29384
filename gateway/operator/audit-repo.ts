/** Rows of the audit: appended to the chain, listed, and read again to be checked. */
import { and, asc, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../db/client';
import { auditChain, auditLog } from '../db/schema/system';
import type { Tx } from '../db/transaction';
import { hashOfAct, type Act, type ChainedAct, type ChainState, type RowHash } from './audit-chain';

const isChain = eq(auditChain.isOnly, true);

/** Appends an act to the chain; rows never change (migration 0000). Others who append wait until this transaction ends. */
export async function recordAct(tx: Tx, act: Act): Promise<RowHash> {
  const [chain] = await tx.select().from(auditChain).where(isChain).for('update');
  if (!chain) throw new Error('the audit has no chain');
  // Hashes the detail as the database gives it back: without values that JSON does not have.
  const detail = JSON.parse(JSON.stringify(act.detail)) as Act['detail'];
  const row = { ...act, detail, seq: chain.lastSeq + 1, previousHash: chain.lastHash };
  const hash = hashOfAct(row);
  await tx.insert(auditLog).values({ ...row, hash });
  await tx.update(auditChain).set({ lastSeq: row.seq, lastHash: hash }).where(isChain);
  return { seq: row.seq, hash };
}

/** The latest acts, newest first. */
export function listActs(queries: Queries, limit: number) {
  const { id, at, actor, act, subject, detail } = auditLog;
  return queries.select({ id, at, actor, act, subject, detail }).from(auditLog).orderBy(desc(id)).limit(limit);
}

/** Reads the chain's beginning and end, and the hash that the rows from before it have now. */
export async function chainState(
  queries: Queries,
): Promise<ChainState & { genesisNow: string; genesisThrough: string }> {
  const [row] = await queries
    .select({ chain: auditChain, genesisNow: sql<string>`audit_genesis(${auditChain.genesisThrough})` })
    .from(auditChain)
    .where(isChain);
  if (!row) throw new Error('the audit has no chain');
  return { ...row.chain, genesisNow: row.genesisNow };
}

/** Rows of the chain after a place, in order. */
export async function chainedActs(queries: Queries, afterSeq: number, limit: number): Promise<ChainedAct[]> {
  const { id: _id, ...columns } = getTableColumns(auditLog);
  const rows = await queries
    .select(columns)
    .from(auditLog)
    .where(gt(auditLog.seq, afterSeq))
    .orderBy(asc(auditLog.seq))
    .limit(limit);
  return rows.map((row) => ({ ...row, seq: row.seq ?? 0, previousHash: row.previousHash ?? '', hash: row.hash ?? '' }));
}

/** Rows that came after the chain began and are not in it. */
export async function unchainedIds(queries: Queries, genesisThrough: string): Promise<string[]> {
  const rows = await queries
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(gt(auditLog.id, genesisThrough), isNull(auditLog.seq)));
  return rows.map(({ id }) => id);
}
