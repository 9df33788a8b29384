/** Reads what deposit addresses should hold, and which sums withdrawals wait for. */
import { sql } from 'drizzle-orm';
import type { Network } from '../../../contract/calls/identity';
import type { Queries } from '../../db/client';
import type { AddressBalance } from './rules';

export interface GatherableAddress extends AddressBalance {
  keyId: string;
  /** The path below the extended key, e.g. `0/7`. */
  derivationPath: string;
}

/** Addresses with deposits that no transfer to a wallet has taken away yet, as far as the chain was read. */
export async function gatherableAddresses(queries: Queries, network: Network): Promise<GatherableAddress[]> {
  const { rows } = await queries.execute<{
    address: string;
    key_id: string;
    derivation_path: string;
    raw: string;
  }>(sql`
    SELECT a.address, a.key_id, coalesce(a.derivation_path, '0/' || a.derivation_index) AS derivation_path, (d.raw - coalesce(f.raw, 0))::text AS raw
      FROM deposit_addresses a
      JOIN (SELECT to_address, sum(raw) AS raw FROM deposits
             WHERE network = ${network} AND lost_at IS NULL GROUP BY to_address) d ON d.to_address = a.address
      LEFT JOIN (SELECT from_address, sum(raw) AS raw FROM wallet_fundings
                  WHERE network = ${network} GROUP BY from_address) f ON f.from_address = a.address
     WHERE a.network = ${network} AND d.raw > coalesce(f.raw, 0)`);
  return rows.map(({ address, key_id: keyId, derivation_path: derivationPath, raw }) => ({
    address,
    keyId,
    derivationPath,
    raw: BigInt(raw),
  }));
}

export async function isDepositAddress(queries: Queries, network: Network, address: string): Promise<boolean> {
  const { rowCount } = await queries.execute(
    sql`SELECT 1 FROM deposit_addresses WHERE network = ${network} AND address = ${address}`,
  );
  return rowCount === 1;
}

/** Sums the withdrawals over the network that are not signed yet, in the ledger's units. */
export async function waitingSum(queries: Queries, network: Network): Promise<bigint> {
  const { rows } = await queries.execute<{ waiting: string }>(sql`
    SELECT coalesce(sum(amount), 0)::text AS waiting FROM withdrawals
     WHERE network = ${network} AND state IN ('requested', 'approved')`);
  return BigInt(rows[0]?.waiting ?? '0');
}
