/** The RAB market's state machine (rules.md §8): every arrow, with what it does to the money. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { TRADE_PASSWORD, type Person } from '../../custody/world';
import { describeOnEachDatabase } from '../../support/database';
import { openRabWorld, type RabWorld } from './world';

const tradePassword = TRADE_PASSWORD;

describeOnEachDatabase('a RAB order', (fixture) => {
  let world: RabWorld;
  let ann: Person;
  let bob: Person;

  beforeAll(async () => {
    world = await openRabWorld(fixture.database);
  });
  beforeEach(async () => {
    [ann, bob] = [await world.trader(), await world.trader()];
  });
  /** Each test leaves an empty market and sound books. */
  afterEach(async () => {
    for (const who of [ann, bob]) {
      for (const list of ['meBuyList', 'meSellList'] as const) {
        const { items } = await world.call(who, list, { status: 'pending-match', limit: 100 });
        for (const { id, version } of items) await world.call(who, 'otcCancel', { id, version });
      }
    }
    expect(await world.findings()).toEqual([]);
  });

  it('waits with what it needs held', async () => {
    expect(await world.sell(ann, { price: '0.126' })).toMatchObject({
      status: 'pending-match',
      held: '100.00000000',
      version: 1,
    });
    expect(await world.buy(bob, { price: '0.124' })).toMatchObject({ status: 'pending-match', held: '12.424800' });
    expect(await world.funds(ann)).toBe('USDT 1000/0 RAB 9900/100');
    expect(await world.funds(bob)).toBe('USDT 987.5752/12.4248 RAB 10000/0');
  });

  it('is filled in parts at its own price, both sides paying their fee once', async () => {
    const sold = await world.sell(ann, { price: '0.125' });
    const bought = await world.buy(bob, { price: '0.13', quantity: '40' });
    // 40 × 0.125 = 5, and 0.01 on each side; the better price is the taker's.
    expect(bought).toMatchObject({ status: 'completed', endedBy: 'filled', averagePrice: '0.125000', fee: '0.010000' });
    expect(await world.funds(bob)).toBe('USDT 994.99/0 RAB 10040/0');
    expect(await world.funds(ann)).toBe('USDT 1004.99/0 RAB 9900/60');
    const { order, fills, timeline } = await world.detail(ann, sold.id);
    expect(order).toMatchObject({
      status: 'pending-match',
      filled: '40.00000000',
      remaining: '60.00000000',
      version: 2,
    });
    expect(fills).toMatchObject([
      { quantity: '40.00000000', fee: '0.010000', received: '4.990000', status: 'settled' },
    ]);
    expect(timeline.map(({ step }) => step)).toEqual(['placed', 'filled']);
    await world.buy(bob, { price: '0.125', quantity: '60', mode: 'now' });
    expect((await world.detail(ann, sold.id)).order).toMatchObject({ status: 'completed', held: '0.00000000' });
    expect(await world.funds(ann)).toBe('USDT 1012.475/0 RAB 9900/0');
  });

  it('that buys gives back what its hold did not need, and pays its own price', async () => {
    const bought = await world.buy(bob, { price: '0.125', quantity: '100' });
    const sold = await world.sell(ann, { price: '0.12', quantity: '30' });
    expect(sold).toMatchObject({ status: 'completed', averagePrice: '0.125000', received: '3.742500' });
    expect((await world.detail(bob, bought.id)).order).toMatchObject({ held: '8.767500', received: '30.00000000' });
    const { order } = await world.call(bob, 'otcCancel', { id: bought.id, version: 2 });
    expect(order).toMatchObject({
      status: 'completed',
      endedBy: 'cancelled',
      remaining: '0.00000000',
      held: '0.000000',
    });
    expect(await world.funds(bob)).toBe('USDT 996.2425/0 RAB 10030/0');
  });

  it('is matched by price, then time', async () => {
    const dear = await world.sell(ann, { price: '0.127', quantity: '10' });
    const first = await world.sell(ann, { price: '0.126', quantity: '10' });
    const second = await world.sell(ann, { price: '0.126', quantity: '10' });
    const bought = await world.buy(bob, { price: '0.127', quantity: '25', canSplit: false });
    const { fills } = await world.detail(bob, bought.id);
    expect(fills.map(({ price, quantity }) => `${quantity} at ${price}`)).toEqual([
      '10.00000000 at 0.126000',
      '10.00000000 at 0.126000',
      '5.00000000 at 0.127000',
    ]);
    const left = await Promise.all([first, second, dear].map(({ id }) => world.detail(ann, id)));
    expect(left.map(({ order }) => order.remaining)).toEqual(['0.00000000', '0.00000000', '5.00000000']);
  });

  it('that cannot be split is filled whole or not', async () => {
    await world.sell(ann, { canSplit: false });
    expect(await world.buy(bob, { quantity: '60' })).toMatchObject({ status: 'pending-match', filled: '0.00000000' });
    expect(await world.buy(bob, { quantity: '150', canSplit: false })).toMatchObject({ filled: '0.00000000' });
    expect(await world.buy(bob, { quantity: '100' })).toMatchObject({ status: 'completed' });
  });

  it('is not filled below the smallest fill, but for its whole rest', async () => {
    await world.sell(ann, { quantity: '1000' });
    expect(await world.buy(bob, { quantity: '99' })).toMatchObject({ filled: '0.00000000' });
    expect(await world.buy(bob, { quantity: '950' })).toMatchObject({ status: 'completed' });
    expect(await world.buy(bob, { quantity: '50' })).toMatchObject({ status: 'completed' });
  });

  it('of one’s own, of a sub-account too, is passed over', async () => {
    const sub = await world.call(ann, 'createSubAccount', { name: 'Second' });
    const second = { userId: ann.userId, accountId: sub.id };
    await world.call(ann, 'accountTransfer', {
      toAccountId: second.accountId,
      asset: 'USDT',
      amount: '50',
      tradePassword,
    });
    const own = await world.sell(ann, { price: '0.12' });
    await world.sell(bob, { price: '0.13' });
    expect(await world.buy(second, { price: '0.125', quantity: '20' })).toMatchObject({ filled: '0.00000000' });
    const bought = await world.buy(second, { price: '0.13', quantity: '20', mode: 'now' });
    expect(bought).toMatchObject({ averagePrice: '0.130000' });
    expect((await world.detail(ann, own.id)).order.filled).toBe('0.00000000');
    const { items } = await world.call(second, 'meBuyList', { status: 'pending-match' });
    for (const { id, version } of items) await world.call(second, 'otcCancel', { id, version });
  });
});
