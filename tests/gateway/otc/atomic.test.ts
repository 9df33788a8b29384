/**
 * The database is gone at the moment at which a step of either market commits: nothing of it has happened, and asked for again with the same
 * key, or by the job's next round, it happens once. That a killed process leaves no more behind is tests/gateway/crash.
 */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { lapseRabOrders } from '../../../gateway/jobs/otc-rab';
import { DAY_MS, TRADE_PASSWORD } from '../custody/world';
import { describeOnDatabase } from '../support/database';
import { openRabWorld, type RabWorld } from './rab/world';
import { MINUTE_MS, OFFER, openUsdtWorld, usdt, type UsdtWorld } from './usdt/world';

interface Step {
  name: string;
  /** @throws Error when it was not done */
  ask(): Promise<unknown>;
  /** Checks that it has happened, once. */
  check(): Promise<void>;
}

const tradePassword = TRADE_PASSWORD;

async function usdtSteps(world: UsdtWorld): Promise<Step[]> {
  const [disputable, disputed] = [await world.tradeIn('disputable'), await world.tradeIn('dispute')];
  const [maker, seller, buyer] = [await world.trader('1000'), await world.trader('1000'), await world.trader('0')];
  const order = { kind: 'place' as const, ...OFFER, methodIds: [maker.cardId] };
  const taking = world.taking(buyer, await world.sellOffer(seller), '40');
  const [unpaid, paid] = [await world.tradeIn('awaiting-payment'), await world.tradeIn('paid')];
  const payment = { id: unpaid.id, version: 1, reference: 'R', proofs: [await world.upload(unpaid.buyer)] };
  const unwanted = await world.tradeIn('awaiting-payment');
  const dispute = { id: disputable.id, version: 2, text: 'Nothing came.', images: [] };
  const keys = Array.from({ length: 6 }, () => randomUUID());
  const state = async ({ buyer: who, id }: typeof paid) => (await world.trade(who, id)).state;
  return [
    {
      name: 'placing an offer',
      ask: () => world.call(maker, 'sellUsdt', { order, fee: '1000', tradePassword }, keys[0]),
      check: async () => expect(await world.held(maker)).toBe(usdt('100.2')),
    },
    {
      name: 'taking one',
      ask: () => world.call(buyer, 'buyUsdt', taking, keys[1]),
      check: async () => expect(await world.escrow(seller)).toBe(usdt('40.08')),
    },
    {
      name: 'telling a payment',
      ask: () => world.call(unpaid.buyer, 'reportPayment', payment, keys[2]),
      check: async () => expect(await state(unpaid)).toBe('paid'),
    },
    {
      name: 'confirming it',
      ask: () => world.call(paid.seller, 'confirmPayment', { id: paid.id, version: 2, tradePassword }, keys[3]),
      check: async () => {
        expect([await world.available(paid.buyer), await world.escrow(paid.seller)]).toEqual([usdt('39.92'), 0n]);
      },
    },
    {
      name: 'cancelling a trade',
      ask: () => world.call(unwanted.buyer, 'cancelOfferOrTrade', { id: unwanted.id, version: 1 }, keys[4]),
      check: async () =>
        expect([await state(unwanted), await world.escrow(unwanted.seller)]).toEqual(['cancelled', 0n]),
    },
    {
      name: 'a dispute',
      ask: () => world.call(disputable.seller, 'disputeTrade', dispute, keys[5]),
      check: async () => expect(await state(disputable)).toBe('dispute'),
    },
    {
      name: 'a ruling',
      ask: () => world.ruled(disputed.id, 'buyer'),
      check: async () => expect(await world.available(disputed.buyer)).toBe(usdt('39.92')),
    },
  ];
}

