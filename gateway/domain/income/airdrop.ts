/** Pays a finite list out of the airdrop pool; each line is an income of its own (docs/rules.md §7). */
import { toAmount, type AssetCode } from '../../../contract/money';
import type { Tx } from '../../db/transaction';
import { postAll, type Journal } from '../../ledger/post';
import { insertAirdrop } from '../content/airdrop-repo';
import { insertCredited, type CreditedIncome } from './repo';

export interface Grant {
  accountId: string;
  amount: bigint;
}

export interface Airdrop {
  name: string;
  asset: AssetCode;
  grants: readonly Grant[];
}

function grantJournal({ name, asset }: Airdrop, { accountId, amount }: Grant, now: number): Journal {
  return {
    transferId: `airdrop:${name}:${accountId}`,
    kind: 'airdrop',
    reference: name,
    at: now,
    legs: [
      { account: { system: 'airdrop-pool', asset }, amount: -amount },
      { account: { owner: accountId, kind: 'user_cash', asset }, amount },
    ],
  };
}

/**
 * Publishes the list and pays all of it.
 * @returns the list as it was published; null when one of this name was granted before
 * @throws LedgerError pool-empty
 */
export async function payAirdrop(
  tx: Tx,
  airdrop: Airdrop,
  now: number,
): Promise<{ accountId: string; amount: string }[] | null> {
  const { name, asset, grants } = airdrop;
  const total = grants.reduce((sum, { amount }) => sum + amount, 0n);
  const list = grants.map(({ accountId, amount }) => ({ accountId, amount: toAmount(amount, asset) }));
  const isNew = await insertAirdrop(tx, { name, asset, total, recipients: grants.length, list, publishedAt: now });
  if (!isNew) return null;
  const posted = await postAll(
    tx,
    grants.map((grant) => grantJournal(airdrop, grant, now)),
  );
  const credited = grants.map((grant, index): CreditedIncome => ({
    ...grant,
    source: 'airdrop',
    cause: name,
    asset,
    pool: 'airdrop-pool',
    inputs: {},
    incomeAt: now,
    journalId: posted[index]?.journalId ?? '',
  }));
  await insertCredited(tx, credited, now);
  return list;
}
