/** An account's statement: its entries, newest first, with the journal that each belongs to. */
import { sql } from 'drizzle-orm';
import type { AssetCode } from '../../contract/money';
import type { Queries } from '../db/client';
import type { UserAccountKind } from './chart';

export interface StatementRequest {
  ownerAccountId: string;
  kind: UserAccountKind;
  /** Selects one asset; absent for all. */
  asset?: AssetCode;
  /** Only entries of these kinds of journal, or of all but these; absent for all. */
  journalKinds?: { are: readonly string[] } | { areNot: readonly string[] };
  /** Only entries before this one; absent for the newest. */
  before?: string;
  limit: number;
}

export interface StatementLine {
  entryId: string;
  journalId: string;
  journalKind: string;
  reference: string | null;
  memo: Record<string, unknown>;
  asset: AssetCode;
  /** Signed smallest units. */
  amount: bigint;
  balanceAfter: bigint;
  /** UTC ms. */
  createdAt: number;
}

type StatementRow = {
  entry_id: string;
  journal_id: string;
  journal_kind: string;
  reference: string | null;
  memo: Record<string, unknown>;
  asset: AssetCode;
  amount: string;
  balance_after: string;
  created_at: string;
};

/** The largest bigint: before the newest entry. */
const NEWEST = '9223372036854775807';

/** Entries, the newest first: by their ids. */
export async function statementPage(
  queries: Queries,
  { ownerAccountId, kind, asset, journalKinds, before = NEWEST, limit }: StatementRequest,
): Promise<StatementLine[]> {
  const only = journalKinds && 'are' in journalKinds;
  const named = journalKinds ? JSON.stringify('are' in journalKinds ? journalKinds.are : journalKinds.areNot) : null;
  const filter = named === null ? sql`true` : sql`(${named}::jsonb ? n.kind) = ${only}::boolean`;
  // Per account one short index scan, then the pages of the few accounts are merged.
  const { rows } = await queries.execute<StatementRow>(sql`
    SELECT e.id AS entry_id, j.id AS journal_id, j.kind AS journal_kind, j.reference, j.memo, e.asset, e.amount, e.balance_after,
           (extract(epoch FROM j.created_at) * 1000)::bigint AS created_at
      FROM accounts a
     CROSS JOIN LATERAL (SELECT m.* FROM entries m JOIN journals n ON n.id = m.journal_id
                          WHERE m.account_id = a.id AND m.id < ${before}::bigint AND ${filter}
                          ORDER BY m.id DESC LIMIT ${limit}::int) e
      JOIN journals j ON j.id = e.journal_id
     WHERE a.owner_account_id = ${ownerAccountId}::bigint AND a.kind = ${kind}
       AND (${asset ?? null}::text IS NULL OR a.asset = ${asset ?? null}::text)
     ORDER BY e.id DESC LIMIT ${limit}::int`);
  return rows.map((row) => ({
    entryId: row.entry_id,
    journalId: row.journal_id,
    journalKind: row.journal_kind,
    reference: row.reference,
    memo: row.memo,
    asset: row.asset,
    amount: BigInt(row.amount),
    balanceAfter: BigInt(row.balance_after),
    createdAt: Number(row.created_at),
  }));
}
