/** Reads incomes from the ledger and the published lists. */
import { inArray, sql } from 'drizzle-orm';
import type { AssetCode } from '../../../contract/money';
import type { Queries } from '../../db/client';
import { airdrops } from '../../db/schema/content';

export type AirdropList = Pick<typeof airdrops.$inferSelect, 'name' | 'publishedAt' | 'recipients' | 'total'>;

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

/** The system account that each of the journals took its money from, as the entries have it. */
export async function payersOf(queries: Queries, journalIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await queries.execute<{ journal_id: string; name: string }>(sql`
    SELECT DISTINCT e.journal_id::text, a.name FROM entries e JOIN accounts a ON a.id = e.account_id
     WHERE e.journal_id IN (SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(journalIds)}::jsonb))
       AND e.amount < 0 AND a.name IS NOT NULL`);
  return new Map(rows.map((row) => [row.journal_id, row.name]));
}

export interface IncomeSum {
  kind: string;
  asset: AssetCode;
  count: number;
  total: bigint;
}

/** Sums what journals of these kinds credited to an account's cash, by kind and asset. */
export async function incomeSums(queries: Queries, accountId: string, kinds: readonly string[]): Promise<IncomeSum[]> {
  const { rows } = await queries.execute<{ kind: string; asset: AssetCode; count: string; total: string }>(sql`
    SELECT j.kind, e.asset, count(*)::text AS count, sum(e.amount)::text AS total
      FROM accounts a JOIN entries e ON e.account_id = a.id JOIN journals j ON j.id = e.journal_id
     WHERE a.owner_account_id = ${accountId}::bigint AND a.kind = 'user_cash'
       AND ${JSON.stringify(kinds)}::jsonb ? j.kind
     GROUP BY j.kind, e.asset`);
  return rows.map((row) => ({ ...row, count: Number(row.count), total: BigInt(row.total) }));
}
