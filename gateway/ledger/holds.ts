/** Two-phase money: available → held → posted (a leg with `holdId`) or released (docs/rules.md §2). */
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/transaction';
import { refusing } from './errors';
import type { AccountRef } from './post';

export interface HoldRequest {
  /** Unique for ever among holds and journals, derived from the intent. */
  transferId: string;
  account: AccountRef;
  /** Smallest units, positive. */
  amount: bigint;
  reference?: string;
  /** UTC ms. */
  at: number;
}

export interface Hold {
  id: string;
  accountId: string;
  amount: bigint;
  posted: bigint;
  released: bigint;
  /** The amount that is still held. */
  open: bigint;
}

/**
 * Moves `amount` from available to held and gives the hold's id.
 * @throws LedgerError insufficient-funds, unknown-account, duplicate-transfer, amount-out-of-range.
 */
export async function hold(tx: Tx, { transferId, account, amount, reference, at }: HoldRequest): Promise<string> {
  const input = JSON.stringify({ ...account, transferId, amount: amount.toString(), reference, createdAt: at });
  const { rows } = await refusing(tx.execute<{ id: string }>(sql`SELECT ledger_hold(${input}::jsonb) AS id`));
  return rows[0]!.id;
}

/**
 * Makes held money available again: `amount` of it, or all that the hold still has. Gives the amount released.
 * @throws LedgerError unknown-hold; hold-exceeded when the hold has less, or nothing any more.
 */
export async function release(tx: Tx, holdId: string, amount?: bigint): Promise<bigint> {
  const units = amount === undefined ? null : amount.toString();
  const { rows } = await refusing(
    tx.execute<{ units: string }>(sql`SELECT ledger_release(${holdId}::bigint, ${units}::numeric)::text AS units`),
  );
  return BigInt(rows[0]!.units);
}

/** The hold as it is now, or null. */
export async function findHold(tx: Tx, holdId: string): Promise<Hold | null> {
  const { rows } = await tx.execute<{
    id: string;
    account_id: string;
    amount: string;
    posted: string;
    released: string;
  }>(sql`SELECT id, account_id, amount, posted, released FROM holds WHERE id = ${holdId}::bigint`);
  const row = rows[0];
  if (!row) return null;
  const [amount, posted, released] = [BigInt(row.amount), BigInt(row.posted), BigInt(row.released)];
  return { id: row.id, accountId: row.account_id, amount, posted, released, open: amount - posted - released };
}
