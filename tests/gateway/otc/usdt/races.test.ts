/** Many at once on the USDT market: one of them is done, the others are told. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../../gateway/domain/call-context';
import { IS_LONG } from '../../../support/seed';
import { TRADE_PASSWORD } from '../../world';
import { describeOnDatabase } from '../../support/database';
import { MINUTE_MS, openUsdtWorld, usdt, type UsdtWorld } from './world';

/** As many as there are connections, so that all of them race for the lot; in a long run many wait for a connection besides. */
const RACERS = IS_LONG ? 200 : 20;

/** Counts the ends: `done`, or the code of the refusal. */
async function outcomes(all: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const one of await Promise.allSettled(all)) {
    if (one.status === 'rejected' && !(one.reason instanceof Refusal)) throw one.reason;
    const how = one.status === 'fulfilled' ? 'done' : (one.reason as Refusal).code;
    counts[how] = (counts[how] ?? 0) + 1;
  }
  return counts;
}

describeOnDatabase('of many at once on the USDT market', (fixture) => {
  let world: UsdtWorld;
  beforeAll(async () => {
    world = await openUsdtWorld(fixture.database);
  });
  afterAll(async () => expect(await world.findings()).toEqual([]));

  test('one has the last lot, the others are told', async () => {
    const seller = await world.trader('1000');
    const offer = await world.sellOffer(seller);
    const racers = await Promise.all(Array.from({ length: RACERS }, () => world.trader('0')));
    const taking = racers.map((one) => world.call(one, 'buyUsdt', world.taking(one, offer, '100')));
    expect(await outcomes(taking)).toEqual({ done: 1, 'lot-taken': RACERS - 1 });
    expect([await world.escrow(seller), await world.held(seller)]).toEqual([usdt('100.2'), 0n]);
  });

  test('one buyer has no more takings than may be unpaid', async () => {
    const [seller, buyer] = [await world.trader('1000'), await world.trader('0')];
    const offers = [];
    for (let n = 0; n < 5; n += 1) offers.push(await world.sellOffer(seller));
    const taking = offers.map((offer) => world.call(buyer, 'buyUsdt', world.taking(buyer, offer, '20')));
    expect(await outcomes(taking)).toEqual({ done: 3, 'limit-reached': 2 });
  });

  test('confirming or disputing, paying or cancelling, and one of two who agree to cancel come first', async () => {
    const oneOf = async (...both: Promise<unknown>[]) =>
      expect(await outcomes(both)).toEqual({ done: 1, 'stale-version': 1 });
    for (let n = 0; n < 2; n += 1) {
      const { id, seller, buyer } = await world.tradeIn('disputable');
      const { version } = await world.trade(seller, id);
      await oneOf(
        world.call(seller, 'confirmPayment', { id, version, tradePassword: TRADE_PASSWORD }),
        world.call(buyer, 'disputeTrade', { id, version, text: 'x', images: [] }),
      );
      const unpaid = await world.tradeIn('awaiting-payment');
      const seen = { id: unpaid.id, version: 1 };
      const proofs = [await world.upload(unpaid.buyer)];
      await oneOf(
        world.call(unpaid.buyer, 'reportPayment', { ...seen, reference: 'R', proofs }),
        world.call(unpaid.buyer, 'cancelOfferOrTrade', seen),
      );
      const paid = await world.tradeIn('paid');
      const both = { id: paid.id, version: 2 };
      await oneOf(
        world.call(paid.buyer, 'cancelOfferOrTrade', both),
        world.call(paid.seller, 'cancelOfferOrTrade', both),
      );
    }
  });

  test('taking and withdrawing leave the offer in one of both', async () => {
    for (let n = 0; n < 2; n += 1) {
      const [seller, buyer] = [await world.trader('1000'), await world.trader('0')];
      const offer = await world.sellOffer(seller);
      const { id, version } = offer;
      const counts = await outcomes([
        world.call(buyer, 'buyUsdt', world.taking(buyer, offer, '100')),
        world.call(seller, 'cancelOfferOrTrade', { id, version }),
      ]);
      expect(counts['done']).toBe(1);
      expect(await world.held(seller)).toBe(0n);
    }
  });

  test('two gateways and a late payment ring each timer once, and the payment is shown or too late', async () => {
    const trades = [await world.tradeIn('awaiting-payment'), await world.tradeIn('awaiting-payment')];
    world.pass(15 * MINUTE_MS);
    const [, , paid] = await Promise.all([
      world.tick(),
      world.tick(),
      outcomes(trades.map(({ id, buyer }) => world.pay(buyer, id))),
    ]);
    expect((paid['done'] ?? 0) + (paid['stale-version'] ?? 0)).toBe(2);
    await world.tick();
    const { rows } = await fixture.database.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM otc_usdt_events WHERE step = 'payment-overdue' AND trade_id = ANY ($1::bigint[])`,
      [trades.map(({ id }) => id)],
    );
    expect(rows[0]?.n).toBe(2);
  });
});
