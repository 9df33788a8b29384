/** Trading accounts and their daily worth. */
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { equitySnapshots } from '../../db/schema/custody';
import { tradingAccounts, users } from '../../db/schema/identity';
import type { Tx } from '../../db/transaction';

export type TradingAccountRow = typeof tradingAccounts.$inferSelect;

/** A user's accounts, the main one first. */
export function accountsOfUser(queries: Queries, userId: string): Promise<TradingAccountRow[]> {
  return queries
    .select()
    .from(tradingAccounts)
    .where(eq(tradingAccounts.userId, userId))
    .orderBy(sql`${tradingAccounts.kind} = 'main' DESC`, asc(tradingAccounts.id));
}

/** Returns one of a user's accounts; null for anybody else's. */
export async function ownAccount(queries: Queries, userId: string, id: string): Promise<TradingAccountRow | null> {
  const [row] = await queries
    .select()
    .from(tradingAccounts)
    .where(and(eq(tradingAccounts.id, id), eq(tradingAccounts.userId, userId)));
  return row ?? null;
}

/** A user's accounts; until the transaction ends, none is added by another. */
export async function lockAccountsOf(tx: Tx, userId: string): Promise<TradingAccountRow[]> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  return accountsOfUser(tx, userId);
}

export async function insertSubAccount(
  tx: Tx,
  { userId, name, now }: { userId: string; name: string; now: number },
): Promise<string> {
  const [row] = await tx
    .insert(tradingAccounts)
    .values({ userId, kind: 'sub', name, createdAt: now })
    .returning({ id: tradingAccounts.id });
  if (!row) throw new Error('the sub-account was not inserted');
  return row.id;
}

/** An account's value at the end of a UTC day, and its net flow since the point before, in USDT's smallest units. */
export interface EquityRow {
  day: number;
  totalUsdt: bigint;
  flowUsdt: bigint;
}

/** Returns one point a day from `from` (inclusive) to `to` (exclusive), oldest first. */
export function equityOf(queries: Queries, accountId: string, from: number, to: number): Promise<EquityRow[]> {
  const { day, totalUsdt, flowUsdt } = equitySnapshots;
  return queries
    .select({ day, totalUsdt, flowUsdt })
    .from(equitySnapshots)
    .where(and(eq(equitySnapshots.accountId, accountId), gte(day, from), lt(day, to)))
    .orderBy(asc(day));
}

/** The net flow since the last snapshot, at `price` per RAB. */
export async function flowSinceSnapshot(queries: Queries, accountId: string, price: bigint): Promise<bigint> {
  const { rows } = await queries.execute<{ flow: string }>(sql`
    SELECT equity_flow(${accountId}::bigint,
             (SELECT max(day) + interval '1 day' FROM equity_snapshots WHERE account_id = ${accountId}::bigint),
             'infinity', ${price.toString()}::numeric)::text AS flow`);
  return BigInt(rows[0]?.flow ?? 0);
}

/**
 * Records what up to `limit` accounts after `afterId` were worth when the UTC day `day` ended: from the ledger's own
 * balances at that moment, so that a late run gives the same figures as one in time. A row that is there stays.
 * @returns the last account's id, or null when there are no more.
 */
export async function snapshotBatch(
  tx: Tx,
  {
    day,
    dayEnd,
    price,
    afterId,
    limit,
  }: { day: number; dayEnd: number; price: bigint; afterId: string; limit: number },
): Promise<string | null> {
  const [start, end] = [new Date(day).toISOString(), new Date(dayEnd).toISOString()];
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    WITH batch AS (
      SELECT id FROM trading_accounts WHERE id > ${afterId}::bigint AND created_at < ${end}::timestamptz ORDER BY id LIMIT ${limit}
    ), worth AS (
      SELECT b.id, coalesce(sum(CASE a.asset WHEN 'USDT' THEN c.balance
                                ELSE div(c.balance * ${price.toString()}::numeric, 10::numeric ^ s.decimals) END), 0) AS total
        FROM batch b
        LEFT JOIN accounts a ON a.owner_account_id = b.id
        LEFT JOIN assets s ON s.code = a.asset
        LEFT JOIN LATERAL (
          SELECT e.balance_after AS balance FROM entries e JOIN journals j ON j.id = e.journal_id
           WHERE e.account_id = a.id AND j.created_at < ${end}::timestamptz ORDER BY e.account_seq DESC LIMIT 1) c ON true
       GROUP BY b.id
    ), inserted AS (
      INSERT INTO equity_snapshots (account_id, day, total_usdt, price, flow_usdt)
      SELECT w.id, ${start}::timestamptz, w.total, ${price.toString()}::numeric,
             equity_flow(w.id, (SELECT max(s.day) + interval '1 day' FROM equity_snapshots s
                                 WHERE s.account_id = w.id AND s.day < ${start}::timestamptz),
                         ${end}::timestamptz, ${price.toString()}::numeric)
        FROM worth w
      ON CONFLICT (account_id, day) DO NOTHING
    )
    SELECT max(id)::text AS last FROM batch`);
  return rows[0]?.last ?? null;
}
