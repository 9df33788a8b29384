/** Somebody tries to harm the other side, the operator or the figures of the USDT market. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeMethod } from '../../../../gateway/domain/methods/repo';
import { describeOnDatabase } from '../../support/database';
import { openUsdtWorld, type UsdtWorld } from './world';

describeOnDatabase('on the USDT market', (fixture) => {
  let world: UsdtWorld;
  beforeAll(async () => {
    world = await openUsdtWorld(fixture.database);
  });
  afterAll(async () => expect(await world.findings()).toEqual([]));

  test('what a party writes is one line to the operator: it forges none, and commands no terminal', async () => {
    const { id, buyer } = await world.tradeIn('dispute');
    const forged = '2026-11-23T02:00:00.000Z\truled by bob for the buyer\tfine';
    await world.call(buyer, 'sendMessage', {
      tradeId: id,
      clientId: randomUUID(),
      text: `x\n${forged}\u001b[2J\u009b2J\r\u202e`,
    });
    const { version } = await world.trade(buyer, id);
    await world.call(buyer, 'disputeTrade', { id, version, text: `y\n${forged}`, images: [] });
    const shown = await world.operator('otc show', { id });
    if (!shown.ok) throw new Error(shown.message);
    expect(shown.lines.filter((line) => line.startsWith('2026-11-23T02:00:00.000Z\truled'))).toEqual([]);
    expect(shown.lines.filter((line) => /[^\P{C}\t]/u.test(line))).toEqual([]);
    expect(shown.lines.join('\n')).toContain('ruled by bob for the buyer');
  });

  test('maintenance stops no timer, and so not who has to tell of a payment in time either', async () => {
    const open = await world.tradeIn('disputable');
    const late = await world.tradeIn('late-hold');
    const fresh = await world.take(open.buyer, late.offerId, '20');
    await world.set('app.maintenance', true);
    try {
      expect(await world.pay(open.buyer, fresh.id)).toMatchObject({ state: 'paid' });
      expect(await world.pay(late.buyer, late.id)).toMatchObject({ state: 'dispute' });
      expect(await world.dispute(open.buyer, open.id)).toMatchObject({ state: 'dispute' });
      const { version } = await world.trade(open.buyer, fresh.id);
      const cancelled = await world.refused(open.buyer, 'cancelOfferOrTrade', { id: fresh.id, version });
      expect(cancelled).toEqual({ code: 'unavailable' });
    } finally {
      await world.set('app.maintenance', false);
    }
  });

  test('a card that was taken off file: the two see it while its trade runs, nobody afterwards', async () => {
    const { id, seller, buyer } = await world.tradeIn('paid');
    await removeMethod(fixture.database.db, seller.userId, seller.cardId, world.time.now);
    expect((await world.trade(buyer, id)).payees).toMatchObject([{ cardNumber: '4242424242424242' }]);
    const { version } = await world.trade(buyer, id);
    await world.confirm(seller, id);
    const refused = await world.refused(buyer, 'cancelOfferOrTrade', { id, version });
    expect([refused.code, refused.data?.current]).toMatchObject(['stale-version', { payees: [], payerName: null }]);
    expect((await world.call(buyer, 'usdtPurchases', {})).items[0]).toMatchObject({ id, payees: [] });
    expect(
      (await world.call(seller, 'usdtOffer', { id: (await world.trade(seller, id)).offerId })).trades,
    ).toMatchObject([{ id, payees: [], payerName: null }]);
  });
});
