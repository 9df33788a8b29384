import { randomUUID } from 'node:crypto';
import { toUnits } from '../../../contract/money';
import type { Tx } from '../../../gateway/db/transaction';
import { post } from '../../../gateway/ledger/post';

/** Operator capital into the treasury, from which RAB is bought. @param at UTC ms */
export async function stockTreasury(tx: Tx, usdt: string, at: number): Promise<void> {
  const amount = toUnits(usdt, 'USDT');
  await post(tx, {
    transferId: `test-stock:${randomUUID()}`,
    kind: 'pool-fund',
    at,
    legs: [
      { account: { system: 'operator-capital', asset: 'USDT' }, amount: -amount },
      { account: { system: 'treasury', asset: 'USDT' }, amount, spread: true },
    ],
  });
}
