/** A trader's record counts trades so that nobody can buy a good one (docs/rules.md §8). */
import { beforeAll, expect, test } from 'vitest';
import { describeOnDatabase } from '../support/database';
import { openRabWorld, type RabWorld } from './rab/world';
import { MINUTE_MS, openUsdtWorld, USDT_START, type TraderPerson, type UsdtWorld } from './usdt/world';

describeOnDatabase('a trader’s record', (fixture) => {
  let world: UsdtWorld;
  let rab: RabWorld;
  /** The person who looks at the others' records. */
  let viewer: TraderPerson;

  beforeAll(async () => {
    world = await openUsdtWorld(fixture.database, USDT_START);
    rab = await openRabWorld(fixture.database, USDT_START);
    viewer = await world.trader();
  });

  const profile = (who: TraderPerson) => world.call(viewer, 'counterparty', { id: who.userId });
  const record = async (who: TraderPerson) => {
    const { completed, completionRate } = (await profile(who)).trader;
    return [completed, completionRate];
  };
  // One picture each: making one takes longer than a trade.
  const proofs = new Map<string, Promise<string>>();
  const proofOf = (buyer: TraderPerson): Promise<string> => {
    const proof = proofs.get(buyer.userId) ?? world.upload(buyer);
    proofs.set(buyer.userId, proof);
    return proof;
  };
  const complete = async (buyer: TraderPerson, seller: TraderPerson, offerId: string) => {
    const { id, version } = await world.take(buyer, offerId, '10');
    await world.call(buyer, 'reportPayment', { id, version, reference: 'REF-1', proofs: [await proofOf(buyer)] });
    await world.confirm(seller, id);
  };
  const offers = async (minCompletionRate: string) =>
    (await world.call(viewer, 'sellOffers', { minCompletionRate, limit: 100 })).items.map(({ trader }) => trader.id);
  const wide = { quantity: '900', minFiat: '1', maxFiat: '6480' };

  test('two who collude have a record of one, however often they trade; another counterparty makes it two', async () => {
    const [seller, buyer, third] = [await world.trader('2000'), await world.trader('2000'), await world.trader('0')];
    const { id } = await world.sellOffer(seller, wide);
    for (let trade = 0; trade < 3; trade += 1) await complete(buyer, seller, id);
    // The other way round it is still the same two.
    const back = await world.sellOffer(buyer, wide);
    for (let trade = 0; trade < 3; trade += 1) await complete(seller, buyer, back.id);
    expect([await record(seller), await record(buyer)]).toEqual([
      [1, '1'],
      [1, '1'],
    ]);
    expect((await profile(seller)).all).toEqual({ completed: 1, completionRate: '1' });
    await complete(third, seller, id);
    expect([await record(seller), await record(third)]).toEqual([
      [2, '1'],
      [1, '1'],
    ]);
  });

  test('each own fault counts, and trades with an accomplice do not thin it out', async () => {
    const [seller, accomplice, cheat] = [await world.trader(), await world.trader(), await world.trader('0')];
    const { id } = await world.sellOffer(seller, wide);
    const { id: friendly } = await world.sellOffer(accomplice, wide);
    for (let trade = 0; trade < 3; trade += 1) await complete(cheat, accomplice, friendly);
    await complete(cheat, seller, id);
    expect(await record(cheat)).toEqual([2, '1']);
    await world.cancel(cheat, (await world.take(cheat, id, '10')).id);
    await world.cancel(cheat, (await world.take(cheat, id, '10')).id);
    expect(await record(cheat)).toEqual([2, '0.5']);
    for (let trade = 0; trade < 3; trade += 1) await complete(cheat, accomplice, friendly);
    await complete(cheat, seller, id);
    expect(await record(cheat)).toEqual([2, '0.5']);
    // It was the buyer's doing: the seller has lost nothing by it.
    expect(await record(seller)).toEqual([1, '1']);
  });

  test('a dispute counts against whom the operator ruled against, what both call off against nobody', async () => {
    const denied = await world.tradeIn('dispute');
    await world.ruled(denied.id, 'buyer');
    expect([await record(denied.seller), await record(denied.buyer)]).toEqual([
      [0, '0'],
      [1, '1'],
    ]);
    const invented = await world.tradeIn('dispute');
    await world.ruled(invented.id, 'seller');
    expect([await record(invented.seller), await record(invented.buyer)]).toEqual([
      [0, null],
      [0, '0'],
    ]);
    const late = await world.tradeIn('late-hold');
    await world.pay(late.buyer, late.id);
    await world.ruled(late.id, 'seller');
    expect(await record(late.buyer)).toEqual([0, '0']);
    const unpaid = await world.tradeIn('cancelled');
    expect([await record(unpaid.seller), await record(unpaid.buyer)]).toEqual([
      [0, null],
      [0, '0'],
    ]);
    const calledOff = await world.tradeIn('paid');
    await world.cancel(calledOff.seller, calledOff.id);
    await world.cancel(calledOff.buyer, calledOff.id);
    expect([await record(calledOff.seller), await record(calledOff.buyer)]).toEqual([
      [0, null],
      [0, null],
    ]);
  });

  test('fills of RAB are no trades of USDT, and the other way round', async () => {
    const [maker, taker] = [await world.trader(), await world.trader('1000')];
    rab.time.now = world.time.now;
    await rab.fund(maker, { usdt: '0', rab: '10000' });
    for (let fill = 0; fill < 3; fill += 1) {
      await rab.sell(maker);
      await rab.buy(taker);
    }
    await rab.sell(maker, { price: '0.13' });
    await world.sellOffer(maker);
    expect(await record(maker)).toEqual([0, null]);
    expect((await profile(maker)).all).toEqual({ completed: 0, completionRate: null });
    expect(await offers('0.5')).not.toContain(maker.userId);
    const lots = async (minCompletionRate?: string) =>
      (
        await rab.call(viewer, 'rabLots', {
          side: 'sell',
          limit: 100,
          ...(minCompletionRate && { minCompletionRate }),
        })
      ).items;
    expect((await lots('0.5')).map(({ trader }) => trader)).toEqual([
      expect.objectContaining({ id: maker.userId, completed: 1, completionRate: '1' }),
    ]);
    // And a fault on the USDT market leaves the RAB market's record as it was.
    const { id } = await world.sellOffer(await world.trader(), wide);
    await world.cancel(maker, (await world.take(maker, id, '10')).id);
    expect(await record(maker)).toEqual([0, '0']);
    expect((await lots())[0]?.trader).toMatchObject({ completed: 1, completionRate: '1' });
  });

  test('only the last thirty days are of the record', async () => {
    const { seller } = await world.tradeIn('completed');
    expect(await record(seller)).toEqual([1, '1']);
    expect(await offers('1')).toContain(seller.userId);
    world.pass(30 * 24 * 60 * MINUTE_MS + 1);
    expect(await record(seller)).toEqual([0, null]);
    expect((await profile(seller)).all).toEqual({ completed: 1, completionRate: '1' });
    expect(await offers('0')).not.toContain(seller.userId);
    // Who has never traded has none, whoever asks.
    const nobody = await world.person('0');
    expect(await world.refused(viewer, 'counterparty', { id: nobody.userId })).toEqual({ code: 'not-found' });
  });
});
