/** Reads incomes, and writes those that are credited at once (migrations/0044_incomes.sql). */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AssetCode } from '../../../contract/money';
import type { Queries } from '../../db/client';
import { airdrops } from '../../db/schema/content';
import { incomes, type IncomeSource } from '../../db/schema/income';
import type { Tx } from '../../db/transaction';
import { newestFirst, olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';

export type IncomeRow = typeof incomes.$inferSelect;
export type AirdropList = Pick<typeof airdrops.$inferSelect, 'name' | 'publishedAt' | 'recipients' | 'total'>;

/** An income whose journal is posted in the same transaction. */
export interface CreditedIncome extends Pick<
  IncomeRow,
  'accountId' | 'source' | 'cause' | 'asset' | 'amount' | 'pool' | 'inputs' | 'incomeAt'
> {
  journalId: string;
}

export async function insertCredited(tx: Tx, credited: readonly CreditedIncome[], now: number): Promise<void> {
  if (credited.length === 0) return;
  await tx.insert(incomes).values(credited.map((income) => ({ ...income, createdAt: now, arrivedAt: now })));
}

/** Published lists by name. */
export async function airdropsNamed(
  queries: Queries,
  names: readonly string[],
): Promise<ReadonlyMap<string, AirdropList>> {
  if (names.length === 0) return new Map();
  const { name, publishedAt, recipients, total } = airdrops;
  const rows = await queries
    .select({ name, publishedAt, recipients, total })
    .from(airdrops)
    .where(inArray(name, [...names]));
  return new Map(rows.map((row) => [row.name, row]));
}

/** An account's incomes from these sources, newest first. */
export function pageIncomes(
  queries: Queries,
  {
    accountId,
    sources,
    end,
    limit,
  }: {
    accountId: string;
    sources: readonly IncomeSource[];
    end: Keyset | null;
    limit: number;
  },
): Promise<IncomeRow[]> {
  return queries
    .select()
    .from(incomes)
    .where(
      and(
        eq(incomes.accountId, accountId),
        inArray(incomes.source, [...sources]),
        olderThan(incomes.createdAt, incomes.id, end),
      ),
    )
    .orderBy(...newestFirst(incomes.createdAt, incomes.id))
    .limit(limit);
}

export interface IncomeSum {
  source: IncomeSource;
  asset: AssetCode;
  isCredited: boolean;
  count: number;
  total: bigint;
}

/** Sums an account's incomes by source, asset and state. */
export async function incomeSums(queries: Queries, accountId: string): Promise<IncomeSum[]> {
  const { rows } = await queries.execute<{
    source: IncomeSource;
    asset: AssetCode;
    credited: boolean;
    count: string;
    total: string;
  }>(sql`
    SELECT source, asset, journal_id IS NOT NULL AS credited, count(*)::text AS count, sum(amount)::text AS total
      FROM incomes WHERE account_id = ${accountId}::bigint GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
  return rows.map(({ credited, count, total, ...row }) => ({
    ...row,
    isCredited: credited,
    count: Number(count),
    total: BigInt(total),
  }));
}

export interface DaySum {
  /** UTC midnight. */
  day: number;
  source: IncomeSource;
  asset: AssetCode;
  total: bigint;
}

/** Sums an account's credited incomes by the UTC day they were earned on, from the day `from` to the one that ends at `until`. */
export async function incomeDays(queries: Queries, accountId: string, from: number, until: number): Promise<DaySum[]> {
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  // Rows are made when the income is earned or after; a minute for gateways whose clocks differ.
  const { rows } = await queries.execute<{ day: string; source: IncomeSource; asset: AssetCode; total: string }>(sql`
    SELECT (extract(epoch FROM date_trunc('day', income_at AT TIME ZONE 'UTC')) * 1000)::bigint::text AS day, source, asset,
           sum(amount)::text AS total
      FROM incomes
     WHERE account_id = ${accountId}::bigint AND journal_id IS NOT NULL AND created_at >= ${at(from - 60_000)}
       AND income_at >= ${at(from)} AND income_at < ${at(until)}
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
  return rows.map(({ day, total, ...row }) => ({ ...row, day: Number(day), total: BigInt(total) }));
}
