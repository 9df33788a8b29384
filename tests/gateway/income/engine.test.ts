/** Incomes from fees: made once, credited by their pool, and what waits for an empty pool (docs/rules.md §7). */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { payable } from '../../../gateway/domain/income/engine';
import { creditIncomes } from '../../../gateway/jobs/income';
import { post } from '../../../gateway/ledger/post';
import { systemBalance } from '../../../gateway/ledger/balances';
import { DAY_MS, openCustodyWorld, TRADE_PASSWORD, type CustodyWorld, type Person } from '../custody/world';
import { describeOnEachDatabase } from '../support/database';

describe('what a pool pays', () => {
  it('is as many of the oldest as it can, and never passes one over', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 100n }));
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 0n, max: 2_000n }), (all, free) => {
        const count = payable(all, free);
        const sum = (some: readonly bigint[]) => some.reduce((total, one) => total + one, 0n);
        expect(sum(all.slice(0, count))).toBeLessThanOrEqual(free);
        if (count < all.length) expect(sum(all.slice(0, count + 1))).toBeGreaterThan(free);
      }),
    );
  });
});

describeOnEachDatabase('incomes from fees', (fixture) => {
  let world: CustodyWorld;

  beforeAll(async () => {
    world = await openCustodyWorld(fixture.database);
    await world.fundPool('1000');
    await world.set('income.managementRate', '0.03');
  });

  /** Redeems 1000 USDT after a day, for a fee of 20 USDT. */
  const redeem = async (who: Person) => {
    const { id } = await world.place(who, '1000');
    world.time.now += DAY_MS;
    const { version } = await world.order(who, id);
    await world.call(who, 'redeemCustodyOrder', {
      orderId: id,
      version,
      amount: '1000',
      tradePassword: TRADE_PASSWORD,
    });
  };
  const incomesOf = async ({ accountId }: Person) => {
    const { rows } = await fixture.database.db.execute<Record<string, string>>(sql`
      SELECT source, amount::text, coalesce(reason, CASE WHEN journal_id IS NULL THEN 'due' ELSE 'credited' END) AS state
        FROM incomes WHERE account_id = ${accountId}::bigint ORDER BY id`);
    return rows.map(({ source, amount, state }) => `${source} ${amount} ${state}`);
  };

  it('reach the inviter and whoever invited the inviter, once however many gateways run', async () => {
    const first = await world.person('0');
    const second = await world.person('0', first);
    const third = await world.person('2000', second);
    await redeem(third);
    await Promise.all([1, 2, 3].map(() => creditIncomes(world.deps)));
    await creditIncomes(world.deps);
    expect(await incomesOf(second)).toEqual(['promotion-fee 2000000 credited']);
    expect(await incomesOf(first)).toEqual(['management-fee 600000 credited']);
    expect([await world.cash(second), await world.cash(first)]).toEqual(['2.000000', '0.600000']);
    expect(await systemBalance(fixture.database.db, 'promotion-fees', 'USDT')).toBe(0n);
    expect(await systemBalance(fixture.database.db, 'promotion-pool', 'USDT')).toBe(0n);
    expect(await world.findings()).toEqual([]);
  });

  it('wait with the reason while the pool is short, are told once, and are paid oldest first when it is filled', async () => {
    const inviter = await world.person('0');
    const who = await world.person('9000', inviter);
    const drawn = async (
      amount: string,
      from: 'promotion-fees' | 'operator-capital',
      to: 'promotion-pool' | 'yield-pool',
    ) => {
      const units = toUnits(amount, 'USDT');
      await fixture.tx((tx) =>
        post(tx, {
          transferId: `test:${from}:${to}:${world.time.now}`,
          kind: 'pool-fund',
          at: world.time.now,
          legs: [
            { account: { system: from, asset: 'USDT' }, amount: -units },
            { account: { system: to, asset: 'USDT' }, amount: units },
          ],
        }),
      );
    };
    await redeem(who);
    await redeem(who);
    await drawn('4', 'promotion-fees', 'yield-pool');
    const alerts = () => world.logs.filter(({ event }) => event === 'income.pool-empty');
    await creditIncomes(world.deps);
    await creditIncomes(world.deps);
    expect(await incomesOf(inviter)).toEqual(Array.from({ length: 2 }, () => 'promotion-fee 2000000 pool-empty'));
    expect(alerts()).toEqual([expect.objectContaining({ level: 'error', issues: ['promotion-pool USDT'], count: 2 })]);
    await drawn('3', 'operator-capital', 'promotion-pool');
    await creditIncomes(world.deps);
    expect(await incomesOf(inviter)).toEqual(['promotion-fee 2000000 credited', 'promotion-fee 2000000 pool-empty']);
    world.time.now += 1;
    await drawn('1', 'operator-capital', 'promotion-pool');
    await creditIncomes(world.deps);
    expect(await incomesOf(inviter)).toEqual(Array.from({ length: 2 }, () => 'promotion-fee 2000000 credited'));
    expect(alerts()).toHaveLength(1);
    expect(await world.cash(inviter)).toBe('4.000000');
    expect(await world.findings()).toEqual([]);
  });

  it('are what they are: a credited one cannot be changed, and none goes', async () => {
    const change = (text: string) => fixture.owner((owner) => owner.pool.query(text));
    await expect(change('UPDATE incomes SET amount = amount + 1')).rejects.toThrow(/immutable/);
    await expect(change('DELETE FROM incomes')).rejects.toThrow(/immutable/);
  });
});
