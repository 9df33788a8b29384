import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { payDueInterest } from '../../../gateway/jobs/custody';
import { describeOnDatabase } from '../support/database';
import { DAY_MS, openGatewayWorld, TRADE_PASSWORD, type GatewayWorld, type Person } from '../world';

const tradePassword = TRADE_PASSWORD;

const inputOf = (given: { planId?: string; amount?: string; tradePassword?: string } = {}) => ({
  planId: 'd7',
  amount: '200',
  tradePassword,
  ...given,
});

describeOnDatabase('custody orders', (fixture) => {
  let world: GatewayWorld;
  const refusedPlacing = (who: Person, given: Parameters<typeof inputOf>[0] = {}) =>
    world.refused(who, 'createCustodyOrder', inputOf(given));
  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await world.fundPool('5000');
  });

  describe('placing', () => {
    it('is what the quote said: principal to custody, interest reserved, the change logged', async () => {
      const who = await world.person();
      const before = await world.poolFree();
      const quote = await world.call(who, 'custodyQuote', { planId: 'd30', amount: '1000.5' });
      const { order, journalId } = await world.call(who, 'createCustodyOrder', {
        planId: 'd30',
        amount: '1000.5',
        tradePassword,
      });
      expect(order).toMatchObject({
        version: 1,
        principal: '1000.500000',
        placed: '1000.500000',
        dailyRate: '0.00007',
        status: 'in-progress',
        startsAt: quote.startsAt,
        endsAt: quote.endsAt,
        freeUndoUntil: quote.freeUndoUntil,
        interestToCome: quote.interestTotal,
        interestPaid: '0.000000',
        redeemNow: { principal: '1000.500000', fee: '0.000000', received: '1000.500000', interestForgone: '2.101050' },
      });
      expect(quote.interestTotal).toBe('2.101050');
      expect(before - (await world.poolFree())).toBe(2_101_050n);
      const assets = await world.call(who, 'assets', {});
      expect(assets.cash[0]).toMatchObject({ asset: 'USDT', total: '8999.500000' });
      expect(assets.custody[0]).toMatchObject({ asset: 'USDT', total: '1000.500000' });
      expect(assets.custodySummary).toMatchObject({ runningOrders: 1, isValid: true });
      const { items } = await world.call(who, 'custodyChanges', {});
      expect(items).toEqual([
        expect.objectContaining({
          orderId: order.id,
          kind: 'placed',
          before: '0.000000',
          after: '1000.500000',
          fee: '0.000000',
          journalId,
        }),
      ]);
    });

    it('must be greater than the minimum', async () => {
      const who = await world.person();
      for (const amount of ['100', '99.999999', '0.000001']) {
        const tooSmall = { code: 'amount-too-small', data: { limit: '100.000000' } };
        expect(await refusedPlacing(who, { amount })).toMatchObject(tooSmall);
      }
      expect((await world.place(who, '100.000001', 'd7')).principal).toBe('100.000001');
    });

    it('is refused without enough cash, with what there is', async () => {
      const who = await world.person('150');
      const refusal = { code: 'insufficient-funds', data: { available: '150.000000' } };
      expect(await world.refused(who, 'custodyQuote', { planId: 'd7', amount: '150.000001' })).toMatchObject(refusal);
      expect(await refusedPlacing(who, { amount: '150.000001' })).toMatchObject(refusal);
      expect(await world.cash(who)).toBe('150.000000');
    });

    it('is refused for a closed plan and for one that does not exist', async () => {
      const who = await world.person();
      await world.set('custody.plans', [
        { id: 'd7', days: 7, dailyRate: '0.00004', isOpen: false },
        { id: 'd30', days: 30, dailyRate: '0.00007', isOpen: true },
      ]);
      const { plans } = await world.call(who, 'custodyConfig', {});
      expect(plans.find(({ id }) => id === 'd7')).toMatchObject({ isOpen: false, freeCapacity: '0.000000' });
      expect(await refusedPlacing(who)).toMatchObject({ code: 'plan-closed' });
      expect(await refusedPlacing(who, { planId: 'd90' })).toMatchObject({ code: 'not-found' });
      await world.set('custody.plans', [
        { id: 'd7', days: 7, dailyRate: '0.00004', isOpen: true },
        { id: 'd30', days: 30, dailyRate: '0.00007', isOpen: true },
      ]);
    });

    it('is refused in maintenance, and counts a wrong trade password even though nothing happened', async () => {
      const who = await world.person();
      await world.set('app.maintenance', true);
      expect(await refusedPlacing(who)).toMatchObject({ code: 'unavailable' });
      await world.set('app.maintenance', false);
      for (const triesLeft of [4, 3]) {
        const wrong = { code: 'wrong-trade-password', data: { triesLeft } };
        expect(await refusedPlacing(who, { tradePassword: '000001' })).toMatchObject(wrong);
      }
      expect((await world.call(who, 'custodyOrders', {})).items).toEqual([]);
    });

    it('keeps the figures of the day it was placed on', async () => {
      const who = await world.person();
      const old = await world.place(who, '1000');
      await world.set('custody.redeemFeeRate', '0.05');
      await world.set('custody.freeUndoMs', 0);
      const young = await world.place(who, '1000');
      expect((await world.order(who, old.id)).redeemNow.fee).toBe('0.000000');
      expect(young.redeemNow.fee).toBe('50.000000');
      world.time.now += DAY_MS;
      expect((await world.order(who, old.id)).redeemNow.fee).toBe('20.000000');
      await world.set('custody.redeemFeeRate', '0.02');
      await world.set('custody.freeUndoMs', DAY_MS);
    });
  });

  describe('redeeming', () => {
    it('pays what the row says, to the last digit, also with days that were not credited yet', async () => {
      const who = await world.person();
      const placed = await world.place(who, '1234.567891');
      world.time.now += 5 * DAY_MS + 12_345;
      const row = await world.order(who, placed.id);
      const [pool, cash] = [await world.poolFree(), toUnits(await world.cash(who), 'USDT')];
      const quote = await world.call(who, 'redemptionQuote', { orderId: placed.id, amount: row.principal });
      const { redeemed, order } = await world.call(who, 'redeemCustodyOrder', {
        orderId: placed.id,
        version: row.version,
        amount: row.principal,
        tradePassword,
      });
      expect(redeemed).toEqual(row.redeemNow);
      expect(quote).toMatchObject({ ...row.redeemNow, version: row.version, remaining: '0.000000', isFreeUndo: false });
      expect(redeemed.fee).toBe('24.691358');
      expect(order).toMatchObject({
        status: 'expired',
        endedBy: 'redemption',
        principal: '0.000000',
        daysPaid: 5,
        interestToCome: '0.000000',
      });
      const gained = toUnits(await world.cash(who), 'USDT') - cash;
      expect(gained).toBe(toUnits(redeemed.received, 'USDT') + toUnits(order.interestPaid, 'USDT'));
      expect((await world.poolFree()) - pool).toBe(toUnits(redeemed.interestForgone, 'USDT'));
      expect(order.version).toBeGreaterThan(row.version);
    });

    it('is free in the first 24 hours and not from then on; a version of before is stale after', async () => {
      const who = await world.person();
      const [undone, late] = [await world.place(who, '500'), await world.place(who, '500')];
      world.time.now += DAY_MS - 1;
      const { redeemed } = await world.call(who, 'redeemCustodyOrder', {
        orderId: undone.id,
        version: undone.version,
        amount: '500',
        tradePassword,
      });
      expect(redeemed).toMatchObject({ fee: '0.000000', received: '500.000000' });
      expect((await world.call(who, 'custodyChanges', { orderId: undone.id })).items[0]?.kind).toBe('undone');
      const seen = await world.order(who, late.id);
      expect(seen.redeemNow.fee).toBe('0.000000');
      world.time.now += 1;
      const input = { orderId: late.id, amount: '500', tradePassword };
      const refusal = await world.refused(who, 'redeemCustodyOrder', { ...input, version: seen.version });
      expect(refusal).toMatchObject({
        code: 'stale-version',
        data: { current: { id: late.id, redeemNow: { fee: '10.000000' } } },
      });
      const current = await world.order(who, late.id);
      expect((await world.call(who, 'redeemCustodyOrder', { ...input, version: current.version })).redeemed.fee).toBe(
        '10.000000',
      );
    });
  });

  it('adds to an order by a tranche with a term of its own', async () => {
    const who = await world.person();
    const first = await world.place(who, '500');
    const addTo = { orderId: first.id, version: first.version };
    const { order } = await world.call(who, 'createCustodyOrder', {
      planId: 'd7',
      amount: '200',
      addTo,
      tradePassword,
    });
    expect(order).toMatchObject({ addedToId: first.id, days: 7, principal: '200.000000' });
    expect((await world.order(who, first.id)).principal).toBe('500.000000');
    const { items } = await world.call(who, 'custodyChanges', { orderId: order.id });
    expect(items).toMatchObject([{ kind: 'added', before: '0.000000', after: '200.000000' }]);
    const again = await world.refused(who, 'createCustodyOrder', { planId: 'd7', amount: '200', addTo, tradePassword });
    expect(again).toMatchObject({ code: 'stale-version', data: { current: { version: first.version + 1 } } });
  });

  describe('one intent', () => {
    it('gets its first answer again after the order has moved on, and is refused for another input', async () => {
      const who = await world.person();
      const [placing, redeeming] = [randomUUID(), randomUUID()];
      const input = inputOf({ amount: '300' });
      const first = await world.call(who, 'createCustodyOrder', input, placing);
      const sub = { orderId: first.order.id, version: first.order.version, amount: '150', tradePassword };
      const redeemed = await world.call(who, 'redeemCustodyOrder', sub, redeeming);
      world.time.now += 20 * DAY_MS;
      await payDueInterest(world.deps);
      await world.set('app.maintenance', true);
      expect(await world.call(who, 'createCustodyOrder', input, placing)).toEqual(first);
      expect(await world.call(who, 'redeemCustodyOrder', { ...sub, tradePassword: '000001' }, redeeming)).toEqual(
        redeemed,
      );
      await world.set('app.maintenance', false);
      expect(await world.call(who, 'askOutcome', { key: placing })).toEqual({ state: 'done', answer: first });
      const conflict = await world.refused(who, 'createCustodyOrder', { ...input, amount: '301' }, placing);
      expect(conflict).toMatchObject({ code: 'idempotency-conflict' });
      expect(await world.refused(who, 'createCustodyOrder', input, redeeming)).toMatchObject({
        code: 'idempotency-conflict',
      });
      expect(await world.call(await world.person(), 'askOutcome', { key: placing })).toEqual({
        state: 'absent',
        answer: null,
      });
    });

    it('of whose key somebody was told that nothing happened is refused for ever, before its secrets are tried', async () => {
      const who = await world.person();
      const key = randomUUID();
      const absent = { state: 'absent', answer: null };
      for (let time = 0; time < 3; time += 1) expect(await world.call(who, 'askOutcome', { key })).toEqual(absent);
      const input = inputOf({ amount: '300' });
      // Six wrong ones would lock it.
      for (const password of [...Array.from({ length: 6 }, () => '000001'), tradePassword]) {
        const late = await world.refused(who, 'createCustodyOrder', { ...input, tradePassword: password }, key);
        expect(late.code).toBe('idempotency-closed');
      }
      world.time.now += 400 * DAY_MS;
      expect((await world.refused(who, 'createCustodyOrder', input, key)).code).toBe('idempotency-closed');
      expect(await world.call(who, 'askOutcome', { key })).toEqual(absent);
      expect((await world.call(who, 'custodyOrders', {})).items).toEqual([]);
      // The same key of somebody else is another key, and a new intent goes through.
      expect(await world.call(await world.person(), 'createCustodyOrder', input, key)).toMatchObject({ order: {} });
      expect(await world.call(who, 'createCustodyOrder', input)).toMatchObject({ order: { principal: '300.000000' } });
    });

    it('that was not made cannot be asked for without end: each asking is a row for ever', async () => {
      const who = await world.person();
      const used = randomUUID();
      await world.call(who, 'createCustodyOrder', inputOf(), used);
      for (let time = 0; time < 60; time += 1) await world.call(who, 'askOutcome', { key: randomUUID() });
      expect(await world.refused(who, 'askOutcome', { key: randomUUID() })).toMatchObject({ code: 'rate-limited' });
      // An answer about a known intent writes no row.
      expect(await world.call(who, 'askOutcome', { key: used })).toMatchObject({ state: 'done' });
      world.time.now += 600_000;
      expect(await world.call(who, 'askOutcome', { key: randomUUID() })).toMatchObject({ state: 'absent' });
    });
  });

  it('lets exactly one of many changes that saw the same version through', async () => {
    const who = await world.person();
    const { id: orderId, version } = await world.place(who, '1000');
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        world.call(who, 'redeemCustodyOrder', { orderId, version, amount: '100', tradePassword }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      results.filter((one) => one.status === 'rejected').map(({ reason }) => (reason as { code: string }).code),
    ).toEqual(Array.from({ length: 7 }, () => 'stale-version'));
    expect((await world.order(who, orderId)).principal).toBe('900.000000');
  });

  it('leaves the books sound', async () => {
    expect(await world.findings()).toEqual([]);
  });
});

