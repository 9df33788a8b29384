/** Who takes part in the fees of custody and the RAB market, and the daily rates of the rebate (docs/rules.md §7). */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { issueFixedSupply } from '../../../gateway/ledger/accounts';
import { computeRebates } from '../../../gateway/jobs/rebates';
import { withTransaction } from '../../../gateway/db/transaction';
import { DAY_MS, type Person } from '../world';
import { openRabWorld, type RabWorld } from '../otc/rab/world';
import { describeOnDatabase } from '../support/database';

describeOnDatabase('fees of people', (fixture) => {
  let world: RabWorld;

  beforeAll(async () => {
    await fixture.tx((tx) => issueFixedSupply(tx, { asset: 'RAB', supply: 10n ** 17n, at: 0 }));
    world = await openRabWorld(fixture.database);
    await world.fundPool('1000');
  });

  /** This account's fees: source, amount, and each share, smallest units. */
  const feesOf = async ({ accountId }: Person) => {
    const { rows } = await fixture.database.db.execute<Record<string, string>>(sql`
      SELECT source, amount::text, revenue::text, insurance::text, promotion::text, management::text, dynamic::text
        FROM fees WHERE payer_account_id = ${accountId}::bigint ORDER BY id`);
    return rows.map(({ source, amount, revenue, insurance, promotion, management, dynamic }) =>
      [source, amount, revenue, insurance, promotion, management, dynamic].join(' '),
    );
  };

  /** Places 1000 USDT and redeems it a day later, for a fee of 20 USDT. */
  const redeem = async (who: Person) => {
    const { id } = await world.place(who, '1000');
    world.time.now += DAY_MS;
    await world.redeem(who, id, '1000');
  };

  it('go to the insurance fund, to whoever invited the payer, and to the inviter of that; the rest is revenue', async () => {
    const first = await world.person('2000');
    const second = await world.person('2000', first);
    const third = await world.person('2000', second);
    for (const who of [first, second, third]) await redeem(who);
    expect(await feesOf(first)).toEqual(['custody-redeem 20000000 19000000 1000000 0 0 0']);
    expect(await feesOf(second)).toEqual(['custody-redeem 20000000 17000000 1000000 2000000 0 0']);
    await world.set('income.managementRate', '0.03');
    await world.set('fees.insuranceRate', '0.0333333333');
    await redeem(third);
    expect(await feesOf(third)).toEqual([
      'custody-redeem 20000000 17000000 1000000 2000000 0 0',
      'custody-redeem 20000000 16733334 666666 2000000 600000 0',
    ]);
    // Neither the root user nor whoever it invited has somebody above that could be paid.
    await redeem(second);
    expect((await feesOf(second))[1]).toBe('custody-redeem 20000000 17333334 666666 2000000 0 0');
    await world.set('income.managementRate', '0');
    await world.set('fees.insuranceRate', '0.05');
    expect(await world.findings()).toEqual([]);
  });

  it('no longer promote the inviter once the time is over', async () => {
    const inviter = await world.person('0');
    const late = await world.person('2000', inviter);
    world.time.now += 179 * DAY_MS - 1;
    await redeem(late);
    expect((await feesOf(late))[0]).toBe('custody-redeem 20000000 17000000 1000000 2000000 0 0');
    await redeem(late);
    expect((await feesOf(late))[1]).toBe('custody-redeem 20000000 19000000 1000000 0 0 0');
  });

  it('refuses a management rate above 3 %, and a rebate above 20 %', async () => {
    await expect(world.set('income.managementRate', '0.0300000001')).rejects.toThrow(/at most 0.03/);
    await expect(world.set('income.rebateTiers', [{ from: '1', rate: '0.21' }])).rejects.toThrow(/at most 0.2/);
    const tiers = [10, 10].map((from) => ({ from: String(from), rate: '0.1' }));
    await expect(world.set('income.rebateTiers', tiers)).rejects.toThrow(/ascend/);
  });

  it('of the market come back by the volume of the 30 days before, from the next day on', async () => {
    await world.set('market.rabReference', { price: '0.125', asOf: world.time.now });
    const inviter = await world.person('0');
    const [seller, buyer] = [await world.trader('0', '10000', inviter), await world.trader('1000', '0')];
    const trade = async () => {
      await world.sell(seller, { quantity: '1000' });
      await world.buy(buyer, { quantity: '1000' });
    };
    await world.set('income.rebateTiers', [
      { from: '100', rate: '0.05' },
      { from: '1000', rate: '0.2' },
    ]);
    await trade();
    await computeRebates(world.deps);
    await trade();
    world.time.now += DAY_MS;
    // However many gateways ask, and however often.
    const runs = await Promise.all([1, 2, 3].map(() => computeRebates(world.deps)));
    expect(runs.toSorted()).toEqual([0, 0, 2]);
    await trade();
    const plain = 'otc-rab 250000 212500 12500 25000 0 0';
    expect(await feesOf(seller)).toEqual([plain, plain, 'otc-rab 250000 200000 12500 25000 0 12500']);
    expect((await feesOf(buyer)).at(-1)).toBe('otc-rab 250000 225000 12500 0 0 12500');
    await redeem(await world.person('2000', seller));
    world.time.now += 31 * DAY_MS;
    await computeRebates(world.deps);
    const { rows } = await withTransaction(fixture.database, (tx) => tx.execute(sql`SELECT FROM rebate_rates`));
    expect(rows).toEqual([]);
    expect(await world.findings()).toEqual([]);
  });
});
