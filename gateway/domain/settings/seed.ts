/** Fills a new gateway's database: the operator's figures at their defaults, and RAB's fixed supply in the treasury. */
import { toUnits } from '../../../contract/money';
import { withTransaction } from '../../db/transaction';
import { issueFixedSupply } from '../../ledger/accounts';
import { systemBalance } from '../../ledger/balances';
import { LedgerError } from '../../ledger/errors';
import type { Deps } from '../call-context';
import { seedSettings } from './settings';

/** All the RAB there will ever be; the ledger issues it once (docs/rules.md §1). */
export const RAB_SUPPLY = toUnits('1000000000', 'RAB');

/**
 * Writes what is missing; harmless to repeat, and beside another gateway. No pool is funded: plans are full until the
 * operator funds the yield pool (docs/rules.md §1).
 */
export async function seedConfiguration({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await seedSettings(db.db, now);
  if ((await systemBalance(db.db, 'issuance', 'RAB')) !== 0n) return;
  try {
    await withTransaction(db, (tx) => issueFixedSupply(tx, { asset: 'RAB', supply: RAB_SUPPLY, at: now }));
  } catch (error) {
    // Another gateway that started at the same moment has issued it.
    if (!(error instanceof LedgerError && error.code === 'duplicate-transfer')) throw error;
  }
}
