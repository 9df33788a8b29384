/** Reads what accounts have, and how they came to it. */
import { sql } from 'drizzle-orm';
import type { AssetCode } from '../../contract/money';
import type { Queries } from '../db/client';
import type { LedgerAsset, SystemAccount, UserAccountKind } from './chart';

export interface UserBalance {
  accountId: string;
  kind: UserAccountKind;
  asset: AssetCode;
  /** All that the account has, in smallest units; `held` of it is not available. */
  balance: bigint;
  held: bigint;
  available: bigint;
}

/** Every account of a trading account, by kind and asset. Empty for one that never had any. */
export async function balancesOf(queries: Queries, ownerAccountId: string): Promise<UserBalance[]> {
  const { rows } = await queries.execute<{
    id: string;
    kind: UserAccountKind;
    asset: AssetCode;
    balance: string;
    held: string;
  }>(
    sql`SELECT id, kind, asset, balance, held FROM accounts WHERE owner_account_id = ${ownerAccountId}::bigint ORDER BY kind, asset`,
  );
  return rows.map(({ id, kind, asset, ...row }) => {
    const [balance, held] = [BigInt(row.balance), BigInt(row.held)];
    return { accountId: id, kind, asset, balance, held, available: balance - held };
  });
}

/** Available units of one of a trading account's accounts; 0 before it is opened. */
export async function availableOf(
  queries: Queries,
  { owner, kind, asset }: { owner: string; kind: UserAccountKind; asset: AssetCode },
): Promise<bigint> {
  const all = await balancesOf(queries, owner);
  return all.find((one) => one.kind === kind && one.asset === asset)?.available ?? 0n;
}

/** Units of a trading account's cash that can be spent. */
export function cashOf(queries: Queries, owner: string, asset: AssetCode): Promise<bigint> {
  return availableOf(queries, { owner, kind: 'user_cash', asset });
}

/** Returns the balance of a platform account over all its lanes, with what is not sealed yet; 0 when the asset has none. */
export async function systemBalance(queries: Queries, name: SystemAccount, asset: LedgerAsset): Promise<bigint> {
  const { rows } = await queries.execute<{ units: string }>(sql`
    SELECT coalesce(sum(CASE mode WHEN 'append' THEN ledger_append_balance(id) ELSE balance END), 0)::text AS units
      FROM accounts WHERE name = ${name} AND asset = ${asset}`);
  return BigInt(rows[0]!.units);
}

/** Returns what a pool can still pay: its lanes' balances less what is held. */
export async function poolFree(queries: Queries, name: SystemAccount, asset: AssetCode): Promise<bigint> {
  const { rows } = await queries.execute<{ units: string }>(
    sql`SELECT coalesce(sum(balance - held), 0)::text AS units FROM accounts WHERE name = ${name} AND asset = ${asset}`,
  );
  return BigInt(rows[0]!.units);
}
