/** The USDT market's refusals, in each state and for each reason; nothing changes by them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeMethod } from '../../../../gateway/domain/methods/repo';
import { TRADE_PASSWORD, type Person } from '../../world';
import { describeOnDatabase } from '../../support/database';
import {
  MINUTE_MS,
  OFFER,
  openUsdtWorld,
  type StateOfTest,
  type TradeOfTest,
  type TraderPerson,
  type UsdtWorld,
} from './world';

describeOnDatabase('on the USDT market', (fixture) => {
  let world: UsdtWorld;
  beforeAll(async () => {
    world = await openUsdtWorld(fixture.database);
  });
  afterAll(async () => expect(await world.findings()).toEqual([]));

  type Act = 'pay' | 'confirm' | 'cancel' | 'withdraw' | 'dispute';
  const ACTS: readonly Act[] = ['pay', 'confirm', 'cancel', 'withdraw', 'dispute'];

  /** Does `act` on a trade and returns the refusal. */
  async function refusedTo(who: Person, act: Act, id: string, version: number) {
    const seen = { id, version };
    switch (act) {
      case 'pay':
        return world.refused(who, 'reportPayment', { ...seen, reference: 'R', proofs: [await world.upload(who)] });
      case 'confirm':
        return world.refused(who, 'confirmPayment', { ...seen, tradePassword: TRADE_PASSWORD });
      case 'cancel':
        return world.refused(who, 'cancelOfferOrTrade', seen);
      case 'withdraw':
        return world.refused(who, 'cancelOfferOrTrade', { ...seen, withdraw: true });
      case 'dispute':
        return world.refused(who, 'disputeTrade', { ...seen, text: 'x', images: [] });
    }
  }

  /** Acts that are possible in each state; everything else is refused. */
  const ALLOWED: Record<StateOfTest, readonly `${'buyer' | 'seller'} ${Act}`[]> = {
    'awaiting-payment': ['buyer pay', 'buyer cancel'],
    'late-hold': ['buyer pay'],
    paid: ['seller confirm', 'buyer cancel', 'seller cancel'],
    disputable: ['seller confirm', 'buyer cancel', 'seller cancel', 'buyer dispute', 'seller dispute'],
    dispute: ['buyer dispute', 'seller dispute'],
    completed: [],
    cancelled: [],
  };
  const STATES = Object.keys(ALLOWED) as StateOfTest[];

  describe.each(STATES)('a trade that is %s', (state) => {
    let given: TradeOfTest;
    let version: number;
    beforeAll(async () => {
      given = await world.tradeIn(state);
      version = (await world.trade(given.buyer, given.id)).version;
    });

    test('refuses what its table does not have, to either side', async () => {
      const isOver = state === 'completed' || state === 'cancelled';
      for (const side of ['buyer', 'seller'] as const) {
        for (const act of ACTS.filter((one) => !ALLOWED[state].includes(`${side} ${one}`))) {
          const { code } = await refusedTo(given[side], act, given.id, version);
          expect(`${side} ${act}: ${code}`).toBe(`${side} ${act}: ${isOver ? 'order-closed' : 'not-now'}`);
        }
      }
      expect((await world.trade(given.buyer, given.id)).version).toBe(version);
    });
  });

  test('whoever saw another version is refused, with the trade or the offer as it is', async () => {
    const { id, offerId, seller, buyer } = await world.tradeIn('disputable');
    const { version } = await world.trade(buyer, id);
    for (const act of ACTS) {
      const { code, data } = await refusedTo(act === 'confirm' ? seller : buyer, act, id, version + 1);
      expect([code, data?.current]).toMatchObject(['stale-version', { id, version, kind: 'trade' }]);
    }
    expect((await world.trade(buyer, id)).version).toBe(version);
    const offer = await world.offer(buyer, offerId);
    const taken = await world.refused(buyer, 'buyUsdt', world.taking(buyer, { ...offer, version: 99 }, '20'));
    expect([taken.code, taken.data?.current]).toMatchObject(['stale-version', { id: offerId, version: offer.version }]);
  });

  test('a dispute too early is told how long to wait', async () => {
    const { id, buyer } = await world.tradeIn('paid');
    world.pass(10 * MINUTE_MS);
    const { version } = await world.trade(buyer, id);
    const refused = await refusedTo(buyer, 'dispute', id, version);
    expect(refused).toEqual({ code: 'not-now', data: { retryAfterMs: 20 * MINUTE_MS } });
  });

  describe('placing an offer', () => {
    const place = (who: TraderPerson, given: Partial<typeof OFFER>, methodIds = [who.cardId], fee = '1000') =>
      world.refused(who, 'sellUsdt', {
        order: { kind: 'place', ...OFFER, ...given, methodIds },
        fee,
        tradePassword: TRADE_PASSWORD,
      });
    let who: TraderPerson;
    beforeAll(async () => {
      who = await world.trader('100000');
    });

    test('is refused beyond the limits of quantity, price and trade', async () => {
      expect(await place(who, { quantity: '9.999999' })).toEqual({
        code: 'amount-too-small',
        data: { limit: '10.000000' },
      });
      expect(await place(who, { quantity: '50000.000001' })).toEqual({
        code: 'amount-too-large',
        data: { limit: '50000.000000' },
      });
      expect(await place(who, { minFiat: '720.01' })).toEqual({ code: 'amount-too-large', data: { limit: '720.00' } });
      expect(await place(who, { minFiat: '500', maxFiat: '400' })).toEqual({
        code: 'amount-too-large',
        data: { limit: '400.00' },
      });
      expect(await place(who, { price: '100000000.0001' })).toMatchObject({ code: 'amount-too-large' });
    });

    test('is refused without the money, a card of one’s own, or the fee that was seen', async () => {
      expect(await place(await world.trader('100.199999'), {})).toMatchObject({ code: 'insufficient-funds' });
      expect(await place(who, {}, [])).toEqual({ code: 'payee-missing' });
      const other = await world.trader('0');
      expect(await place(who, {}, [other.cardId])).toEqual({ code: 'not-found' });
      expect(await place(who, {}, [who.cardId], '0.199999')).toEqual({ code: 'fee-changed' });
    });

    test('is refused to who is not verified, and on a halted market', async () => {
      const person = await world.person('1000');
      const nobody = { ...person, name: '', cardId: '1' };
      expect(await place(nobody, {})).toEqual({ code: 'needs-identity' });
      expect(await world.operator('otc halt', { market: 'usdt', reason: 'Back at noon' })).toMatchObject({ ok: true });
      expect(await place(who, {})).toEqual({ code: 'market-halted' });
      const { usdt } = await world.call(who, 'otcFigures', {});
      expect(usdt).toMatchObject({ isOpen: false, haltReason: 'Back at noon', fiat: 'CNY', feeRate: '0.002' });
      expect(await world.operator('otc resume', { market: 'usdt' })).toMatchObject({ ok: true });
    });

    test('is refused beyond as many offers as one may have', async () => {
      await world.set('otc.usdtOffers', 2);
      await world.sellOffer(who);
      await world.buyOffer(who);
      expect(await place(who, {})).toEqual({ code: 'limit-reached', data: { limit: '2' } });
      await world.set('otc.usdtOffers', 10);
    });

    test('is all that a halt stops: trades go on', async () => {
      const { id, seller } = await world.tradeIn('paid');
      await world.operator('otc halt', { market: 'usdt', reason: 'x' });
      expect(await world.confirm(seller, id)).toMatchObject({ state: 'completed' });
      await world.operator('otc resume', { market: 'usdt' });
    });
  });

  describe('taking an offer', () => {
    let seller: TraderPerson;
    let buyer: TraderPerson;
    beforeAll(async () => {
      [seller, buyer] = [await world.trader('5000'), await world.trader('50')];
    });
    const take = async (who: TraderPerson, offerId: string, quantity: string) =>
      world.refused(who, 'buyUsdt', world.taking(who, await world.offer(seller, offerId), quantity));

    test('is refused for amounts outside its limits; a last rest below them is taken whole', async () => {
      const { id } = await world.sellOffer(seller, { quantity: '20', price: '7', minFiat: '70', maxFiat: '105' });
      expect(await take(buyer, id, '9.99')).toEqual({ code: 'amount-too-small', data: { limit: '70.00' } });
      expect(await take(buyer, id, '15.1')).toEqual({ code: 'amount-too-large', data: { limit: '105.00' } });
      expect(await take(buyer, id, '20.000001')).toMatchObject({ code: 'amount-too-large' });
      await world.take(buyer, id, '12');
      expect(await world.offer(buyer, id)).toMatchObject({ minFiat: '56.00', maxFiat: '56.00' });
      expect(await take(buyer, id, '7')).toEqual({ code: 'amount-too-small', data: { limit: '56.00' } });
      expect(await world.take(buyer, id, '8')).toMatchObject({ quantity: '8.000000' });
    });

    test('is refused for one’s own, from another account as well, for one of the other side, and for none', async () => {
      const offer = await world.sellOffer(seller);
      const elsewhere = { ...seller, accountId: buyer.accountId };
      expect(await take(elsewhere, offer.id, '20')).toEqual({ code: 'own-order' });
      expect(await world.refused(buyer, 'sellUsdt', world.taking(buyer, offer, '20'))).toEqual({ code: 'not-found' });
      expect(await world.refused(buyer, 'buyUsdt', world.taking(buyer, { ...offer, id: '999999' }, '20'))).toEqual({
        code: 'not-found',
      });
    });

    test('is refused to a buyer with too many that are not paid, and where its cards are off file', async () => {
      const eager = await world.trader('0');
      const { id } = await world.sellOffer(seller, { quantity: '200', maxFiat: '1440' });
      for (let n = 0; n < 3; n += 1) await world.take(eager, id, '20');
      expect(await take(eager, id, '20')).toEqual({ code: 'limit-reached', data: { limit: '3' } });
      await removeMethod(fixture.database.db, seller.userId, seller.cardId, world.time.now);
      // Not the buyer's fault: the offer is off the market until the seller has one of its cards on file.
      const other = await world.trader('0');
      expect(await take(other, id, '20')).toEqual({ code: 'order-closed' });
      const market = async () => (await world.call(other, 'sellOffers', { limit: 100 })).items;
      expect((await market()).filter(({ trader }) => trader.id === seller.userId)).toEqual([]);
      expect((await world.call(other, 'counterparty', { id: seller.userId })).offers).toEqual([]);
      expect(await world.offer(seller, id)).toMatchObject({ banks: [], status: 'pending-match' });
    });

    test('is refused to a seller without the money or a card of their own', async () => {
      const { id } = await world.buyOffer(await world.trader('0'));
      const offer = await world.offer(buyer, id);
      const sell = (given: object) =>
        world.refused(buyer, 'sellUsdt', { ...world.taking(buyer, offer, '50'), ...given });
      expect(await sell({})).toEqual({ code: 'insufficient-funds', data: { available: '50.000000' } });
      const { order } = world.taking(buyer, offer, '20');
      expect(await sell({ order: { ...order, methodIds: [] } })).toEqual({ code: 'payee-missing' });
      expect(await sell({ order, fee: '0.039999' })).toEqual({ code: 'fee-changed' });
      expect(await sell({ order, tradePassword: '000000' })).toMatchObject({ code: 'wrong-trade-password' });
    });

    test('is answered the same under the same key, without a card number, and refused with another input', async () => {
      const maker = await world.trader('500');
      const offer = await world.sellOffer(maker);
      const [taker, key] = [await world.trader('0'), randomUUID()];
      const input = world.taking(taker, offer, '30');
      const first = await world.call(taker, 'buyUsdt', input, key);
      expect(await world.call(taker, 'buyUsdt', { ...input, tradePassword: '000000' }, key)).toEqual(first);
      expect(first.order).toMatchObject({ payees: [] });
      expect(await world.refused(taker, 'buyUsdt', world.taking(taker, offer, '31'), key)).toEqual({
        code: 'idempotency-conflict',
      });
      expect((await world.offer(maker, offer.id)).inTrades).toBe('30.000000');
    });

    test('is refused by its quote already, which tells all of it before', async () => {
      const maker = await world.trader('500');
      const offer = await world.sellOffer(maker);
      const { order } = world.taking(buyer, offer, '30');
      expect(await world.call(buyer, 'usdtQuote', { side: 'buy', order })).toMatchObject({
        fiatAmount: '216.00',
        fee: '0.060000',
        received: '29.940000',
        deducted: '0.000000',
        paymentMs: 15 * MINUTE_MS,
      });
      expect(await world.refused(maker, 'usdtQuote', { side: 'buy', order })).toEqual({ code: 'own-order' });
      const placing = { kind: 'place' as const, ...OFFER, methodIds: [maker.cardId] };
      expect(await world.call(maker, 'usdtQuote', { side: 'sell', order: placing })).toMatchObject({
        deducted: '100.200000',
        received: '720.00',
        available: '399.800000',
      });
    });
  });

  describe('the chat', () => {
    test('is of the two sides and the operator: sent once, read, and open for a week more', async () => {
      const { id: tradeId, seller, buyer } = await world.tradeIn('paid');
      const clientId = randomUUID();
      const { message } = await world.call(buyer, 'sendMessage', { tradeId, clientId, text: 'Paid.' });
      expect((await world.call(buyer, 'sendMessage', { tradeId, clientId, text: 'Paid.' })).message).toEqual(message);
      await world.operator('otc say', { id: tradeId, text: 'We are looking into it.' });
      expect((await world.trade(seller, tradeId)).unread).toBe(2);
      const { items } = await world.call(seller, 'tradeMessages', { tradeId });
      expect(items.map(({ by, readAt }) => [by, readAt])).toEqual([
        ['operator', null],
        ['them', null],
      ]);
      expect(await world.call(seller, 'markMessagesRead', { tradeId, messageId: message.id })).toEqual({ unread: 1 });
      expect((await world.call(buyer, 'tradeMessages', { tradeId })).items[1]).toMatchObject({
        by: 'me',
        readAt: world.time.now,
      });
      await world.confirm(seller, tradeId);
      world.pass(7 * 24 * 60 * MINUTE_MS - 1);
      await world.call(buyer, 'sendMessage', { tradeId, clientId: randomUUID(), text: 'Thank you' });
      world.pass(1);
      const late = { tradeId, clientId: randomUUID(), text: 'Late' };
      expect(await world.refused(buyer, 'sendMessage', late)).toEqual({ code: 'order-closed' });
    });
  });
});
