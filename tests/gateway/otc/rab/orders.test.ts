/** The RAB market's state machine (docs/rules.md §8): every arrow, with what it does to the money. */
import { systemBalance } from '../../../../gateway/ledger/balances';
import { lapseRabOrders } from '../../../../gateway/jobs/otc-rab';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, TRADE_PASSWORD, type Person } from '../../custody/world';
import { describeOnDatabase } from '../../support/database';
import { openRabWorld, USUAL, type RabWorld } from './world';

const tradePassword = TRADE_PASSWORD;

describeOnDatabase('a RAB order', (fixture) => {
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
      for (const list of ['rabBuyOrders', 'rabSellOrders'] as const) {
        const { items } = await world.call(who, list, { status: 'pending-match', limit: 100 });
        for (const { id, version } of items) await world.call(who, 'cancelRabOrder', { id, version });
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
    const { order } = await world.call(bob, 'cancelRabOrder', { id: bought.id, version: 2 });
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

  it('that cannot be split is filled whole or not, and lets nobody trade past it', async () => {
    await world.sell(ann, { canSplit: false });
    const least = { code: 'fill-too-small', data: { limit: '100.00000000', asset: 'RAB' } };
    expect(await world.refusedTo(bob, 'buy', { quantity: '60' })).toMatchObject(least);
    expect(await world.refusedTo(bob, 'buy', { quantity: '60', mode: 'now' })).toMatchObject(least);
    // Half of this one would wait where the other half was filled.
    expect(await world.refusedTo(bob, 'buy', { quantity: '150', canSplit: false })).toMatchObject({
      code: 'lot-taken',
      data: { available: '100.00000000' },
    });
    expect(await world.buy(bob, { quantity: '100' })).toMatchObject({ status: 'completed' });
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
    await world.call(cat, 'cancelRabOrder', { id: dear.id, version: 1 });
  });

  it('takes more of small offers than its own smallest fill would be', async () => {
    for (const price of ['0.124', '0.1245', '0.125']) await world.sell(ann, { price, quantity: '9' });
    const bought = await world.buy(bob, { price: '0.125', quantity: '500' });
    expect(bought).toMatchObject({ filled: '27.00000000', remaining: '473.00000000' });
    expect((await world.detail(bob, bought.id)).fills).toHaveLength(3);
  });

  it('that cannot be split is taken together with what is better', async () => {
    await world.sell(ann, { price: '0.12', quantity: '30' });
    const whole = await world.sell(ann, { price: '0.125', canSplit: false });
    const take = { price: whole.price, quantity: '100', mode: 'now', canSplit: false } as const;
    const seen = { id: whole.id, version: whole.version };
    const least = { code: 'fill-too-small', data: { limit: '130.00000000', asset: 'RAB' } };
    expect(await world.refused(bob, 'rabQuote', { side: 'buy', ...take, seen })).toMatchObject(least);
    expect(await world.refusedTo(bob, 'buy', { ...take, seen })).toMatchObject(least);
    const all = { ...take, quantity: '130', seen };
    const quote = await world.call(bob, 'rabQuote', { side: 'buy', ...all });
    expect(quote.now).toMatchObject({ quantity: '130.00000000', amount: '16.100000' });
    expect(await world.buy(bob, all)).toMatchObject({ status: 'completed', averagePrice: '0.123846' });
  });

  it('is not filled below the smallest fill, but for its whole rest', async () => {
    await world.sell(ann, { quantity: '1000' });
    expect(await world.refusedTo(bob, 'buy', { quantity: '99' })).toMatchObject({
      code: 'fill-too-small',
      data: { limit: '100.00000000' },
    });
    expect(await world.buy(bob, { quantity: '950' })).toMatchObject({ status: 'completed' });
    expect(await world.buy(bob, { quantity: '50' })).toMatchObject({ status: 'completed' });
  });

  it('whose rest is worth less than an order must be is taken whole by who taps it, and by no part', async () => {
    const { id } = await world.sell(ann);
    await world.buy(bob, { quantity: '95' });
    const rest = { quantity: '5', mode: 'now', seen: { id, version: 2 } } as const;
    const tooSmall = { code: 'amount-too-small', data: { limit: '1' } };
    expect(await world.refusedTo(bob, 'buy', { ...rest, quantity: '4' })).toMatchObject(tooSmall);
    expect(await world.refusedTo(bob, 'buy', { ...rest, mode: 'rest' })).toMatchObject(tooSmall);
    expect(await world.refusedTo(bob, 'buy', { quantity: '5', mode: 'now' })).toMatchObject(tooSmall);
    expect((await world.call(bob, 'rabQuote', { side: 'buy', ...USUAL, ...rest })).now.amount).toBe('0.625000');
    expect(await world.buy(bob, rest)).toMatchObject({ status: 'completed', endedBy: 'filled' });
    expect((await world.detail(ann, id)).order).toMatchObject({ status: 'completed', held: '0.00000000' });
  });

  it('of one’s own, of a sub-account too, is passed over', async () => {
    const sub = await world.call(ann, 'createSubAccount', { name: 'Second' });
    const second = { userId: ann.userId, accountId: sub.id };
    await world.call(ann, 'transferToAccount', {
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
    const { items } = await world.call(second, 'rabBuyOrders', { status: 'pending-match' });
    for (const { id, version } of items) await world.call(second, 'cancelRabOrder', { id, version });
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

  it('of which nothing was filled is cancelled', async () => {
    const sold = await world.sell(ann);
    const { order } = await world.call(ann, 'cancelRabOrder', { id: sold.id, version: 1 });
    expect(order).toMatchObject({ status: 'cancelled', endedBy: 'cancelled', held: '0.00000000', version: 2 });
    expect(await world.funds(ann)).toBe('USDT 1000/0 RAB 10000/0');
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
});

describeOnDatabase('a RAB order with a part deposit', (fixture) => {
  let world: RabWorld;
  let ann: Person;
  let cat: Person;
  let bob: Person;

  beforeAll(async () => {
    world = await openRabWorld(fixture.database);
    await world.set('otc.depositRate', '0.3');
  });
  beforeEach(async () => {
    [ann, cat, bob] = [await world.trader(), await world.trader(), await world.trader('100', '0')];
  });
  afterEach(async () => expect(await world.findings()).toEqual([]));

  it('ends its matching with the first match; the rest settles it', async () => {
    const [first, second] = [await world.sell(ann, { quantity: '40' }), await world.sell(cat, { quantity: '100' })];
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
    expect(await world.funds(bob)).toBe('USDT 96.994/0 RAB 0/0');
    expect((await world.detail(ann, first.id)).order).toMatchObject({ status: 'match-ended', received: '0.000000' });
    expect((await world.detail(cat, second.id)).order).toMatchObject({
      status: 'pending-match',
      remaining: '60.00000000',
    });
    world.time.now += 1_799_999;
    const rest = { id: bought.id, version: bought.version, tradePassword };
    const { order } = await world.call(bob, 'postTheRest', rest);
    expect(order).toMatchObject({ status: 'completed', restDue: null, received: '80.00000000', fee: '0.020000' });
    expect(await world.funds(bob)).toBe('USDT 89.98/0 RAB 80/0');
    expect(await world.funds(ann)).toBe('USDT 1004.99/0 RAB 9960/0');
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
    expect(await world.refused(bob, 'postTheRest', { ...rest, version: 2 })).toMatchObject({ code: 'order-closed' });
    const left = await world.detail(cat, second.id);
    await world.call(cat, 'cancelRabOrder', { id: second.id, version: left.order.version });
  });

  it('that waited releases what was not matched', async () => {
    const bought = await world.buy(bob, { quantity: '100' });
    expect(bought).toMatchObject({ held: '3.757500' });
    const sold = await world.sell(ann, { quantity: '50' });
    expect(sold).toMatchObject({ status: 'match-ended', endedBy: null });
    const { order } = await world.detail(bob, bought.id);
    expect(order).toMatchObject({
      status: 'match-ended',
      remaining: '0.00000000',
      held: '0.000000',
      restDue: '4.383750',
    });
    expect(await world.funds(bob)).toBe('USDT 98.12125/0 RAB 0/0');
    await world.call(bob, 'postTheRest', { id: bought.id, version: order.version, tradePassword });
    expect((await world.detail(ann, sold.id)).order).toMatchObject({ status: 'completed', endedBy: 'filled' });
  });

  it('loses its deposit when the rest is not posted in time: half to the seller, half to the insurance fund', async () => {
    const insured = await systemBalance(fixture.database.db, 'insurance', 'USDT');
    const sold = await world.sell(ann, { quantity: '80' });
    // 0.3 of 4.378738 + 0.008758: a deposit of an odd number of units.
    const bought = await world.buy(bob, { quantity: '35.0299', canSplit: true });
    const due = bought.restDueAt ?? 0;
    const { order: left } = await world.detail(ann, sold.id);
    await world.call(ann, 'cancelRabOrder', { id: sold.id, version: left.version });
    world.time.now = due;
    const late = { id: bought.id, version: bought.version, tradePassword };
    expect(await world.refused(bob, 'postTheRest', late)).toMatchObject({ code: 'order-closed' });
    const runs = await Promise.all([lapseRabOrders(world.deps), lapseRabOrders(world.deps)]);
    expect(runs[0] + runs[1]).toBe(1);
    expect((await world.detail(bob, bought.id)).order).toMatchObject({
      status: 'cancelled',
      endedBy: 'rest-not-posted',
    });
    expect((await world.detail(ann, sold.id)).order).toMatchObject({ status: 'cancelled', endedBy: 'cancelled' });
    const deposit = 1_316_249n;
    expect((await systemBalance(fixture.database.db, 'insurance', 'USDT')) - insured).toBe(deposit / 2n + 1n);
    expect(await world.funds(ann)).toBe('USDT 1000.658124/0 RAB 10000/0');
    expect(await world.funds(bob)).toBe('USDT 98.683751/0 RAB 0/0');
    expect((await world.call(bob, 'otcFigures', {})).attention).toBe(0);
  });

  it('of whose deposit nothing falls to one of its matches ends as any other', async () => {
    await world.set('otc.depositRate', '1');
    const dust = await world.sell(cat, { price: '0.126', quantity: '40.000008' });
    await world.buy(ann, { price: '0.126', quantity: '40', mode: 'now' });
    await world.set('otc.depositRate', '0.3');
    const sold = await world.sell(ann, { quantity: '80.000048' });
    const whole = { price: '0.126', quantity: '80.000056', canSplit: false } as const;
    const bought = await world.buy(bob, whole);
    // 0.3 of 10.020007 and 0.3 of 10.020008 round up to the same.
    expect(bought).toMatchObject({ status: 'match-ended', deposit: '3.006003' });
    world.time.now += 1_800_000;
    expect(await lapseRabOrders(world.deps)).toBe(1);
    expect((await world.detail(bob, bought.id)).order).toMatchObject({ status: 'cancelled', deposit: null });
    expect((await world.detail(ann, sold.id)).order).toMatchObject({ status: 'cancelled' });
    expect((await world.detail(cat, dust.id)).order).toMatchObject({ status: 'completed' });
    expect(await world.funds(bob)).toBe('USDT 96.993997/0 RAB 0/0');
    expect(await world.funds(cat)).toBe('USDT 1005.02992/0 RAB 9960/0');
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

  it('calls for its rest whichever account its buyer is in, and nobody else', async () => {
    const sub = { userId: bob.userId, accountId: (await world.call(bob, 'createSubAccount', { name: 'Second' })).id };
    await world.fund(sub, { usdt: '50', rab: '0' });
    await world.sell(ann, { quantity: '80' });
    const { id, version } = await world.buy(sub, { quantity: '80' });
    for (const who of [bob, sub]) expect((await world.call(who, 'otcFigures', {})).attention).toBe(1);
    for (const who of [ann, cat]) expect((await world.call(who, 'otcFigures', {})).attention).toBe(0);
    await world.call(sub, 'postTheRest', { id, version, tradePassword });
    expect((await world.call(bob, 'otcFigures', {})).attention).toBe(0);
  });

  it('needs the rest to be there', async () => {
    await world.sell(ann, { quantity: '1000' });
    const bought = await world.buy(bob, { quantity: '1000' });
    const rest = { id: bought.id, version: 1, tradePassword };
    expect(await world.refused(bob, 'postTheRest', rest)).toMatchObject({
      code: 'insufficient-funds',
      data: { available: '62.425000' },
    });
    expect(await world.refused(bob, 'cancelRabOrder', { id: bought.id, version: 1 })).toMatchObject({
      code: 'order-closed',
    });
    expect((await world.call(bob, 'otcFigures', {})).attention).toBe(1);
    world.time.now += 1_800_000;
    await lapseRabOrders(world.deps);
  });
});