async function rabSteps(world: RabWorld): Promise<Step[]> {
  const [seller, keeper] = [await world.trader('0', '200'), await world.trader('0', '100')];
  const [buyer, late] = [await world.trader('100', '0'), await world.trader('100', '0')];
  await world.set('otc.depositRate', '0.3');
  await world.sell(seller);
  const { id, version } = await world.buy(late, { mode: 'now' });
  await world.set('otc.depositRate', '1');
  const kept = await world.sell(keeper, { price: '0.13' });
  await world.sell(seller);
  const keys = Array.from({ length: 3 }, () => randomUUID());
  return [
    {
      name: 'filling a lot',
      ask: () => world.call(buyer, 'buyRab', world.placing({ mode: 'now' }), keys[0]),
      check: async () => expect(await world.funds(buyer)).toBe('USDT 87.475/0 RAB 100/0'),
    },
    {
      name: 'posting the rest',
      ask: () => world.call(late, 'postTheRest', { id, version, tradePassword }, keys[1]),
      check: async () => expect(await world.funds(late)).toBe('USDT 87.475/0 RAB 100/0'),
    },
    {
      name: 'cancelling an order',
      ask: () => world.call(keeper, 'cancelRabOrder', { id: kept.id, version: 1 }, keys[2]),
      check: async () => expect(await world.funds(keeper)).toBe('USDT 0/0 RAB 100/0'),
    },
  ];
}

describeOnDatabase('a step of a market whose commit fails', (fixture) => {
  /** Each step announces itself: whoever commits an announcement loses the connection before anything is there. */
  async function whileCut<T>(work: () => Promise<T>): Promise<T> {
    await fixture.owner(({ pool }) =>
      pool.query(`
        CREATE OR REPLACE FUNCTION test_cut() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER test_cut AFTER INSERT ON live_events DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION test_cut()`),
    );
    try {
      return await work();
    } finally {
      await fixture.owner(({ pool }) => pool.query('DROP TRIGGER test_cut ON live_events'));
    }
  }

  /** All that a step may change. */
  async function everything(): Promise<string[]> {
    const tables = ['accounts', 'holds', 'journals', 'entries', 'otc_usdt_offers', 'otc_usdt_trades', 'otc_usdt_events']
      .concat('otc_rab_orders', 'otc_rab_fills', 'live_events', 'idempotency_keys', 'audit_log')
      .map((table) => `SELECT '${table}' || t::text AS row FROM ${table} t`);
    const { rows } = await fixture.database.pool.query<{ row: string }>(`${tables.join(' UNION ALL ')} ORDER BY row`);
    return rows.map(({ row }) => row);
  }

  it('has not happened, and happens once when it is asked for again', async () => {
    const [rab, world] = [await openRabWorld(fixture.database), await openUsdtWorld(fixture.database)];
    rab.time.now = world.time.now;
    const steps = [...(await usdtSteps(world)), ...(await rabSteps(rab))];
    const before = await everything();
    await whileCut(async () => {
      for (const { name, ask } of steps) await expect(ask(), name).rejects.toThrow();
    });
    expect(await everything()).toEqual(before);
    for (const { name, ask, check } of steps) {
      const first = await ask();
      await check();
      if (name !== 'a ruling') expect(await ask(), name).toEqual(first);
      await check();
    }
    expect(await world.findings()).toEqual([]);
  });

  it('is what the job goes on with where it was', async () => {
    const [rab, world] = [await openRabWorld(fixture.database), await openUsdtWorld(fixture.database)];
    rab.time.now = world.time.now;
    const overdue = await world.tradeIn('awaiting-payment');
    const forgetful = await rab.trader('0', '100');
    await rab.sell(forgetful, { price: '0.135' });
    rab.time.now += DAY_MS;
    world.pass(15 * MINUTE_MS);
    const before = await everything();
    await whileCut(async () => expect([await world.tick(), await lapseRabOrders(rab.deps)]).toEqual([0, 0]));
    expect(await everything()).toEqual(before);
    expect([await world.tick(), await lapseRabOrders(rab.deps)]).toEqual([1, 1]);
    expect((await world.trade(overdue.buyer, overdue.id)).state).toBe('late-hold');
    expect(await rab.funds(forgetful)).toBe('USDT 0/0 RAB 100/0');
    expect(await world.findings()).toEqual([]);
  });
});
