import { beforeAll, expect, it } from 'vitest';
import { toUnits, type AssetCode } from '../../../contract/money';
import { withTransaction } from '../../../gateway/db/transaction';
import { DAY_MS, dayOf } from '../../../gateway/domain/accounts/equity';
import { payDueInterest } from '../../../gateway/jobs/custody';
import { snapshotEquity } from '../../../gateway/jobs/equity';
import type { AccountRef } from '../../../gateway/ledger/post';
import { post } from '../../../gateway/ledger/post';
import type { SystemAccount } from '../../../gateway/ledger/chart';
import { START, TRADE_PASSWORD } from '../world';
import { describeOnDatabase } from '../support/database';
import { openWithdrawalWorld, type Withdrawer, type WithdrawalWorld } from '../withdrawals/world';

describeOnDatabase('the flows of equity', (fixture) => {
  let world: WithdrawalWorld;
  let who: Withdrawer;
  let transfers = 0;

  beforeAll(async () => {
    world = await openWithdrawalWorld(fixture.database, dayOf(START) + 10 * 3_600_000);
    await world.fundPool('5000');
    who = await world.withdrawer('1000');
  });

  const cash = (asset: AssetCode, owner = who.accountId): AccountRef => ({ owner, kind: 'user_cash', asset });
  /** Between the person's cash and a system account. */
  async function move(kind: string, asset: AssetCode, amount: string, system: SystemAccount): Promise<void> {
    const units = toUnits(amount, asset);
    transfers += 1;
    await withTransaction(fixture.database, (tx) =>
      post(tx, {
        transferId: `equity-test:${transfers}`,
        kind,
        at: world.time.now,
        legs: [
          { account: cash(asset), amount: units },
          { account: { system, asset }, amount: -units },
        ],
      }),
    );
  }
  /** A day later, after the job. */
  async function nextDay(): Promise<void> {
    world.time.now += DAY_MS;
    await payDueInterest(world.deps);
    await snapshotEquity(world.deps);
  }
  const points = async () =>
    (await world.call(who, 'assets', {})).equity.map(({ totalUsdt, flowUsdt }) => [totalUsdt, flowUsdt]);

  it('are deposits, withdrawals without their fee, transfers, RAB at the price – and no income', async () => {
    await world.place(who, '400', 'd7');
    await nextDay();
    await move('deposit', 'USDT', '250.5', 'external-deposits');
    await nextDay();
    // With a fee of 1.1.
    const id = await world.requested({ ...who, methodId: await world.card(who) }, '100');
    await world.approved(id);
    await world.operator('withdrawal pay', { id, reference: 'R-1' });
    // Demo credit of RAB comes out of the treasury, at 0.125 USDT each; what else does is a purchase or income.
    await move('demo-credit', 'RAB', '8.00000001', 'treasury');
    await move('treasury-sale', 'RAB', '4', 'treasury');
    await nextDay();
    const sub = await world.call(who, 'createSubAccount', { name: 'Second' });
    await world.call(who, 'transferToAccount', {
      toAccountId: sub.id,
      asset: 'USDT',
      amount: '30',
      tradePassword: TRADE_PASSWORD,
    });
    expect(await points()).toEqual([
      ['1000.000000', '1000.000000'],
      ['1250.516000', '250.500000'],
      ['1150.932000', '-99.000000'],
      ['1120.948000', '-30.000000'],
    ]);
    expect((await world.call({ ...who, accountId: sub.id }, 'assets', {})).equity).toMatchObject([
      { totalUsdt: '30.000000', flowUsdt: '30.000000' },
    ]);
    expect(await world.findings()).toEqual([]);
  });
});
