/** Fees and a funded pool, dividends of them, and payouts of the insurance fund. */
import { randomUUID } from 'node:crypto';
import { DIVIDEND_ASSET } from '../../../contract/calls/dividends';
import { toUnits } from '../../../contract/money';
import type { Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { post } from '../../../gateway/ledger/post';
import type { OperatorDeps } from '../../../gateway/operator/command';
import { cash, revenueFee, system } from './ledger';
import { actAsTwo } from './operators';

/** A fee out of an account's cash that is all revenue, taken at `at`. */
export async function takeFee(db: Database, accountId: string, usdt: string, at: number): Promise<void> {
  const amount = toUnits(usdt, DIVIDEND_ASSET);
  await withTransaction(db, (tx) =>
    post(tx, {
      transferId: `test-fee:${randomUUID()}`,
      kind: 'custody-redeem',
      at,
      legs: [{ account: cash(accountId), amount: -amount }],
      fees: [{ ...revenueFee(accountId, amount), source: 'custody-redeem' }],
    }),
  );
}

/** Moves fee revenue into the dividend pool, as `fund-pool --from fee-revenue` does. */
export async function fundDividends(db: Database, usdt: string, at: number): Promise<void> {
  const amount = toUnits(usdt, DIVIDEND_ASSET);
  await withTransaction(db, (tx) =>
    post(tx, {
      transferId: `test-fund:${randomUUID()}`,
      kind: 'pool-fund',
      at,
      legs: [
        { account: system('fee-revenue'), amount: -amount },
        { account: system('dividend-pool'), amount, spread: true },
      ],
    }),
  );
}

/** Declares all that may be declared of a fee that an account pays on a closed day. @returns the dividend's id */
export async function declaredDay(deps: OperatorDeps, accountId: string, day: string): Promise<string> {
  await takeFee(deps.db, accountId, '100', Date.parse(day));
  await fundDividends(deps.db, '30', deps.clock.now());
  const reply = await actAsTwo(deps, 'dividend declare', { from: day, to: day, amount: '30' });
  if (!reply.ok) throw new Error(reply.message);
  return (reply.data as { id: string }).id;
}

/** Pays a little from the insurance fund. */
export async function payFromFund(deps: OperatorDeps): Promise<void> {
  const payout = { outside: true, amount: '0.01', reason: 'Notary', runId: randomUUID() };
  const reply = await actAsTwo(deps, 'insurance pay', payout);
  if (!reply.ok) throw new Error(reply.message);
}
