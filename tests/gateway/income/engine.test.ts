/** Incomes from fees: made once, credited by their pool, and what waits for an empty pool (docs/rules.md §7). */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { payable } from '../../../gateway/domain/income/engine';
import { creditIncomes } from '../../../gateway/jobs/income';
import { systemBalance } from '../../../gateway/ledger/balances';
import { DAY_MS, openGatewayWorld, type GatewayWorld, type Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { move, system } from '../support/ledger';

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

describeOnDatabase('incomes from fees', (fixture) => {
  let world: GatewayWorld;

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await world.fundPool('1000');
    await world.set('income.managementRate', '0.03');
  });

  /** Redeems 1000 USDT after a day, for a fee of 20 USDT. */
  const redeem = async (who: Person) => {
    const { id } = await world.place(who, '1000');
    world.time.now += DAY_MS;
    await world.redeem(who, id, '1000');
  };
  const drawn = (amount: string, from: 'promotion-fees' | 'operator-capital', to: 'promotion-pool' | 'yield-pool') =>
    fixture.tx((tx) => move(tx, system(from), system(to), toUnits(amount, 'USDT'), { kind: 'pool-fund' }));
  const alerts = () => world.logs.filter(({ event }) => event === 'income.pool-empty');
  /** The calls whose answers the person's devices have been told of. */
  const toldOf = async (who: Person) => (await world.call(who, 'liveEvents', {})).events.flatMap(({ calls }) => calls);
  const incomesOf = async ({ accountId }: Person) => {
    const { rows } = await fixture.database.db.execute<Record<string, string>>(sql`
      SELECT source, amount::text, coalesce(reason, CASE WHEN journal_id IS NULL THEN 'due' ELSE 'credited' END) AS state
        FROM incomes WHERE account_id = ${accountId}::bigint AND source <> 'custody-interest' ORDER BY id`);
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
    const kindsOf = async (who: Person) =>
      (await world.call(who, 'accountStatement', { account: 'cash', limit: 10 })).items.map(({ kind }) => kind);
    expect([await kindsOf(second), await kindsOf(first)]).toEqual([['promotion-fee'], ['management-fee']]);
    expect([await world.cash(second), await world.cash(first)]).toEqual(['2.000000', '0.600000']);
    expect(await systemBalance(fixture.database.db, 'promotion-fees', 'USDT')).toBe(0n);
    expect(await systemBalance(fixture.database.db, 'promotion-pool', 'USDT')).toBe(0n);
    expect(await world.findings()).toEqual([]);
  });

  it('wait with the reason while the pool is short, are told once, and are paid oldest first when it is filled', async () => {
    const inviter = await world.person('0');
    const who = await world.person('9000', inviter);
    await redeem(who);
    await redeem(who);
    await drawn('4', 'promotion-fees', 'yield-pool');
    await creditIncomes(world.deps);
    await creditIncomes(world.deps);
    expect(await incomesOf(inviter)).toEqual(Array.from({ length: 2 }, () => 'promotion-fee 2000000 pool-empty'));
    expect(alerts()).toEqual([expect.objectContaining({ level: 'error', issues: ['promotion-pool USDT'], count: 2 })]);
    expect(await toldOf(inviter)).toContain('incomes');
    const { items } = await world.call(inviter, 'incomes', { type: 'promotion' });
    expect(items).toEqual(
      Array.from({ length: 2 }, () =>
        expect.objectContaining({ status: 'pending-credit', reason: 'pool-empty', arrivedAt: null, journalId: null }),
      ),
    );
    const sums = async () => (await world.call(inviter, 'incomeTypes', {})).types.find(({ count }) => count > 0);
    expect(await sums()).toMatchObject({ count: 2, totals: [], pending: [{ asset: 'USDT', amount: '4.000000' }] });
    expect((await world.call(inviter, 'incomeSeries', {})).points).toEqual([]);
    await drawn('3', 'operator-capital', 'promotion-pool');
    await creditIncomes(world.deps);
    expect(await incomesOf(inviter)).toEqual(['promotion-fee 2000000 credited', 'promotion-fee 2000000 pool-empty']);
    expect(await sums()).toMatchObject({
      totals: [{ asset: 'USDT', amount: '2.000000' }],
      pending: [{ asset: 'USDT', amount: '2.000000' }],
    });
    await drawn('1', 'operator-capital', 'promotion-pool');
    await creditIncomes(world.deps);
    expect(await incomesOf(inviter)).toEqual(Array.from({ length: 2 }, () => 'promotion-fee 2000000 credited'));
    expect(alerts()).toHaveLength(1);
    expect(await world.cash(inviter)).toBe('4.000000');
    expect(await world.findings()).toEqual([]);
  });

  it('open their lineage: the fee, its source and the rate, and nobody’s name', async () => {
    const [first, second] = [await world.person('0'), await world.person('0')];
    const who = await world.person('2000', await world.person('0', first));
    await redeem(who);
    await creditIncomes(world.deps);
    const { items } = await world.call(first, 'incomes', { type: 'management' });
    const { items: fees } = await world.call(who, 'accountStatement', { account: 'cash' });
    const taken = fees.find(({ kind }) => kind === 'custody-redeem')?.journalId;
    expect(items).toEqual([
      expect.objectContaining({
        amount: '0.600000',
        pool: 'promotion-pool',
        incomeAt: world.time.now,
        lineage: {
          source: 'management-fee',
          fee: '20.000000',
          feeSource: 'custody-redeem',
          rate: '0.0300000000',
          feeJournalId: taken,
        },
      }),
    ]);
    expect((await world.call(second, 'incomes', {})).items).toEqual([]);
  });

  it('are what they are: a credited one cannot be changed, and none goes', async () => {
    const change = (text: string) => fixture.owner((owner) => owner.pool.query(text));
    await expect(change('UPDATE incomes SET amount = amount + 1')).rejects.toThrow(/immutable/);
    await expect(change('DELETE FROM incomes')).rejects.toThrow(/immutable/);
  });
});