describeOnDatabase('custody capacity', (fixture) => {
  it('is never promised twice: of many at once as many are placed as the pool can reserve', async () => {
    const world = await openGatewayWorld(fixture.database);
    const who = await world.person();
    expect(
      await world.refused(who, 'createCustodyOrder', { planId: 'd30', amount: '200', tradePassword }),
    ).toMatchObject({
      code: 'capacity-full',
      data: { limit: '0.000000' },
    });
    // 1000 USDT over 30 days reserve 2.1 USDT: five fit, and 0.9 is left over.
    await world.fundPool('11.4');
    const crowd = await Promise.all(Array.from({ length: 12 }, () => world.person('1000')));
    const results = await Promise.allSettled(crowd.map((one) => world.place(one, '1000')));
    const refusals = results.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
    );
    expect(refusals).toEqual(Array.from({ length: 7 }, () => 'capacity-full'));
    expect(await world.poolFree()).toBe(900_000n);
    const { plans } = await world.call(who, 'custodyConfig', {});
    const capacity = plans.find(({ id }) => id === 'd30')?.freeCapacity ?? '';
    expect(capacity).toBe('428.571904');
    const above = '428.571905';
    const full = { code: 'capacity-full', data: { limit: capacity } };
    expect(await world.refused(who, 'custodyQuote', { planId: 'd30', amount: above })).toMatchObject(full);
    expect(
      await world.refused(who, 'createCustodyOrder', { planId: 'd30', amount: above, tradePassword }),
    ).toMatchObject(full);
    await world.place(who, capacity);
    expect(await world.poolFree()).toBe(0n);
    expect(await world.findings()).toEqual([]);
  });
});
