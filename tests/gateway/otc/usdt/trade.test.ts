/** The USDT market's state machine (rules.md §8): every arrow with its money, and what each side is shown and told. */
import { beforeAll, describe, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database';
import { openUsdtWorld, usdt, type TraderPerson, type UsdtWorld } from './world';

describeOnEachDatabase('a USDT trade', (fixture) => {
  let world: UsdtWorld;
  let seller: TraderPerson;
  let buyer: TraderPerson;

  beforeAll(async () => {
    world = await openUsdtWorld(fixture.database);
  });

  describe('of an offer to sell', () => {
    test('placed, taken, paid, confirmed: each side pays its own fee', async () => {
      [seller, buyer] = [await world.trader('1000'), await world.trader('0')];
      const before = await world.fees();
      const offer = await world.sellOffer(seller);
      expect(offer).toMatchObject({
        side: 'sell',
        status: 'pending-match',
        held: '100.200000',
        banks: ['Bank of Kelp'],
      });
      expect(await world.available(seller)).toBe(usdt('899.8'));
      const taken = await world.take(buyer, offer.id, '40');
      expect(taken).toMatchObject({ state: 'awaiting-payment', fee: '0.080000', received: '39.920000', payees: [] });
      expect(await world.escrow(seller)).toBe(usdt('40.08'));
      expect(await world.held(seller)).toBe(usdt('60.12'));
      expect((await world.trade(buyer, taken.id)).payees).toEqual([
        { bankName: 'Bank of Kelp', branch: 'Bay', cardNumber: '4242424242424242', holderName: seller.name },
      ]);
      expect(await world.pay(buyer, taken.id)).toMatchObject({ state: 'paid', reference: 'REF-1' });
      expect(await world.confirm(seller, taken.id)).toMatchObject({ state: 'completed', status: 'completed' });
      expect(await world.available(buyer)).toBe(usdt('39.92'));
      expect(await world.escrow(seller)).toBe(0n);
      expect((await world.fees()) - before).toBe(usdt('0.16'));
      expect((await world.trade(buyer, taken.id)).payees).toEqual([]);
      expect(await world.offer(seller, offer.id)).toMatchObject({ remaining: '60.000000', completed: '40.000000' });
      expect(await world.findings()).toEqual([]);
    });
  });
});
