/** The RAB market's refusals, each with the figures that the screen needs to say why. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { lapseRabOrders } from '../../../../gateway/jobs/otc-rab';
import { TRADE_PASSWORD, type Person } from '../../world';
import { describeOnDatabase } from '../../support/database';
import { openRabWorld, USUAL, type RabWorld } from './world';
import { act } from '../../support/operators';

const tradePassword = TRADE_PASSWORD;

describeOnDatabase('the RAB market refuses', (fixture) => {
  let world: RabWorld;
  let ann: Person;
  let bob: Person;

  beforeAll(async () => {
    world = await openRabWorld(fixture.database);
  });
  /** Everything of the test before has left the market. */
  beforeEach(async () => {
    world.time.now += 86_400_000;
    await lapseRabOrders(world.deps);
    [ann, bob] = [await world.trader(), await world.trader()];
  });

  it('a price out of the band, with the band', async () => {
    for (const price of ['0.112499', '0.137501']) {
      expect(await world.refusedTo(ann, 'sell', { price })).toMatchObject({
        code: 'price-out-of-band',
        data: { lowest: '0.112500', highest: '0.137500' },
      });
    }
    for (const price of ['0.1125', '0.1375']) await world.sell(ann, { price });
  });

  it('what is too small or too large', async () => {
    expect(await world.refusedTo(bob, 'buy', { quantity: '7.9999' })).toMatchObject({
      code: 'amount-too-small',
      data: { limit: '1' },
    });
    expect(await world.refusedTo(bob, 'buy', { quantity: '999999999999' })).toMatchObject({ code: 'amount-too-large' });
  });

  it('what is not there to pay with', async () => {
    expect(await world.refusedTo(bob, 'buy', { quantity: '8000' })).toMatchObject({
      code: 'insufficient-funds',
      data: { available: '1000.000000' },
    });
    expect(await world.refusedTo(ann, 'sell', { quantity: '10000.00000001', price: '0.1125' })).toMatchObject({
      code: 'insufficient-funds',
      data: { available: '10000.00000000' },
    });
    const quote = { side: 'buy', ...USUAL, quantity: '8000' } as const;
    expect(await world.refused(bob, 'rabQuote', quote)).toMatchObject({ code: 'insufficient-funds' });
    expect(await world.funds(bob)).toBe('USDT 1000/0 RAB 10000/0');
  });

  it('at once what is not there whole, with what is', async () => {
    await world.sell(ann, { quantity: '60' });
    expect(await world.refusedTo(bob, 'buy', { mode: 'now' })).toMatchObject({
      code: 'lot-taken',
      data: { available: '60.00000000' },
    });
    expect(await world.refusedTo(bob, 'buy', { mode: 'now', canSplit: false })).toMatchObject({
      code: 'lot-taken',
      data: { available: '60.00000000' },
    });
  });

  it('one’s own lot, and nothing else than that', async () => {
    const own = await world.sell(ann);
    expect(await world.refusedTo(ann, 'buy', { mode: 'now' })).toMatchObject({ code: 'own-order' });
    const seen = { id: own.id, version: own.version };
    expect(await world.refusedTo(ann, 'buy', { seen })).toMatchObject({ code: 'own-order' });
    expect(await world.refusedTo(ann, 'buy', { mode: 'now', quantity: '101' })).toMatchObject({ code: 'lot-taken' });
  });

  it('a lot that has changed since it was seen, with the lot; one that is gone', async () => {
    const lot = await world.sell(ann);
    const seen = { id: lot.id, version: lot.version };
    await world.buy(bob, { quantity: '30', seen });
    const stale = await world.refusedTo(bob, 'buy', { quantity: '30', seen });
    expect(stale.code).toBe('stale-version');
    expect(stale.data?.['current']).toMatchObject({ id: lot.id, version: 2, remaining: '70.00000000' });
    // The same key, sent again, is the same intent: it is not a stale one.
    const input = world.placing({ quantity: '30', seen: { id: lot.id, version: 2 } });
    const first = await world.call(bob, 'buyRab', input, 'one-intent');
    expect(await world.call(bob, 'buyRab', input, 'one-intent')).toEqual(first);
    await world.buy(bob, { quantity: '40' });
    for (const id of [lot.id, '999999', 'nobody']) {
      expect(await world.refusedTo(bob, 'buy', { seen: { id, version: 3 } })).toMatchObject({ code: 'lot-taken' });
    }
  });

  it('a stale version on every call, with the order', async () => {
    const { id } = await world.sell(ann);
    await world.buy(bob, { quantity: '50' });
    const stale = { code: 'stale-version', data: { current: { id, version: 2, remaining: '50.00000000' } } };
    expect(await world.refused(ann, 'cancelRabOrder', { id, version: 1 })).toMatchObject(stale);
    expect(await world.refused(ann, 'postTheRest', { id, version: 1, tradePassword })).toMatchObject(stale);
    expect(await world.refused(ann, 'postTheRest', { id, version: 2, tradePassword })).toMatchObject({
      code: 'order-closed',
    });
    await world.call(ann, 'cancelRabOrder', { id, version: 2 });
    expect(await world.refused(ann, 'cancelRabOrder', { id, version: 2 })).toMatchObject({ code: 'stale-version' });
    expect(await world.refused(ann, 'cancelRabOrder', { id, version: 3 })).toMatchObject({ code: 'order-closed' });
    expect(await world.refused(bob, 'cancelRabOrder', { id, version: 3 })).toMatchObject({ code: 'not-found' });
  });

  it('a fee that has gone up since it was quoted', async () => {
    const { worst } = await world.call(bob, 'rabQuote', { side: 'buy', ...USUAL });
    const quoted = { ...world.placing({}), fee: worst.fee };
    await world.set('otc.rabFeeRate', '0.003');
    expect(await world.refused(bob, 'buyRab', quoted)).toMatchObject({ code: 'fee-changed' });
    await world.set('otc.rabFeeRate', '0.002');
    expect((await world.call(bob, 'buyRab', quoted)).order.status).toBe('pending-match');
  });

  it('more waiting orders of one person than the operator allows, whichever of their accounts they are in', async () => {
    await world.set('otc.openOrders', 2);
    const sub = { userId: ann.userId, accountId: (await world.call(ann, 'createSubAccount', { name: 'Second' })).id };
    await world.fund(sub, { usdt: '0', rab: '1000' });
    await world.sell(ann);
    await world.sell(sub);
    for (const who of [ann, sub]) {
      expect(await world.refusedTo(who, 'sell', {})).toMatchObject({ code: 'limit-reached', data: { limit: '2' } });
    }
    // An order that does not wait does not count as a waiting order.
    await world.buy(bob, { price: '0.13', quantity: '150', mode: 'now' });
    await world.set('otc.openOrders', 50);
  });

  it('a wrong trade password', async () => {
    const wrong = { ...world.placing({}), tradePassword: '000111' };
    expect(await world.refused(ann, 'sellRab', wrong)).toMatchObject({ code: 'wrong-trade-password' });
  });

  it('everything but cancelling while staff have halted it', async () => {
    const { id } = await world.sell(ann);
    const run = (command: string, input: object) => act(world.deps, command, input);
    await run('otc halt', { market: 'rab', reason: 'Odd prices' });
    expect((await world.call(bob, 'otcFigures', {})).rab).toMatchObject({ isOpen: false, haltReason: 'Odd prices' });
    expect(await world.refusedTo(bob, 'buy', {})).toMatchObject({ code: 'market-halted' });
    expect(await world.refused(bob, 'rabQuote', { side: 'buy', ...USUAL })).toMatchObject({ code: 'market-halted' });
    await world.call(ann, 'cancelRabOrder', { id, version: 1 });
    const listed = await run('otc orders', { user: ann.userId, status: 'cancelled', limit: 10 });
    expect(listed).toMatchObject({ ok: true, data: [{ id, userId: ann.userId }] });
    expect(await run('otc resume', { market: 'rab' })).toMatchObject({ ok: true });
    await world.buy(bob);
  });
});
