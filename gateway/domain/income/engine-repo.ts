/** The rows of incomes: what is due, what waits, and what has arrived (migrations/0044_incomes.sql). */
import { sql } from 'drizzle-orm';
import type { AssetCode } from '../../../contract/money';
import type { SystemAccount } from '../../ledger/chart';
import type { Tx } from '../../db/transaction';

/**
 * Makes an income of each share of fees above `after` that has none yet. Numbers are given before their transactions commit: only what
 * is older than `settled` is not looked at again.
 * @returns the last fee, the last one that needs no second look, and how many incomes it made
 */
export async function insertFeeIncomes(
  tx: Tx,
  { after, settled, limit, now }: { after: string; settled: number; limit: number; now: number },
): Promise<{ through: string; last: string; made: number; looked: number }> {
  const { rows } = await tx.execute<{ through: string; last: string; made: string; looked: string }>(sql`
    WITH batch AS (
      SELECT f.*, u.id AS user_id, i.id AS inviter_id, i.inviter_id AS above_id
        FROM (SELECT * FROM fees WHERE id > ${after}::bigint ORDER BY id LIMIT ${limit}::int) f
        LEFT JOIN trading_accounts t ON t.id = f.payer_account_id LEFT JOIN users u ON u.id = t.user_id LEFT JOIN users i ON i.id = u.inviter_id
    ), due AS (
      SELECT b.id, b.asset, b.source AS fee_source, b.amount AS fee, b.journal_id, b.at, s.*
        FROM batch b, LATERAL (VALUES
          ('promotion-fee', b.inviter_id, b.promotion, 'promotion-pool', b.rates ->> 'promotion'),
          ('management-fee', b.above_id, b.management, 'promotion-pool', b.rates ->> 'management'),
          ('fee-rebate', b.user_id, b.dynamic, 'dynamic-pool', b.rates ->> 'dynamic')) s (source, user_id, units, pool, rate)
       WHERE s.units > 0
    ), made AS (
      INSERT INTO incomes (account_id, source, cause, asset, amount, pool, inputs, income_at, created_at)
      SELECT t.id, d.source, d.id::text, d.asset, d.units, d.pool,
             jsonb_build_object('fee', d.fee::text, 'feeSource', d.fee_source, 'rate', d.rate, 'feeJournalId', d.journal_id::text),
             d.at, ${new Date(now).toISOString()}::timestamptz
        FROM due d JOIN trading_accounts t ON t.user_id = d.user_id AND t.kind = 'main' ORDER BY d.id, d.source
      ON CONFLICT (source, cause, account_id) DO NOTHING RETURNING 1)
    SELECT coalesce(max(id) FILTER (WHERE at <= ${new Date(settled).toISOString()}::timestamptz), ${after}::bigint)::text AS through, coalesce(max(id), ${after}::bigint)::text AS last,
           (SELECT count(*) FROM made)::text AS made, count(*)::text AS looked FROM batch`);
  const { through, last, made, looked } = rows[0]!;
  return { through, last, made: Number(made), looked: Number(looked) };
}

export interface PendingPool {
  pool: SystemAccount;
  asset: AssetCode;
}

export async function pendingPools(tx: Tx): Promise<PendingPool[]> {
  const { rows } = await tx.execute<{ pool: SystemAccount; asset: AssetCode }>(
    sql`SELECT DISTINCT pool, asset FROM incomes WHERE journal_id IS NULL ORDER BY pool, asset`,
  );
  return rows;
}

export interface PendingIncome {
  id: string;
  accountId: string;
  source: string;
  amount: bigint;
}

/** The oldest incomes that wait for this pool. */
export async function oldestPending(tx: Tx, { pool, asset }: PendingPool, limit: number): Promise<PendingIncome[]> {
  const { rows } = await tx.execute<{ id: string; account: string; source: string; amount: string }>(sql`
    SELECT id::text, account_id::text AS account, source, amount::text FROM incomes
     WHERE journal_id IS NULL AND pool = ${pool} AND asset = ${asset} ORDER BY id LIMIT ${limit}::int`);
  return rows.map(({ account, amount, ...row }) => ({ ...row, accountId: account, amount: BigInt(amount) }));
}

export async function saveCredited(
  tx: Tx,
  credited: readonly { id: string; journalId: string }[],
  now: number,
): Promise<void> {
  await tx.execute(sql`
    UPDATE incomes i SET journal_id = c."journalId", arrived_at = ${new Date(now).toISOString()}::timestamptz, reason = NULL
      FROM jsonb_to_recordset(${JSON.stringify(credited)}::jsonb) c (id bigint, "journalId" bigint) WHERE i.id = c.id`);
}

/** Gives everything that waits for an empty pool its reason. @returns the accounts of those that had none before, one for each */
export async function saveShortage(tx: Tx, { pool, asset }: PendingPool): Promise<string[]> {
  const { rows } = await tx.execute<{ account: string }>(sql`
    UPDATE incomes SET reason = 'pool-empty' WHERE journal_id IS NULL AND reason IS NULL AND pool = ${pool} AND asset = ${asset}
    RETURNING account_id::text AS account`);
  return rows.map(({ account }) => account);
}

/** A number that no other transaction of this database server has. */
export async function transactionNumber(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ number: string }>(sql`SELECT pg_current_xact_id()::text AS number`);
  return rows[0]?.number ?? '';
}
