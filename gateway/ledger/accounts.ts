/** Opening users' accounts and issuing an asset of fixed supply. */
import { sql } from 'drizzle-orm';
import type { AssetCode } from '../../contract/money';
import type { Tx } from '../db/transaction';
import { LedgerError } from './errors';
import { post, type PostedJournal } from './post';

/** Opens cash and custody in USDT and RAB for a trading account (docs/rules.md §3). Again does nothing. */
export async function openUserAccounts(tx: Tx, ownerAccountId: string): Promise<void> {
  await tx.execute(sql`
    SELECT ledger_open_user(${ownerAccountId}::bigint, k.kind, a.code)
      FROM (VALUES ('user_cash'), ('user_custody')) k (kind), (VALUES ('USDT'), ('RAB')) a (code) ORDER BY a.code, k.kind`);
}

/**
 * Issues the whole fixed supply of `asset` into the treasury. The database admits it once per asset; there is no other
 * way to create units of it (docs/rules.md §1).
 * @throws LedgerError duplicate-transfer when it has been issued; account-refused for an asset of open supply.
 */
export async function issueFixedSupply(
  tx: Tx,
  { asset, supply, at }: { asset: AssetCode; supply: bigint; at: number },
): Promise<PostedJournal> {
  if (supply <= 0n) throw new LedgerError('amount-out-of-range', supply.toString());
  return post(tx, {
    transferId: `issue:${asset}`,
    kind: 'treasury-seed',
    at,
    legs: [
      { account: { system: 'issuance', asset }, amount: -supply },
      { account: { system: 'treasury', asset }, amount: supply, spread: true },
    ],
  });
}
