/** Somebody tries to harm the other side, the operator or the figures of the USDT market. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeMethod } from '../../../../gateway/domain/methods/repo';
import { BY_TIME } from '../../../../gateway/domain/paging';
import { describeOnDatabase } from '../../support/database';
import { openUsdtWorld, type UsdtWorld } from './world';

describeOnDatabase('on the USDT market', (fixture) => {
  let world: UsdtWorld;
  beforeAll(async () => {
    world = await openUsdtWorld(fixture.database);
  });
  afterAll(async () => expect(await world.findings()).toEqual([]));

  test('a character that no database keeps is refused as input, in the chat and in evidence', async () => {
    const { id, buyer } = await world.tradeIn('dispute');
    const { version } = await world.trade(buyer, id);
    const say = { tradeId: id, clientId: randomUUID(), text: 'a\u0000b' };
    const show = { id, version, text: 'a\u0000b', images: [] };
    const isRefused = (error: unknown) => error instanceof Error && 'issues' in error;
    expect(await world.call(buyer, 'sendMessage', say).catch(isRefused)).toBe(true);
    expect(await world.call(buyer, 'disputeTrade', show).catch(isRefused)).toBe(true);
    const lines = { ...say, text: 'first\nsecond\tthird' };
    expect((await world.call(buyer, 'sendMessage', lines)).message.text).toBe('first\nsecond\tthird');
  });

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

  test('asking to cancel and taking it back ends somewhere: the other side gets to act', async () => {
    const { id, seller, buyer } = await world.tradeIn('paid');
    let asked = 0;
    let refused: string | null = null;
    while (refused === null && asked < 30) {
      const { version } = await world.trade(seller, id);
      const input = { id, version, withdraw: asked % 2 === 1 };
      refused = await world.call(seller, 'cancelOfferOrTrade', input).then(
        () => null,
        (error: { code: string }) => error.code,
      );
      if (refused === null) asked += 1;
    }
    expect([refused, asked]).toEqual(['limit-reached', 10]);
    // The other side's word is still free.
    expect(await world.cancel(buyer, id)).toMatchObject({ state: 'paid', cancelAgreed: { mine: true } });
  });

  test('no rest is left that nobody could take', async () => {
    const [seller, buyer] = [await world.trader('1000'), await world.trader('0')];
    const { id } = await world.sellOffer(seller, { quantity: '10', price: '7', minFiat: '0.01', maxFiat: '70' });
    await world.take(buyer, id, '9.999999');
    const rest = await world.take(buyer, id, '0.000001');
    expect(rest).toMatchObject({ quantity: '0.000001', fee: '0.000000', received: '0.000001' });
    await world.pay(buyer, rest.id);
    await world.confirm(seller, rest.id);
    expect(await world.available(buyer)).toBe(1n);
  });

  test('who takes back that they agreed withdraws no offer', async () => {
    const seller = await world.trader('1000');
    const { id, version } = await world.sellOffer(seller);
    expect(await world.refused(seller, 'cancelOfferOrTrade', { id, version, withdraw: true })).toEqual({
      code: 'not-now',
    });
    expect(await world.offer(seller, id)).toMatchObject({ status: 'pending-match', version });
  });

  test('a cursor of no time that there is names a field of the input', async () => {
    const { id, buyer } = await world.tradeIn('paid');
    const cursor = BY_TIME.encode({ at: 8_000_000_000_000_000, id: '1' });
    const refused = [
      await world.refused(buyer, 'usdtPurchases', { cursor }),
      await world.refused(buyer, 'tradeMessages', { tradeId: id, cursor }),
    ];
    expect(refused.map(({ code }) => code)).toEqual(['invalid-input', 'invalid-input']);
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
