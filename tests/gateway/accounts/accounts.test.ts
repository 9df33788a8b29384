import { beforeAll, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { withTransaction } from '../../../gateway/db/transaction';
import { valueInUsdt } from '../../../gateway/domain/accounts/equity';
import { payDueInterest } from '../../../gateway/jobs/custody';
import { post } from '../../../gateway/ledger/post';
import { describeOnDatabase } from '../support/database';
import { DAY_MS, openGatewayWorld, TRADE_PASSWORD, type GatewayWorld, type Person } from '../world';

it('rounds a value down to the smallest unit of USDT', () => {
  expect(valueInUsdt('RAB', 1n, toUnits('99.999999', 'USDT'))).toBe(0n);
  expect(valueInUsdt('RAB', toUnits('0.33333333', 'RAB'), toUnits('0.125', 'USDT'))).toBe(41_666n);
  expect(valueInUsdt('USDT', 7n, toUnits('0.125', 'USDT'))).toBe(7n);
});

describeOnDatabase('accounts', (fixture) => {
  let world: GatewayWorld;
  const giveRab = (who: Person, amount: string) =>
    withTransaction(fixture.database, (tx) =>
      post(tx, {
        transferId: `test-rab:${who.accountId}`,
        kind: 'treasury-sale',
        at: world.time.now,
        legs: [
          { account: { system: 'treasury', asset: 'RAB' }, amount: -toUnits(amount, 'RAB') },
          { account: { owner: who.accountId, kind: 'user_cash', asset: 'RAB' }, amount: toUnits(amount, 'RAB') },
        ],
      }),
    );
  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await world.fundPool('5000');
  });

  it('value RAB at the reference price of the moment, labelled as such', async () => {
    const who = await world.person('100');
    await giveRab(who, '3.33333333');
    const before = await world.call(who, 'assets', {});
    expect(before.guidePrice).toMatchObject({ price: '0.125000', source: 'reference' });
    expect(before.cash[1]).toMatchObject({ asset: 'RAB', total: '3.33333333', valueUsdt: '0.416666' });
    expect(before.totalUsdt).toBe('100.416666');
    const asOf = world.time.now;
    await world.set('market.rabReference', { price: '0.5', asOf });
    const after = await world.call(who, 'assets', {});
    expect(after.guidePrice).toEqual({ price: '0.500000', source: 'reference', asOf });
    expect(after.totalUsdt).toBe('101.666666');
    expect((await world.call(who, 'tradingAccounts', {})).accounts).toMatchObject([
      { id: who.accountId, kind: 'main', totalUsdt: '101.666666', isCurrent: true },
    ]);
    await world.set('market.rabReference', { price: '0.125', asOf });
  });

  it('count as valid custody from 500 USDT in running orders, by the figure of the moment', async () => {
    const who = await world.person();
    await world.place(who, '250');
    const isValid = async () => (await world.call(who, 'assets', {})).custodySummary.isValid;
    expect(await isValid()).toBe(false);
    await world.place(who, '250');
    expect(await isValid()).toBe(true);
    await world.set('custody.validFrom', '500.000001');
    expect(await isValid()).toBe(false);
    await world.set('custody.validFrom', '500');
  });

  it('have a statement that adds up, names the order, and stays stable while entries are added', async () => {
    const who = await world.person('1000');
    const order = await world.place(who, '400', 'd7');
    for (let day = 0; day < 5; day += 1) {
      world.time.now += DAY_MS;
      await payDueInterest(world.deps);
    }
    const first = await world.call(who, 'accountStatement', { account: 'cash', limit: 3 });
    expect(first.items.every(({ reference, kind }) => reference === order.id && kind === 'custody-interest')).toBe(
      true,
    );
    world.time.now += DAY_MS;
    await payDueInterest(world.deps);
    const rest = await world.call(who, 'accountStatement', {
      account: 'cash',
      limit: 50,
      cursor: first.nextCursor ?? '',
    });
    const all = [...first.items, ...rest.items];
    expect(rest.nextCursor).toBeNull();
    expect(all.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 5 }, () => 'custody-interest'),
      'custody-place',
      'deposit',
    ]);
    let balance = 0n;
    for (const row of all.toReversed()) {
      balance += toUnits(row.amount, 'USDT');
      expect(row.balanceAfter).toBe(
        toUnits(row.balanceAfter, 'USDT') === balance ? row.balanceAfter : `not ${balance}`,
      );
    }
    const custody = await world.call(who, 'accountStatement', { account: 'custody' });
    expect(custody.items).toMatchObject([{ kind: 'custody-place', amount: '400.000000', balanceAfter: '400.000000' }]);
  });

  it('show nothing of anybody else', async () => {
    const [owner, other] = [await world.person('1000'), await world.person('0')];
    await world.call(owner, 'createCustodyOrder', { planId: 'd7', amount: '400', tradePassword: TRADE_PASSWORD });
    const { nextCursor } = await world.call(owner, 'accountStatement', { account: 'cash', limit: 1 });
    expect((await world.call(other, 'accountStatement', { account: 'cash' })).items).toEqual([]);
    expect((await world.call(other, 'accountStatement', { account: 'cash', cursor: nextCursor ?? '' })).items).toEqual(
      [],
    );
    expect((await world.call(other, 'tradingAccounts', {})).accounts.map(({ id }) => id)).toEqual([other.accountId]);
  });
});
