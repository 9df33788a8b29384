/** Rotates the secret in the database, as its owner. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client';
import { fingerprintOf, notedSecret } from '../../db/secret-check';
import { withTransaction, type Tx } from '../../db/transaction';
import { currentKey, KEPT_USES } from '../../domain/identity/secrets/older-keys';
import { seal } from '../../domain/identity/secrets/secrets';
import { GATEWAY_ACTOR } from '../audit-chain';
import { recordAct } from '../audit-repo';
import { DROPPED, type ResealedColumns, type Secrets } from './dependents';

const BATCH = 200;

/**
 * Marks the database, so that no gateway starts from here on. @returns false while one runs; then, where it `isNew`, the mark is
 * taken back
 */
export async function begin({ pool, kind }: Database, { next }: Secrets, isNew: boolean): Promise<boolean> {
  const noted = await notedSecret(pool);
  const mark = fingerprintOf(next, noted?.installation ?? null);
  await pool.query('UPDATE gateway_secret SET next_fingerprint = $1', [mark]);
  // The embedded database has one process, which is this one.
  if (kind === 'embedded') return true;
  const { rows } = await pool.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'rab-gateway' AND pid <> pg_backend_pid()`,
  );
  if (rows[0]?.others === 0) return true;
  if (isNew) await pool.query('UPDATE gateway_secret SET next_fingerprint = NULL');
  return false;
}

/**
 * Seals one batch of a table's rows anew. @returns the last row's key, null when there are none, and how many were sealed anew
 */
export async function resealBatch(
  tx: Tx,
  { table, key, columns, reseal }: ResealedColumns,
  secrets: Secrets,
  after: string,
): Promise<{ last: string | null; changed: number }> {
  const [tableName, keyName] = [sql.identifier(table), sql.identifier(key)];
  const { rows } = await tx.execute<{ key: string; row: Record<string, unknown> }>(sql`
    SELECT ${keyName}::text AS key, to_jsonb(t) AS row FROM ${tableName} t WHERE ${keyName} > ${after}::bigint
     ORDER BY ${keyName} LIMIT ${BATCH}::int`);
  const changes = rows.flatMap(({ key: id, row }) => {
    const changed = reseal(Object.fromEntries(columns.map((column) => [column, row[column]])), secrets);
    return changed === null ? [] : [{ id, changed }];
  });
  // Some of these rows never change otherwise; what they say does not change here either.
  if (changes.length > 0) await tx.execute(sql`ALTER TABLE ${tableName} DISABLE TRIGGER USER`);
  for (const { id, changed } of changes) {
    const sets = Object.entries(changed).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
    await tx.execute(sql`UPDATE ${tableName} SET ${sql.join(sets, sql`, `)} WHERE ${keyName} = ${id}::bigint`);
  }
  if (changes.length > 0) await tx.execute(sql`ALTER TABLE ${tableName} ENABLE TRIGGER USER`);
  return { last: rows.at(-1)?.key ?? null, changed: changes.length };
}

/**
 * Drops what cannot be sealed anew, keeps former keys, and moves the check value on, all in one transaction: before it everything
 * is of the former secret, after it of the next.
 */
export async function settle(owner: Database, { before, next }: Secrets, now: number): Promise<void> {
  await withTransaction(owner, async (tx) => {
    for (const { sql: statement } of DROPPED) await tx.execute(sql.raw(statement));
    for (const use of KEPT_USES) {
      const { id, key } = currentKey(before, use);
      const sealed = seal(next, 'older-key', key.toString('base64'));
      await tx.execute(sql`INSERT INTO older_keys (use, key_id, sealed_key, retired_at)
        VALUES (${use}, ${id}, ${sealed}, ${new Date(now).toISOString()}::timestamptz) ON CONFLICT DO NOTHING`);
    }
    const act = { actor: GATEWAY_ACTOR, act: 'secret rotate', subject: null, detail: {}, at: now };
    await recordAct(tx, { ...act, statement: null, signature: null });
    await tx.execute(sql`UPDATE gateway_secret SET fingerprint = next_fingerprint, next_fingerprint = NULL`);
  });
}
