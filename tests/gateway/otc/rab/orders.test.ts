/** Orders of the RAB market (docs/rules.md §8) where model.test.ts does not look: terms, quotes, timelines, and cases that chance seldom meets. */
import { lapseRabOrders } from '../../../../gateway/jobs/otc-rab';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemBalance } from '../../../../gateway/ledger/balances';
import { DAY_MS, TRADE_PASSWORD, type Person } from '../../world';
import { describeOnDatabase } from '../../support/database';
import { openRabWorld, type RabWorld } from './world';

const tradePassword = TRADE_PASSWORD;

describeOnDatabase('a RAB order', (fixture) => {
  let world: RabWorld;
  let ann: Person;
  let bob: Person;

  beforeAll(async () => {
    world = await openRabWorld(fixture.database);
  });
  afterAll(async () => expect(await world.findings()).toEqual([]));
  /** Everything of the test before has left the market. */
  beforeEach(async () => {
    world.time.now += 2 * DAY_MS;
    await lapseRabOrders(world.deps);
    [ann, bob] = [await world.trader(), await world.trader()];
  });

  it('never trades past a better price, however small it is: it is told the least amount', async () => {
    const [cat, dan] = [await world.trader(), await world.trader()];
    // The attack: two accounts trade dearly between six better offers and a quantity below each smallest fill.
    for (const price of ['0.1251', '0.1252', '0.1253', '0.1254', '0.1255', '0.1256']) {
      await world.sell(ann, { price, quantity: '100' });
    }
    const dear = await world.sell(cat, { price: '0.13', quantity: '9' });
    const take = { price: '0.13', quantity: '9', mode: 'now', seen: { id: dear.id, version: 1 } } as const;
    const least = { code: 'fill-too-small', data: { limit: '10.00000000', asset: 'RAB' } };
    expect(await world.refusedTo(dan, 'buy', take)).toMatchObject(least);
    expect(await world.refusedTo(dan, 'buy', { price: '0.13', quantity: '9' })).toMatchObject(least);
    expect(await world.refusedTo(dan, 'buy', { price: '0.13', quantity: '9', canSplit: false })).toMatchObject(least);
    // The other way round: an offer to buy that waits above better offers to sell is not made either.
    const between = { code: 'fill-too-small', data: { limit: '110.00000000' } };
    expect(await world.refusedTo(dan, 'buy', { price: '0.13', quantity: '105' })).toMatchObject(between);
    expect(await world.buy(dan, { price: '0.13', quantity: '110' })).toMatchObject({ status: 'completed' });
  });

  it('leaves the market when its time is over, however late, and only once', async () => {
    const bought = await world.buy(bob, { quantity: '100' });
    await world.sell(ann, { quantity: '40' });
    world.time.now += DAY_MS - 1;
    expect(await lapseRabOrders(world.deps)).toBe(0);
    world.time.now += 1;
    // It is no longer on the market, also before the job has run.
    expect(await world.sell(ann, { quantity: '20', price: '0.12' })).toMatchObject({ filled: '0.00000000' });
    world.time.now += 10 * DAY_MS;
    const runs = await Promise.all([lapseRabOrders(world.deps), lapseRabOrders(world.deps)]);
    expect(runs[0] + runs[1]).toBe(2);
    expect(await lapseRabOrders(world.deps)).toBe(0);
    const { order, timeline } = await world.detail(bob, bought.id);
    expect(order).toMatchObject({ status: 'completed', endedBy: 'expired', held: '0.000000', version: 3 });
    expect(timeline.map(({ step, quantity }) => `${step} ${quantity}`)).toEqual([
      'placed 100.00000000',
      'filled 40.00000000',
      'expired 60.00000000',
    ]);
  });

  it('is placed under its own terms: level, fee and deposit of that moment', async () => {
    await fixture.database.pool.query(
      `WITH raised AS (UPDATE users SET level = 5 WHERE id = $1 RETURNING id)
       INSERT INTO level_changes (user_id, day, before, after, custody, small_zone) SELECT id, '2026-11-21T00:00:00Z', 0, 5, 0, 0 FROM raised`,
      [bob.userId],
    );
    const sold = await world.sell(ann, { quantity: '1000' });
    await world.set('otc.rabFeeRate', '0.01');
    const bought = await world.buy(bob, { quantity: '1000' });
    await world.set('otc.rabFeeRate', '0.002');
    expect(bought).toMatchObject({ feeRate: '0.0075', fee: '0.937500' });
    expect((await world.detail(ann, sold.id)).order).toMatchObject({ feeRate: '0.002', fee: '0.250000' });
  });

  it('costs a fee that is rounded up once, however many fills', async () => {
    const sold = await world.sell(ann, { price: '0.123457', quantity: '99.99999999' });
    for (const quantity of ['11.00000001', '10.33333333', '12.77777777']) await world.buy(bob, { quantity });
    const { order, fills } = await world.detail(ann, sold.id);
    expect(fills).toHaveLength(3);
    const units = (text: string) => BigInt(text.replace('.', ''));
    const amount = fills.reduce((sum, fill) => sum + units(fill.amount), 0n);
    expect(units(order.fee)).toBe((amount * 2n + 999n) / 1000n);
    expect(fills.reduce((sum, fill) => sum + units(fill.fee), 0n)).toBe(units(order.fee));
  });

  describe('with a part deposit', () => {
    let cat: Person;
    beforeEach(async () => {
      await world.set('otc.depositRate', '0.3');
      [cat, bob] = [await world.trader(), await world.trader('100', '0')];
    });
    afterAll(() => world.set('otc.depositRate', '1'));

    it('shows the rest that is due, and in its timeline how each match ends', async () => {
      const first = await world.sell(ann, { quantity: '40' });
      await world.sell(cat, { quantity: '100' });
      const bought = await world.buy(bob, { quantity: '80' });
      // 10 and 0.02; 3.006 of it deposited.
      expect(bought).toMatchObject({
        status: 'match-ended',
        filled: '80.00000000',
        restDue: '7.014000',
        deposit: '3.006000',
        received: '0.00000000',
      });
      expect(bought.restDueAt).toBe(world.time.now + 1_800_000);
      expect((await world.detail(ann, first.id)).order).toMatchObject({ status: 'match-ended', received: '0.000000' });
      world.time.now += 1_799_999;
      const rest = { id: bought.id, version: bought.version, tradePassword };
      const { order } = await world.call(bob, 'postTheRest', rest);
      expect(order).toMatchObject({ status: 'completed', restDue: null, received: '80.00000000', fee: '0.020000' });
      const { timeline } = await world.detail(bob, bought.id);
      expect(timeline.map(({ step }) => step)).toEqual([
        'placed',
        'matched',
        'matched',
        'rest-posted',
        'settled',
        'rest-posted',
        'settled',
      ]);
    });

    it('that nobody posts the rest of is cancelled: half of the deposit is the seller’s, half the insurance fund’s', async () => {
      const insured = () => systemBalance(fixture.database.db, 'insurance', 'USDT');
      const sold = await world.sell(ann, { quantity: '80' });
      const bought = await world.buy(bob, { quantity: '80' });
      const before = await insured();
      world.time.now += 1_800_000;
      expect(await lapseRabOrders(world.deps)).toBe(1);
      expect((await world.detail(bob, bought.id)).order).toMatchObject({ status: 'cancelled', deposit: null });
      expect((await world.detail(ann, sold.id)).order).toMatchObject({ status: 'cancelled' });
      expect(await world.funds(bob)).toBe('USDT 96.994/0 RAB 0/0');
      expect(await world.funds(ann)).toBe('USDT 1001.503/0 RAB 10000/0');
      expect((await insured()) - before).toBe(1_503_000n);
    });

    it('has longer for a rest that nobody could post, as calls that move money were refused', async () => {
      const sold = await world.sell(ann, { quantity: '80' });
      const bought = await world.buy(bob, { quantity: '80' });
      await world.set('app.maintenance', true);
      const rest = { id: bought.id, version: bought.version, tradePassword };
      world.time.now += 899_999;
      expect(await lapseRabOrders(world.deps)).toBe(0);
      // Half of the time is left at least, whenever it ends.
      for (const ms of [1, 900_000]) {
        world.time.now += ms;
        expect(await world.refused(bob, 'postTheRest', rest)).toMatchObject({ code: 'unavailable' });
        expect(await lapseRabOrders(world.deps)).toBe(1);
        expect(await lapseRabOrders(world.deps)).toBe(0);
      }
      await world.set('app.maintenance', false);
      const { order } = await world.detail(bob, bought.id);
      expect(order).toMatchObject({ status: 'match-ended', version: 3, restDueAt: world.time.now + 1_800_000 });
      expect(await world.refused(bob, 'postTheRest', rest)).toMatchObject({ code: 'stale-version' });
      world.time.now += 1_799_999;
      expect(await lapseRabOrders(world.deps)).toBe(0);
      await world.call(bob, 'postTheRest', { ...rest, version: 3 });
      expect((await world.detail(ann, sold.id)).order).toMatchObject({ status: 'completed', received: '9.980000' });
    });
  });
});
