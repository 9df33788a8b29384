/** Numbers the entries of append accounts afterwards, so that posting to them never waits for anybody. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/transaction';
import { refusing } from './errors';

/**
 * Seals what is waiting, at most `limit` entries per account, and says how many; run it until it answers 0. Two gateways
 * may run it at once. Balances are right before and after: an unsealed entry is counted from where it waits.
 */
export async function sealAppendAccounts(tx: Tx, limit: number): Promise<number> {
  const { rows } = await refusing(
    tx.execute<{ sealed: string }>(sql`SELECT ledger_seal(${limit}::int)::text AS sealed`),
  );
  return Number(rows[0]!.sealed);
}
