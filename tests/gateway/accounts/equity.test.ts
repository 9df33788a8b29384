import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { toUnits, type AssetCode } from '../../../contract/money';
import { withTransaction } from '../../../gateway/db/transaction';
import { DAY_MS, dayOf, thinned } from '../../../gateway/domain/accounts/equity';
import { payDueInterest } from '../../../gateway/jobs/custody';
import { snapshotEquity } from '../../../gateway/jobs/equity';
import type { AccountRef } from '../../../gateway/ledger/post';
import { post } from '../../../gateway/ledger/post';
import type { SystemAccount } from '../../../gateway/ledger/chart';
import { START, TRADE_PASSWORD } from '../world';
import { describeOnDatabase } from '../support/database';
import { openWithdrawalWorld, type Withdrawer, type WithdrawalWorld } from '../withdrawals/world';

it('a long history has each of the newest days, and the last one of each month before with the flows of all', () => {
  const from = Date.UTC(2025, 0, 30);
  const rows = Array.from({ length: 70 }, (_, index) => ({ day: from + index * DAY_MS, flowUsdt: BigInt(index) }));
  const shown = thinned(rows, Date.UTC(2025, 3, 5)).map(({ day, flowUsdt }) => [
    new Date(day).toISOString().slice(0, 10),
    flowUsdt,
  ]);
  expect(shown).toEqual([
    ['2025-01-31', 1n],
    ['2025-02-28', 434n],
    ['2025-03-31', 1_395n],
    ['2025-04-04', 250n],
    ['2025-04-05', 65n],
    ['2025-04-06', 66n],
    ['2025-04-07', 67n],
    ['2025-04-08', 68n],
    ['2025-04-09', 69n],
  ]);
});

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

  it('of days without a snapshot are in the next one, also when it is the point of now', async () => {
    await nextDay();
    await move('deposit', 'USDT', '7', 'external-deposits');
    world.time.now += 2 * DAY_MS;
    await move('deposit', 'USDT', '5', 'external-deposits');
    expect((await points()).at(-1)?.[1]).toBe('12.000000');
    // Imitates an outage that was longer than a chart: the days between are never recorded.
    await fixture.database.db.execute(
      sql`UPDATE system_jobs SET state = jsonb_build_object('day', ${dayOf(world.time.now)}::bigint, 'afterId', '0') WHERE name = 'equity'`,
    );
    await nextDay();
    expect((await points()).at(-2)?.[1]).toBe('12.000000');
    expect((await points()).at(-1)?.[1]).toBe('0.000000');
  });
});
