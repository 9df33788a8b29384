/** The USDT market (docs/rules.md §8) where model.test.ts does not look: what each side of a trade is shown and told, and the lists. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOnDatabase } from '../../support/database';
import { feesTaken } from '../../support/fees';
import { MINUTE_MS, openUsdtWorld, usdt, type TraderPerson, type UsdtWorld } from './world';

describeOnDatabase('the USDT market', (fixture) => {
  let world: UsdtWorld;
  beforeAll(async () => {
    world = await openUsdtWorld(fixture.database);
  });
  afterAll(async () => expect(await world.findings()).toEqual([]));

  /** A person's USDT, in units: available, held and in escrow. */
  const where = async (who: TraderPerson) => ({
    available: await world.available(who),
    held: await world.held(who),
    escrow: await world.escrow(who),
  });

  /** Kinds of the notices that somebody got since the last look. */
  let seen = '0';
  async function noticesTo(who: TraderPerson): Promise<string[]> {
    const { rows } = await fixture.database.pool.query<{ id: string; kind: string }>(
      `SELECT id, notice ->> 'kind' AS kind FROM live_events WHERE user_id = $1 AND notice IS NOT NULL AND id > $2 ORDER BY id`,
      [who.userId, seen],
    );
    return rows.map(({ kind }) => kind);
  }
  async function lookAway(): Promise<void> {
    const { rows } = await fixture.database.pool.query<{ id: string }>(
      'SELECT coalesce(max(id), 0)::text AS id FROM live_events',
    );
    seen = rows[0]?.id ?? '0';
  }

  const SELLING = { quantity: '1500', minFiat: '0.01', maxFiat: '10800' };
  /** A seller of `tradeIn` after its offer: 1,500 and a fee of 3 held of 2,000, 40.08 of them in escrow. */
  const TAKEN = { available: usdt('497'), held: usdt('1462.92'), escrow: usdt('40.08') };
  const UNTAKEN = { available: usdt('497'), held: usdt('1503'), escrow: 0n };

  test('an offer that is sold out in parts costs no more than its fee, to the unit', async () => {
    const seller = await world.trader('100');
    // The fee on all of it is 0.020001; on each third rounded up it would be 0.020001 and two units more.
    const { id } = await world.sellOffer(seller, {
      quantity: '10.0003',
      price: '1',
      minFiat: '0.01',
      maxFiat: '10.01',
    });
    for (const quantity of ['3.333433', '3.333433', '3.333434']) {
      const buyer = await world.trader('0');
      const trade = await world.take(buyer, id, quantity);
      await world.pay(buyer, trade.id);
      await world.confirm(seller, trade.id);
    }
    expect(await world.offer(seller, id)).toMatchObject({ status: 'completed', remaining: '0.000000' });
    const left = usdt('100') - usdt('10.0003') - usdt('0.020001');
    expect(await where(seller)).toEqual({ available: left, held: 0n, escrow: 0n });
  });

  describe('a trade of an offer to sell', () => {
    test('taken, paid, confirmed: each side pays its own fee, and is told', async () => {
      const { id, seller, buyer } = await world.tradeIn('awaiting-payment');
      expect(await where(seller)).toEqual(TAKEN);
      expect(await noticesTo(seller)).toEqual(['otc-taken']);
      const before = await feesTaken(fixture.database.db);
      expect(await world.pay(buyer, id)).toMatchObject({ state: 'paid', status: 'match-ended', reference: 'REF-1' });
      expect(await where(seller)).toEqual(TAKEN);
      await lookAway();
      const done = await world.confirm(seller, id);
      expect(done).toMatchObject({ state: 'completed', status: 'completed', deadlineAt: null });
      expect(done.timeline.map(({ step, by }) => `${step} ${by}`)).toEqual(['taken them', 'paid them', 'completed me']);
      expect(await where(seller)).toEqual({ ...TAKEN, escrow: 0n });
      expect(await where(buyer)).toEqual({ available: usdt('39.92'), held: 0n, escrow: 0n });
      const after = await feesTaken(fixture.database.db);
      expect([after.amount - before.amount, after.insurance - before.insurance]).toEqual([usdt('0.16'), usdt('0.008')]);
      expect([await noticesTo(buyer), await noticesTo(seller)]).toEqual([['otc-completed'], []]);
      // The fiat is outside: what was bought came in, what was sold left, the fees are a loss.
      const flowOf = async (who: TraderPerson) => (await world.call(who, 'assets', {})).equity.at(-1)?.flowUsdt;
      expect([await flowOf(buyer), await flowOf(seller)]).toEqual(['40.000000', '1960.000000']);
    });

    test('not paid in time: held a while, then it can be taken again; each timer once', async () => {
      const { id, seller, buyer } = await world.tradeIn('awaiting-payment');
      world.pass(15 * MINUTE_MS - 1);
      expect(await world.tick()).toBe(0);
      world.pass(1);
      await lookAway();
      expect([await world.tick(), await world.tick()]).toEqual([1, 0]);
      expect(await world.trade(buyer, id)).toMatchObject({
        state: 'late-hold',
        deadlineAt: world.time.now + 30 * MINUTE_MS,
      });
      expect(await noticesTo(buyer)).toEqual(['otc-overdue']);
      expect(await where(seller)).toEqual(TAKEN);
      world.pass(30 * MINUTE_MS);
      expect([await world.tick(), await world.tick()]).toEqual([1, 0]);
      const ended = await world.trade(buyer, id);
      expect(ended).toMatchObject({ state: 'cancelled', payees: [] });
      expect(ended.timeline.map(({ step, reason }) => `${step} ${reason}`)).toEqual([
        'taken null',
        'payment-overdue not-paid',
        'cancelled not-paid',
      ]);
      expect(await where(seller)).toEqual(UNTAKEN);
    });

    test('a stop, or a clock that jumped, ends no late hold either: it begins anew', async () => {
      const [first, second] = [await world.tradeIn('late-hold'), await world.tradeIn('awaiting-payment')];
      world.pass(15 * MINUTE_MS);
      await world.tick();
      world.pass(24 * 60 * MINUTE_MS);
      // Before the job has come round, and after it.
      expect(await world.pay(first.buyer, first.id)).toMatchObject({ state: 'dispute' });
      await lookAway();
      expect([await world.tick(), await world.tick()]).toEqual([1, 0]);
      expect(await noticesTo(second.buyer)).toEqual(['otc-overdue']);
      expect(await world.trade(second.buyer, second.id)).toMatchObject({
        state: 'late-hold',
        deadlineAt: world.time.now + 30 * MINUTE_MS,
      });
      world.pass(30 * MINUTE_MS);
      expect([await world.tick(), await world.tick()]).toEqual([1, 0]);
      expect(await world.trade(second.buyer, second.id)).toMatchObject({ state: 'cancelled' });
      expect(await where(second.seller)).toEqual(UNTAKEN);
    });

    test('disputed half an hour after the payment, with evidence of both; ruled for the buyer', async () => {
      const { id, seller, buyer } = await world.tradeIn('disputable');
      await lookAway();
      await world.dispute(buyer, id);
      expect([await noticesTo(buyer), await noticesTo(seller)]).toEqual([[], ['otc-disputed']]);
      const both = await world.dispute(seller, id);
      expect(both.dispute).toMatchObject({ openedBy: 'them', evidence: [{ by: 'them' }, { by: 'me' }], ruling: null });
      expect(await world.ruled(id, 'buyer')).toBe(`trade ${id}: ruled for the buyer by 1 of 1`);
      const ended = await world.trade(buyer, id);
      expect(ended).toMatchObject({ state: 'completed', dispute: { ruling: { outcome: 'buyer' } }, payees: [] });
      expect(ended.timeline.slice(-2)).toMatchObject([
        { step: 'ruled', by: 'operator', reason: 'ruled-for-buyer' },
        { step: 'completed', by: 'operator', reason: 'ruled-for-buyer' },
      ]);
      expect(await where(buyer)).toEqual({ available: usdt('39.92'), held: 0n, escrow: 0n });
      expect(await noticesTo(buyer)).toContain('otc-ruled');
    });

    test('nobody confirms for a day: a dispute, and no timer ends that', async () => {
      const { id, seller } = await world.tradeIn('paid');
      world.pass(24 * 60 * MINUTE_MS);
      expect([await world.tick(), await world.tick()]).toEqual([1, 0]);
      expect(await world.trade(seller, id)).toMatchObject({
        state: 'dispute',
        dispute: { openedBy: 'platform' },
        deadlineAt: null,
      });
      world.pass(365 * 24 * 60 * MINUTE_MS);
      expect(await world.tick()).toBe(0);
      expect(await where(seller)).toEqual(TAKEN);
    });
  });

  describe('where to pay', () => {
    test.each(['awaiting-payment', 'late-hold', 'paid', 'dispute'] as const)(
      'is seen by both parties and nobody else while the trade is %s',
      async (state) => {
        const { id, offerId, seller, buyer } = await world.tradeIn(state);
        const payee = {
          bankName: 'Bank of Kelp',
          branch: 'Bay',
          cardNumber: '4242424242424242',
          holderName: seller.name,
        };
        const [mine, theirs] = [await world.trade(buyer, id), await world.trade(seller, id)];
        expect([mine.payees, mine.payerName]).toEqual([[payee], null]);
        expect([theirs.payees, theirs.payerName]).toEqual([[payee], buyer.name]);
        const stranger = await world.trader('0');
        expect(await world.refused(stranger, 'usdtTrade', { id })).toEqual({ code: 'not-found' });
        expect(await world.call(stranger, 'usdtOffer', { id: offerId })).toMatchObject({ trades: [] });
      },
    );

    test.each(['completed', 'cancelled'] as const)('is seen by nobody any more once the trade is %s', async (state) => {
      const { id, seller, buyer } = await world.tradeIn(state);
      expect(await world.trade(buyer, id)).toMatchObject({ payees: [], payerName: null });
      expect(await world.trade(seller, id)).toMatchObject({ payees: [], payerName: null });
    });

    test('is seen by who placed an offer to buy', async () => {
      const [buyer, seller] = [await world.trader('0'), await world.trader('100')];
      const { id } = await world.take(seller, (await world.buyOffer(buyer)).id, '50');
      expect((await world.trade(buyer, id)).payees).toMatchObject([{ holderName: seller.name }]);
    });

    test('is not in what is kept of calls', async () => {
      const { rows } = await fixture.database.pool.query(
        `SELECT 1 FROM idempotency_keys WHERE answer::text LIKE '%4242424242424242%'
         UNION ALL SELECT 1 FROM otc_usdt_trades WHERE payees::text LIKE '%4242424242424242%'`,
      );
      expect(rows).toEqual([]);
    });
  });

  describe('lists', () => {
    test('the market shows what can be taken, the best price first, by pages and filters', async () => {
      const maker = await world.trader('5000');
      const placed = [];
      for (const price of ['6.9', '6.7', '6.8', '6.7'])
        placed.push(
          await world.sellOffer(maker, { ...SELLING, price, quantity: '100', minFiat: '200', maxFiat: '500' }),
        );
      const viewer = await world.trader('0');
      const first = await world.call(viewer, 'sellOffers', { amount: '300', limit: 3 });
      expect(first.items.map(({ id }) => id)).toEqual([placed[1]?.id, placed[3]?.id, placed[2]?.id]);
      const rest = await world.call(viewer, 'sellOffers', {
        amount: '300',
        limit: 3,
        cursor: first.nextCursor ?? '',
      });
      expect(rest.items[0]?.id).toBe(placed[0]?.id);
      const ofMaker = async (amount: string) =>
        (await world.call(viewer, 'sellOffers', { amount, limit: 100 })).items.filter(
          ({ trader }) => trader.id === maker.userId,
        );
      expect([
        (await ofMaker('199.99')).length,
        (await ofMaker('200')).length,
        (await ofMaker('500.01')).length,
      ]).toEqual([0, 4, 0]);
      expect(
        (await world.call(viewer, 'sellOffers', { minCompletionRate: '0.5', limit: 100 })).items.map(
          ({ trader }) => trader.id,
        ),
      ).not.toContain(maker.userId);
      const newest = await world.call(viewer, 'sellOffers', { sort: 'newest', limit: 2 });
      expect(newest.items.map(({ id }) => id)).toEqual([placed[3]?.id, placed[2]?.id]);
    });
  });
});
